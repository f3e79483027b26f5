#!/usr/bin/env python3
"""Finds the functions that common work executes, and writes them into Scripts/link/order.txt.

Usage: link-order.py [FOLDER]

The linker puts these functions side by side, so that a program needs fewer pages of its file in memory, and fewer page
faults to get them. FOLDER has the static build (make static) by default. A list that is older than the sources does no
harm: functions that no longer exist are skipped, new ones lie among the others. Needs valgrind, nm, dbus-daemon,
and libsecret for Python.
"""

import collections
import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/static/release").resolve()
NAMES = ("keychainctl", "keychaind")
ITEMS = 60


def counted(folder, *words):
    """The words of a command under valgrind, which writes what each process executes into the folder."""
    return [
        "valgrind", "--quiet", "--tool=callgrind", "--demangle=no", "--trace-children=yes",
        f"--callgrind-out-file={folder}/executed.%p", *words,
    ]  # fmt: skip


class Machine:
    """An environment with a keychain of its own."""

    def __init__(self, folder, name):
        self.executed = folder
        self.home = folder / name
        self.home.mkdir()
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        home = str(self.home)
        self.environment = {**kept, "HOME": home, "XDG_DATA_HOME": home, "XDG_RUNTIME_DIR": home}

    def run(self, *words, text="", program="keychainctl"):
        command = counted(self.executed, PROGRAMS / program, *words)
        done = subprocess.run(command, input=text, capture_output=True, text=True, env=self.environment, timeout=300)
        if done.returncode:
            sys.exit(f"{program} {' '.join(words)}: {done.stderr}")

    @contextlib.contextmanager
    def running(self, *words):
        """Runs a program until the end of the block."""
        with open(self.home / "log", "a") as log:
            process = subprocess.Popen(words, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            yield process
        finally:
            process.terminate()
            process.wait()


def wait_until(is_so):
    for _ in range(600):
        if is_so():
            return
        time.sleep(0.1)
    sys.exit("It did not come to this state in a minute.")


def use_commands(folder):
    machine = Machine(folder, "commands")
    link = folder / "git-credential-keychain"
    link.symlink_to(PROGRAMS / "keychainctl")
    machine.run("--version")
    for account in ("a", "b"):
        machine.run("set", "--service", "api", "--account", account, text="secret")
    machine.run("get", "--service", "api", "--account", "a")
    machine.run("get", "api/b")
    question = "protocol=https\nhost=example.com\nusername=me\n"
    for verb, more in (("store", "password=secret\n"), ("get", "")):
        machine.run(verb, text=question + more + "\n", program=link)


def use_secret_service(folder):
    machine = Machine(folder, "bus")
    socket = machine.home / "bus.socket"
    machine.environment["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={socket}"
    configuration = machine.home / "bus.conf"
    configuration.write_text(
        f"<busconfig><type>session</type><listen>unix:path={socket}</listen><auth>EXTERNAL</auth>"
        '<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>'
        '<allow own="*"/></policy></busconfig>'
    )
    with machine.running("dbus-daemon", "--nofork", f"--config-file={configuration}"):
        wait_until(socket.exists)
        with machine.running(*counted(folder, PROGRAMS / "keychaind", "--user")) as service:
            # With libsecret for Python, which distributions build for their own.
            client = ["/usr/bin/python3", "-B", ROOT / "Benchmarks/secret-service.py", "keychaind", str(service.pid)]
            subprocess.run([*client, str(ITEMS)], env=machine.environment, check=True, stdout=subprocess.DEVNULL)


def symbols(path):
    """The functions that a program or a library defines."""
    listed = subprocess.run(["nm", path], capture_output=True, text=True).stdout
    return set(re.findall(r"^[0-9a-f]+ [tTwW] (\S+)$", listed, re.MULTILINE))


def executed(folder):
    """The functions that each program has executed."""
    found = collections.defaultdict(set)
    for path in folder.glob("executed.*"):
        text = path.read_text(errors="replace")
        program = re.search(r"^cmd: +(\S+)", text, re.MULTILINE)
        name = os.path.basename(os.path.realpath(program[1])) if program else ""
        # A function that calls itself is listed as name'2.
        found[name] |= set(re.findall(r"^c?fn=\(\d+\) (\S+?)(?:'\d+)?$", text, re.MULTILINE))
    return found


def main():
    for need in ("valgrind", "nm", "dbus-daemon"):
        if not shutil.which(need):
            sys.exit(f"This needs {need}.")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        use_commands(folder)
        use_secret_service(folder)
        found = executed(folder)
    users = collections.defaultdict(list)
    for name in NAMES:
        own = found[name] & symbols(PROGRAMS / name)
        print(f"{name}: {len(own)} functions")
        for function in own:
            users[function].append(name)
    # Functions of the same programs side by side, those of most programs first.
    order = sorted(users, key=lambda function: (-len(users[function]), users[function], function))
    lines = ["# Functions that common work executes, written by 'make link-order'.", *order]
    (ROOT / "Scripts/link/order.txt").write_text("".join(f"{line}\n" for line in lines))


main()
