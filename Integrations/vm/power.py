#!/usr/bin/env python3
"""Cuts the power of a machine whose programs change keychains on ext4, xfs and btrfs, and looks after each cut whether all
that was acknowledged is there, and nothing by half. Each cut is one moment of a disk (disk.py).

  Integrations/vm/power.py FOLDER CUTS KERNEL-FOLDER PROGRAMS PROOF-HELPER
"""
import os
import random
import selectors
import signal
import socket
import subprocess
import sys
import time

from disk import GREETING, POLICIES, Disk, Server
from story import Story

KINDS = {
    "ext4": ["64M", "mkfs.ext4", "-q", "-F"],
    "xfs": ["320M", "mkfs.xfs", "-q", "-f"],
    "btrfs": ["160M", "mkfs.btrfs", "-q", "-f"],
}
ROUNDS = 3
here = os.path.dirname(os.path.abspath(__file__))
folder, cuts, kernel, programs, helper = sys.argv[1:]
cuts = int(cuts)
seed = int(os.environ.get("PROOF_SEED") or random.randrange(1 << 32))
choice = random.Random(seed)
failures = 0


def passed(text):
    print(f"passed   {text}", flush=True)


def failed(text):
    global failures
    failures += 1
    print(f"FAILED   {text} (PROOF_SEED={seed})", flush=True)


class Machine:
    """A machine in software with these disks; what the programs on it write arrives here in its order."""

    def __init__(self, disks):
        self.selector = selectors.DefaultSelector()
        self.disks, self.heard, self.lines, self.control = disks, {}, {}, None
        options = ["-device", "virtio-serial-pci"]
        for name in ["control", *disks]:
            options += ["-chardev", f"socket,id={name},path={self.listen(name, self.text)}"]
            options += ["-device", f"virtserialport,chardev={name},name={name}"]
        for name in disks:
            path = self.listen(f"disk-{name}", self.block)
            options += ["-drive", f"if=none,id=disk-{name},format=raw,file=nbd:unix:{path}"]
            options += ["-device", f"virtio-blk-pci,drive=disk-{name},serial={name}"]
        job = [os.path.join(here, "start.sh"), kernel, "/", os.path.join(here, "power-guest.sh"), f"{folder}/console"]
        environment = dict(os.environ, VM_KERNEL=f"modules={kernel} keychains={programs} helper={helper}")
        self.process = subprocess.Popen(job + options, env=environment)
        self.expect("control", "ready", 60)

    def listen(self, name, take):
        path = f"{folder}/{name}"
        if os.path.exists(path):
            os.unlink(path)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen()
        self.selector.register(listener, selectors.EVENT_READ, (self.accept, name, take))
        return path

    def accept(self, listener, name, take):
        connection, _ = listener.accept()
        server = Server(self.disks[name[5:]]) if take == self.block else name
        if name == "control":
            self.control = connection
        if take == self.block:
            connection.sendall(GREETING)
        self.selector.register(connection, selectors.EVENT_READ, (take, server))

    def block(self, connection, server):
        data = self.received(connection)
        answer = server.received(data) if data else b""
        if answer:
            connection.sendall(answer)

    def text(self, connection, name):
        *lines, rest = (self.heard.get(name, b"") + self.received(connection)).split(b"\n")
        self.heard[name] = rest
        for line in lines:
            self.lines.setdefault(name, []).append(line.decode())
            if name != "control":
                self.disks[name].journal(line.decode())

    def received(self, connection):
        try:
            data = connection.recv(1 << 20)
        except ConnectionResetError:
            data = b""
        if not data:
            self.selector.unregister(connection)
            connection.close()
        return data

    def step(self):
        ready = self.selector.select(1)
        # Acknowledgements first: a machine sends them before its next writes.
        for key, _ in sorted(ready, key=lambda pair: pair[0].data[0] != self.text):
            key.data[0](key.fileobj, *key.data[1:])

    def say(self, command):
        self.control.sendall(command.encode() + b"\n")

    def expect(self, name, line, seconds):
        end = time.monotonic() + seconds
        while line not in self.lines.get(name, []):
            if time.monotonic() > end or self.process.poll() is not None:
                sys.exit(f"no '{line}' from the machine: see {folder}/console\n{tail()}")
            self.step()
        self.lines[name].clear()

    def ask(self, command, name):
        """What the machine says until the end of a command."""
        self.lines[name] = []
        self.say(command)
        self.expect("control", "end", 240)
        return self.lines[name]

    def run(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.step()

    def cut(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        # What was on its way arrives.
        while self.selector.select(0):
            before = len(self.selector.get_map())
            self.step()
            if len(self.selector.get_map()) == before and not self.selector.select(0):
                break
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()


def tail():
    with open(f"{folder}/console", errors="replace") as console:
        return "".join(console.readlines()[-20:])


class Cut:
    """A disk after a cut, and the story of what was acknowledged before."""

    def __init__(self, disk, truth, end, policy, flushes=True):
        self.name = f"{disk.name}, entry {end} of {len(disk.log)}, {policy}"
        self.sectors = disk.moment(end, policy, choice, flushes)
        self.story = Story(truth)
        for entry in disk.log[:end]:
            if entry[0] == "journal":
                self.story.read(entry[1])

    def complaints(self, machine, disk):
        disk.begin(self.sectors)
        answer = machine.ask(f"check {disk.name}", disk.name)
        self.found = Story.contents(answer)
        return self.story.contradictions + self.story.complaints(answer)


def choose(disk, truth, count, **options):
    """Cuts at moments of a list: half of them right after an acknowledgement, and one at its end."""
    made = next((place for place, entry in enumerate(disk.log) if entry[0] == "journal"), len(disk.log))
    places = range(made + 1, len(disk.log) + 1)
    sharp = [place for place in places if disk.log[place - 1] == ("journal", "done")]
    chosen = [choice.choice(sharp if number % 2 else places) for number in range(count - 1)]
    policies = [POLICIES[number % len(POLICIES)] for number in range(count - 1)]
    if options:
        policies = ["in order"] * (count - 1)
    moments = [*zip(chosen, policies), (len(disk.log), choice.choice(POLICIES))]
    return [Cut(disk, truth, end, policy, **options) for end, policy in moments]


def main():
    disks = {}
    for name, (size, *make) in KINDS.items():
        path = f"{folder}/{name}.image"
        subprocess.run(["truncate", "-s", size, path], check=True)
        subprocess.run([*make, path], check=True, stdout=subprocess.DEVNULL)
        disks[name] = Disk(name, path)
    begun = time.monotonic()
    planned = {name: [] for name in disks}
    ends = {name: ({}, None) for name in disks}
    counts = dict.fromkeys(disks, 0)
    acknowledged = dict.fromkeys(disks, 0)
    for turn in range(1, ROUNDS + 2):
        machine = Machine(disks)
        for name, disk in disks.items():
            for cut in planned[name]:
                complaints = cut.complaints(machine, disk)
                counts[name] += 1
                if complaints:
                    failed(f"{cut.name}: {'; '.join(complaints[:5])}")
            if planned[name]:
                # The last one is the disk of the machine that was ended: the next one continues with it.
                ends[name] = (cut.sectors, cut.found)
        if turn > ROUNDS:
            break
        for name, disk in disks.items():
            disk.begin(ends[name][0])
            machine.say(f"write {name} {choice.randrange(1 << 31)} {turn * 1_000_000}")
        while not all(("journal", "done") in disk.log for disk in disks.values()):
            machine.step()
        machine.run(float(os.environ.get("VM_WRITING", 20)))
        machine.cut()
        for name, disk in disks.items():
            share = (cuts // len(disks) + (turn - 1)) // ROUNDS
            planned[name] = choose(disk, ends[name][1], max(share, 1))
            acknowledged[name] += planned[name][-1].story.acknowledged
    for name in disks:
        print(f"         {name}: {counts[name]} cuts, {acknowledged[name]} acknowledged changes")
    if not failures:
        passed(f"power cuts: {sum(counts.values())}, {ROUNDS} of them by killing the machine; nothing was lost")
    print(f"         {time.monotonic() - begun:.0f} s")
    careless(machine, disks, ends)
    machine.cut()
    sys.exit(failures != 0)


def careless(machine, disks, ends):
    """The same with a program that does not wait for the disk, and on a disk that does not flush: losses are noticed."""
    for command, first, what, options in [
        ("careless", 9_000_000, "a program that does not wait for the disk", {}),
        ("write", 8_000_000, "a disk that does not flush", {"flushes": False}),
    ]:
        for name, disk in disks.items():
            disk.begin(ends[name][0])
            machine.say(f"{command} {name} {choice.randrange(1 << 31)} {first}")
            machine.expect(name, "done", 240)
            machine.run(3)
            machine.ask(f"stop {name}", name)
            noticed(machine, disk, ends[name][1], what, options)


def noticed(machine, disk, truth, what, options):
    places = [place for place, entry in enumerate(disk.log) if entry == ("journal", "done")]
    log = disk.log[: places[-1] + 1]
    disk.log = log
    for number, cut in enumerate(choose(disk, truth, 12, **options), 1):
        complaints = cut.complaints(machine, disk)
        if complaints:
            return passed(f"{what} is noticed on {disk.name}, at cut {number}: {complaints[0][:120]}")
        disk.log = log
    failed(f"{what} is not noticed on {disk.name}")


main()
