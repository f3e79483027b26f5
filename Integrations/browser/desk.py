"""A home with a keychain, a user who answers questions, and rows that are run one after the other."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

HOST_NAME = "org.keepassxc.keepassxc_browser"
FIREFOX_ID = "keepassxc-browser@keepassxc.org"
PASSCODE = "1234"

# A pinentry program. It writes down each question, and answers as the first rule says whose pattern is in it.
ASKER = """#!/usr/bin/python3 -ISB
import json, os, re, sys, urllib.parse
folder = os.path.dirname(os.path.abspath(sys.argv[0]))
told = {}
print("OK", flush=True)
for line in sys.stdin:
    name, _, value = line.rstrip("\\n").partition(" ")
    if name in ("CONFIRM", "MESSAGE", "GETPIN"):
        text = told.get("SETDESC", "")
        with open(folder + "/asked", "a") as file:
            file.write(json.dumps([name, text, told]) + "\\n")
        with open(folder + "/answers") as file:
            rules = json.load(file)
        answer = next((answer for pattern, answer in rules if re.search(pattern, text, re.S | re.I)), "no")
        if answer == "other":
            print("ERR 83886194 Not confirmed <Pinentry>", flush=True)
        elif answer == "no":
            print("ERR 83886179 Operation cancelled <Pinentry>", flush=True)
        elif name == "GETPIN":
            print("D " + (PASSCODE if answer == "yes" else answer) + "\\nOK", flush=True)
        else:
            print("OK", flush=True)
        continue
    if name.startswith("SET"):
        told[name] = urllib.parse.unquote(value)
    print("OK", flush=True)
    if name == "BYE":
        break
""".replace("PASSCODE", repr(PASSCODE))


class Failure(Exception):
    """A row that is not as it should be."""


def check(holds, text, *shown):
    if not holds:
        raise Failure(" ".join([text, *(repr(value) for value in shown)]))


def await_true(condition, text, seconds=20):
    """Waits until something holds that another program brings about."""
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        check(time.monotonic() < end, f"waited {seconds} s until {text}")
        time.sleep(0.05)


def steady(look, text):
    """Waits until something is there and moves no more."""

    def still():
        first = look()
        time.sleep(0.2)
        return first if first and first == look() else None

    return await_true(still, text)


class Desk:
    """A home of its own, with a keychain and a user."""

    def __init__(self, programs):
        self.tool = os.path.join(programs, "keychainctl")
        self.folder = tempfile.mkdtemp(prefix="desk.")
        self.home = os.path.join(self.folder, "home")
        self.data = os.path.join(self.folder, "data")
        for folder in (self.home, self.data, os.path.join(self.folder, "run")):
            os.mkdir(folder, 0o700)
        asker = os.path.join(self.folder, "asker")
        with open(asker, "w") as file:
            file.write(ASKER)
        os.chmod(asker, 0o700)
        self.environment = {
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "HOME": self.home,
            "XDG_DATA_HOME": self.data,
            "XDG_RUNTIME_DIR": os.path.join(self.folder, "run"),
            "TMPDIR": self.folder,
            "KEYCHAINCTL_QUICK_PASSCODES": "1",
            "PORTABLE_KEYCHAIN_AUTHENTICATOR": asker,
        }
        self.agent = None
        # The texts of all questions that asked() returned.
        self.heard = []
        self.answers("yes")

    def start_agent(self):
        """Starts the agent; from now on every program of this home must ask it."""
        beside = os.path.join(os.path.dirname(self.tool), "keychaind")
        installed = os.path.join(os.path.dirname(self.tool), "../libexec/portable-keychain/keychaind")
        program = beside if os.path.exists(beside) else installed
        with open(os.path.join(self.folder, "agent.log"), "ab") as log:
            self.agent = subprocess.Popen(
                [program, "--agent"], env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self.environment["PORTABLE_KEYCHAIN_AGENT"] = "require"
        socket = os.path.join(self.environment["XDG_RUNTIME_DIR"], "portable-keychain", "agent")
        await_true(lambda: os.path.exists(socket), "the agent listens")

    def close(self):
        if self.agent:
            self.agent.terminate()
            self.agent.wait(20)
            del self.environment["PORTABLE_KEYCHAIN_AGENT"]
        # The kernel keeps some keys of a keychain that is only locked.
        self.run("remove-keychain", "default", "--yes", status=None)
        shutil.rmtree(self.folder, ignore_errors=True)

    def answers(self, *rules):
        """Decides how the user answers: yes, no, or other (the second button).

        A pair of a pattern and an answer is for questions that the pattern is in.
        """
        rules = [rule if isinstance(rule, tuple) else ("", rule) for rule in rules]
        with open(os.path.join(self.folder, "answers"), "w") as file:
            json.dump(rules, file)

    def asked(self):
        """The texts of the questions since the last call."""
        path = os.path.join(self.folder, "asked")
        with contextlib.suppress(FileNotFoundError), open(path) as file:
            texts = [json.loads(line)[1] for line in file]
            os.remove(path)
            self.heard += texts
            return texts
        return []

    def run(self, *arguments, text=None, status=0):
        """Runs keychainctl, and returns its output."""
        end = subprocess.run(
            [self.tool, *arguments], input=text or "", env=self.environment, capture_output=True, text=True, timeout=60
        )
        check(status is None or end.returncode == status, f"keychainctl {arguments[0]}:", end.returncode, end.stderr)
        return end.stdout

    def store(self, address, secret):
        self.run("set", address, "--exact", text=secret)

    def secret(self, address):
        return self.run("get", address)

    def items(self):
        return json.loads(self.run("list", "--json"))

    def set_passcode(self):
        self.run("passcode", "set", text=f"{PASSCODE}\n")

    def lock(self):
        self.run("lock")

    def enable(self):
        """Lets browsers of this home use the keychain, and returns the host's manifest for Firefox."""
        self.run("browser", "enable", "firefox", "chromium")
        return self.manifest(".mozilla/native-messaging-hosts")

    def manifest(self, folder):
        with open(os.path.join(self.home, folder, HOST_NAME + ".json")) as file:
            return json.load(file)


class Rows:
    """Checks, each with its name of one line."""

    def __init__(self):
        self.rows = []
        self.failed = 0

    def row(self, text):
        def add(function):
            self.rows.append((text, function))
            return function

        return add

    def run(self, make, chosen=""):
        """Runs each row on a stage of its own, which is closed afterwards, and returns the number of failures."""
        for text, function in self.rows:
            if not re.search(chosen, text, re.I):
                continue
            stage = None
            try:
                stage = make()
                more = function(stage)
                print(f"passed   {text}" + (f": {more}" if more else ""), flush=True)
            except Exception as error:
                self.failed += 1
                print(f"FAILED   {text}: {error}", file=sys.stderr, flush=True)
                if not isinstance(error, Failure):
                    traceback.print_exc()
                if stage is not None and hasattr(stage, "report"):
                    stage.report()
            finally:
                if stage is not None:
                    stage.close()
        return self.failed
