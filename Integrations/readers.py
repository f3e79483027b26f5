"""Measures many readers of one vault, each with a keychain and programs of its own, for fleet.sh.

Usage: readers.py PROGRAMS FOLDER COUNT RUNNING ENDPOINT…. One machine stores items, COUNT others join, and RUNNING of
them run 'keychainctl sync run', all over the cluster with these endpoints. Prints how long it takes until the last of
them has a change, new keys, or everything after a removal, and what a reader costs. Ends with status 1 above a limit.
"""

import atexit
import concurrent.futures
import os
import statistics
import subprocess
import sys
import time

PROGRAMS, FOLDER, ENDPOINTS = sys.argv[1], sys.argv[2], sys.argv[5:]
COUNT, RUNNING = int(sys.argv[3]), int(sys.argv[4])
ITEMS = 20
CHANGES = 6
TICKS = os.sysconf("SC_CLK_TCK")
os.environ.pop("PORTABLE_KEYCHAIN", None)
# The servers are on this machine.
ADDRESS = "etcd://" + ",".join(end.split("/")[2] for end in ENDPOINTS) + "/readers"
is_good = True


def environment(name):
    """The environment of a machine: each has a folder of its own, or it would wake up for the others' files."""
    return {**os.environ, "XDG_DATA_HOME": f"{FOLDER}/{name}"}


def keychainctl(name, *words, text="", may_fail=False):
    done = subprocess.run(
        [f"{PROGRAMS}/keychainctl", *words, "--keychain", "fleet"], input=text, capture_output=True, text=True,
        timeout=600, env=environment(name),
    )
    if done.returncode and not may_fail:
        sys.exit(f"keychainctl {' '.join(words)}: {done.stderr}")
    return done.stdout


def report(title, measured, unit, most=None):
    global is_good
    limit = "" if most is None else f", of at most {most} {unit}"
    print(f"{title}: {measured:.3g} {unit}{limit}", flush=True)
    is_good = is_good and (most is None or measured <= most)


def report_times(title, times, spent, most, most_each):
    """Reports until when the last reader had something, and what that took of each reader's processor.

    The limit is one for machines that are not shared: here it holds only if the processors are not busy for all of it.
    """
    each = spent / TICKS / RUNNING / len(times)
    busy = each * RUNNING / os.cpu_count()
    report(f"{title}, median", statistics.median(times), "s", most if busy < most / 4 else None)
    report("the same, at most", max(times), "s")
    report("processor time of each reader for it", each * 1000, "ms", most_each)
    report("of which this machine's processors were busy", busy, "s")


def put(account, secret):
    keychainctl("admin", "set", "--service", "fleet", "--account", account, "--synchronizable", text=secret)


def get(name, account):
    return keychainctl(name, "get", f"fleet/{account}", may_fail=True).strip()


def create(name):
    words = [f"{PROGRAMS}/keychainctl", "create", "fleet"]
    subprocess.run(words, env=environment(name), check=True, capture_output=True)


class Machine:
    """A machine with a keychain of its own."""

    def __init__(self, name):
        self.name = name
        self.file = f"{FOLDER}/{name}/portable-keychain/fleet.keychain"

    def join(self):
        create(self.name)
        keychainctl(self.name, "sync", "join", ADDRESS, "--name", self.name, text=CODE)

    def run(self):
        self.log = open(f"{FOLDER}/{self.name}.log", "w")
        self.program = subprocess.Popen(
            [f"{PROGRAMS}/keychainctl", "sync", "run", "--keychain", "fleet"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, env=environment(self.name),
        )
        atexit.register(self.end)

    def end(self):
        if self.program.poll() is None:
            self.program.terminate()
            self.program.wait()

    def changed(self):
        """The time of the last write to the keychain, in nanoseconds."""
        times = []
        for end in ("", "-wal"):
            try:
                times.append(os.stat(self.file + end).st_mtime_ns)
            except FileNotFoundError:
                pass
        return max(times)

    def processes(self):
        """The program and its helper."""
        found = [self.program.pid]
        for task in os.listdir(f"/proc/{self.program.pid}/task"):
            with open(f"/proc/{self.program.pid}/task/{task}/children") as file:
                found += map(int, file.read().split())
        return found

    def memory(self):
        """The memory of both that no other program shares, and with their part of what is shared, in MB."""
        own = shared = 0
        for pid in self.processes():
            with open(f"/proc/{pid}/smaps_rollup") as file:
                for line in file:
                    words = line.split()
                    if words[0] in ("Private_Clean:", "Private_Dirty:"):
                        own += int(words[1])
                    if words[0] == "Pss:":
                        shared += int(words[1])
        return own / 1024, shared / 1024

    def ticks(self):
        total = 0
        for pid in self.processes():
            with open(f"/proc/{pid}/stat") as file:
                words = file.read().rsplit(")", 1)[1].split()
            total += int(words[11]) + int(words[12])
        return total


def last_change(since, account=None, secret=None, quiet=3.0, most=300):
    """The seconds until the last reader wrote, once all have, and have the secret, and none writes any more."""
    deadline = time.monotonic() + most
    while time.monotonic() < deadline:
        times = [reader.changed() for reader in readers]
        if min(times) > since and time.time_ns() - max(times) > quiet * 1e9:
            if account is None or not without(account, secret):
                return (max(times) - since) / 1e9
        time.sleep(0.05)
    late = without(account, secret) if account else readers
    for reader in late[:5]:
        with open(reader.log.name) as file:
            print(f"{reader.name}: {file.read()}")
    sys.exit(f"{len(late)} of {len(readers)} readers have read nothing in {most} seconds")


def ticks_of_all():
    """The processor time of all readers until now."""
    return sum(reader.ticks() for reader in readers)


def without(account, secret):
    """The readers that do not have the secret."""
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda one: get(one.name, account), readers)
        return [reader for reader, other in zip(readers, found) if other != secret]


create("admin")
for number in range(ITEMS):
    put(f"item{number}", f"secret {number}")
keychainctl("admin", "sync", "setup", ADDRESS, "--unconfirmed", "--name", "admin")
CODE = keychainctl("admin", "sync", "invite", "--role", "reader", "--uses", str(COUNT))
readers = [Machine(f"reader{number}") for number in range(COUNT)]

start = time.monotonic()
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    list(pool.map(Machine.join, readers))
report(f"{COUNT} readers asked to join, one after the other on each processor", time.monotonic() - start, "s")
start = time.monotonic()
keychainctl("admin", "sync", "now")
report("all let in", time.monotonic() - start, "s")

readers = readers[:RUNNING]
admin = Machine("admin")
started = time.time_ns()
admin.run()
for reader in readers:
    reader.run()
last_change(started, "item7", "secret 7")
time.sleep(5)
memory = [reader.memory() for reader in readers]
report("memory of a reader with its helper, its own, median", statistics.median(m[0] for m in memory), "MB")
report("the same with its part of what is shared, median", statistics.median(m[1] for m in memory), "MB", 15)
report("the same, of the largest", max(m[1] for m in memory), "MB")

before = ticks_of_all()
time.sleep(30)
idle = ticks_of_all() - before
report("processor time of a reader that waits, in a minute", idle / TICKS / RUNNING * 1000 * 2, "ms")

before = ticks_of_all()
put("item7", "changed")
last_change(time.time_ns(), "item7", "changed")
spent = ticks_of_all() - before
# A program reads the members once, with the first change, and then again when they are others.
report("processor time of each reader for the first change", spent / TICKS / RUNNING * 1000, "ms", 500)

times = []
before = ticks_of_all()
for number in range(CHANGES):
    put("item7", f"changed {number}")
    times.append(last_change(time.time_ns(), "item7", f"changed {number}"))
spent = ticks_of_all() - before
report_times("until the last reader had a change", times, spent, 2, 250)

before = ticks_of_all()
start = time.time_ns()
keychainctl("admin", "sync", "rotate")
report("new keys, and all items under them", (time.time_ns() - start) / 1e9, "s")
times = [last_change(start)]
spent = ticks_of_all() - before
report_times("until the last reader had them, from the start", times, spent, 10, 500)

gone, *rest = readers
start = time.time_ns()
keychainctl("admin", "sync", "remove", gone.name)
report("removal of a reader", (time.time_ns() - start) / 1e9, "s")
put("item7", "not for everybody")
readers = rest
taken = last_change(start, "item7", "not for everybody")
report("until the last other one had what was stored next, from the removal", taken, "s")
if get(gone.name, "item7") != f"changed {CHANGES - 1}":
    sys.exit(f"{gone.name} was removed, and reads on")
sys.exit(0 if is_good else 1)
