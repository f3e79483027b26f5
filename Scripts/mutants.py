#!/usr/bin/env python3
"""Breaks rules of a module on purpose, one at a time, and says which of them its tests miss.

    Scripts/mutants.py MODULE… [NUMBER…]      all defects of Tests/Mutants/MODULE.txt, or some
    Scripts/mutants.py --apply                whether each edit of all modules fits one place
    Scripts/mutants.py --compile              whether all of them compile, without a run of tests
    Scripts/mutants.py --in FOLDER …          the same for another package

The defects are edits in Tests/Mutants/MODULE.txt. First comes 'target:' and 'tests:', what 'swift test --filter' would
take, and perhaps 'first:', those of them that notice most. Then each defect is a paragraph: a sentence that says what
is wrong, the file, the lines as they are ('- '), and the lines as they become ('+ '), in which the word `mutant` is
true in the run of this defect alone. The lines must be in the file once. A paragraph may end with 'equivalent: ' and
the reason why no test of the module can notice it.

All defects of all modules are compiled at once, in a copy of the package in .build/mutants, which has no other tests
than theirs. It begins with what the package has built, and is compiled where the package is, in a name space of mounts,
so that only what differs is compiled. The working tree is only read. MUTANTS_AT_ONCE= (the number of processors) runs
are made at the same time. What a run found is kept beside the copy, and is not asked again while the tests and the
module are the same: a run that was ended goes on where it stopped. MUTANTS_AGAIN=1 asks again. MUTANTS_FIRST=1 runs
no tests but those of 'first:', and says SURVIVED of more than all tests would.
The status is 1 if fewer than 95 % of the defects without a reason are noticed.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

WANTED = 0.95
# A run of tests that takes so many times as long as without a defect, and so many seconds, has no end.
TIMES, LONGEST = 6, 60
# The seconds that a run has to clean up after its first issue.
MORE = 2
# What is built: the tests of the modules, and what they need.
MANIFEST = """
do {
    var kept: Set<String> = [%s]
    while true {
        let needed = package.targets.filter { kept.contains($0.name) }.flatMap(\\.dependencies).compactMap {
            switch $0 {
            case .targetItem(let name, _), .byNameItem(let name, _): name
            default: nil
            }
        }
        guard !kept.isSuperset(of: needed) else { break }
        kept.formUnion(needed)
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products = []
}
"""
SWITCH = """internal import Glibc

%s
private func number(_ name: String) -> Int { getenv(name).flatMap { Int(String(cString: $0)) } ?? 0 }
"""


class Unfit(Exception):
    """Data that cannot be used."""


class Defect:
    """One edit."""

    def __init__(self, module, number, paragraph):
        self.module, self.number, self.name = module, number, f"{module} {number}"
        if len(paragraph) < 4 or not paragraph[0].endswith("."):
            raise Unfit(f"{self.name}: a sentence, a file, the lines '- ' and the lines '+ ' are needed")
        self.sentence, self.file = paragraph[:2]
        self.reason = None
        lines = {"-": [], "+": []}
        for line in paragraph[2:]:
            if line.startswith("equivalent: "):
                self.reason = line.removeprefix("equivalent: ")
            elif line[:2] in ("- ", "+ "):
                lines[line[0]].append(line[2:].strip())
            else:
                raise Unfit(f"{self.name}: what is this line? {line}")
        self.old, self.new = lines["-"], lines["+"]
        if not self.old or not re.search(r"\bmutant\b", " ".join(self.new)):
            raise Unfit(f"{self.name}: no line '- ', or no word 'mutant' in a line '+ '")

    def place(self, texts):
        """The lines of the file that the edit replaces."""
        if self.file not in texts:
            raise Unfit(f"{self.name}: there is no {self.file}")
        lines = [line.strip() for line in texts[self.file]]
        length = len(self.old)
        places = [at for at in range(len(lines)) if lines[at : at + length] == self.old]
        if len(places) != 1:
            raise Unfit(f"{self.name}: its lines are {len(places)} times in {self.file}: {self.old[0]}")
        return places[0], places[0] + length

    def code(self):
        """What the edit writes: as many lines as it replaces, so that others stay where they are."""
        one = " \n".join(self.new) + "\n" * max(0, len(self.old) - len(self.new))
        return re.sub(r"\bmutant\b", f"(mutantOf{self.module} == {self.number})", one).split("\n")


class Module:
    """The defects of one file."""

    def __init__(self, path):
        self.name, self.head, self.defects = path.stem, {}, []
        text = "\n".join(line for line in path.read_text().splitlines() if not line.startswith("#"))
        paragraphs = [part.splitlines() for part in re.split(r"\n\s*\n", text.strip())]
        for line in paragraphs[0]:
            key, _, value = line.partition(": ")
            self.head[key] = value
        if set(self.head) - {"first"} != {"target", "tests"}:
            raise Unfit(f"{path}: begins with 'target: ' and 'tests: '")
        for number, paragraph in enumerate(paragraphs[1:], 1):
            self.defects.append(Defect(self.name, number, paragraph))

    def tests(self):
        """The filters for the tests to run, one after the other."""
        keys = ["first"] if "first" in self.head and os.environ.get("MUTANTS_FIRST") else ["first", "tests"]
        return [self.head[key] for key in keys if key in self.head]

    def test_targets(self):
        return re.findall(r"\b(\w+Tests)\\\.", self.head["tests"])


def files(root):
    """What is in the package: what git knows, and what it would add."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, check=True, capture_output=True
    ).stdout.decode()
    return sorted(name for name in set(listed.split("\0")) if name and (root / name).is_file())


def edited(root, modules):
    """The texts of the sources that change, by name."""
    defects = [defect for module in modules for defect in module.defects]
    names = {defect.file for defect in defects}
    texts = {name: (root / name).read_text().split("\n") for name in names if (root / name).is_file()}
    places = sorted(((defect.file, *defect.place(texts), defect) for defect in defects), key=lambda place: place[:3])
    for (file, _, end, one), (next_file, start, _, other) in zip(places, places[1:]):
        if file == next_file and start < end:
            raise Unfit(f"{one.name} and {other.name} change the same line of {file}")
    for file, start, end, defect in reversed(places):
        texts[file][start:end] = defect.code()
    changed = {name: "\n".join(lines).encode() for name, lines in texts.items()}
    for target in sorted({module.head["target"] for module in modules}):
        own = [module.name for module in modules if module.head["target"] == target]
        lines = [f'let mutantOf{name} = number("MUTANT_{name}")' for name in own]
        changed[f"{home(target, modules)}/MutantSwitch.swift"] = (SWITCH % "\n".join(lines)).encode()
    tests = ", ".join(f'"{name}"' for name in sorted({name for module in modules for name in module.test_targets()}))
    changed["Package.swift"] = (root / "Package.swift").read_bytes() + (MANIFEST % tests).encode()
    return changed


def home(target, modules):
    """The folder of a target, in which the files of its defects are."""
    for defect in (defect for module in modules if module.head["target"] == target for defect in module.defects):
        folder, found, _ = defect.file.partition(f"/{target}/")
        if found:
            return f"{folder}/{target}"
    raise Unfit(f"no defect of the target {target} is in a folder of this name")


def copied(root, copy, changed):
    """Writes the copy; what is the same stays, so that it is not compiled again."""
    copy.mkdir(parents=True, exist_ok=True)
    wanted = set(files(root)) | set(changed)
    for name in wanted:
        source, target = root / name, copy / name
        content = changed.get(name) if name in changed else source.read_bytes()
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        if name not in changed:
            # The date as well, by which the build sees that a file is the same.
            shutil.copystat(source, target)
    for path in [path for path in copy.rglob("*") if path.is_file() or path.is_symlink()]:
        name = path.relative_to(copy).as_posix()
        if not name.startswith(".build/") and name not in wanted:
            path.unlink()
    # The packages that this one depends on, so that nothing is fetched again, and what is built already.
    taken = ["checkouts", "repositories", "workspace-state.json"]
    if in_place(copy, root, ["true"]) is not None:
        debug = root / ".build" / "debug"
        taken += ["artifacts", "plugins", "build.db", "debug.yaml", "plugin-tools.yaml", "debug"]
        taken += [debug.resolve().relative_to(root / ".build").as_posix()] if debug.exists() else []
    (copy / ".build").mkdir(exist_ok=True)
    for name in taken:
        source, target = root / ".build" / name, copy / ".build" / name
        if source.exists() and not os.path.lexists(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cp", "-a", "--reflink=auto", source, target], check=True)


def in_place(copy, root, command):
    """A command as it runs with the copy where the package is; `None` where this user cannot mount."""
    user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    mount = 'mount --bind "$1" "$2" && cd "$2" && shift 2 && exec "$@"'
    moved = ["unshare", "--mount", *user, "sh", "-c", mount, "sh", str(copy), str(root), *command]
    try:
        possible = subprocess.run([*moved[: -len(command)], "true"], capture_output=True).returncode == 0
    except FileNotFoundError:
        possible = False
    return moved if possible else None


def built(root, copy):
    """Builds the tests of the copy; returns the bundle."""
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    command = [os.environ.get("SWIFT", "swift"), "build", "--build-tests", "--enable-all-traits"]
    command = in_place(copy, root, command) or command
    result = subprocess.run(command, cwd=copy, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    (copy / ".build" / "build.log").write_text(result.stdout)
    if result.returncode != 0:
        errors = [line for line in result.stdout.splitlines() if "error:" in line] or result.stdout.splitlines()[-20:]
        print(*dict.fromkeys(errors[:60]), sep="\n")
        raise Unfit(f"the copy with the defects does not compile; all output is in {copy}/.build/build.log")
    bundle = next((copy / ".build" / "debug").glob("*PackageTests.xctest"))
    # Apart, so that the package can be built again while these tests run.
    return pathlib.Path(shutil.copy2(bundle, bundle.with_name("mutants.xctest")))


class Known:
    """What was found with the same tests and the same module, and what noticed a defect before."""

    def __init__(self, copy, module):
        self.path = copy / ".build" / f"found-{module.name}.json"
        kept = json.loads(self.path.read_text()) if self.path.is_file() else {}
        content = hashlib.sha256()
        folders = [copy / "Tests" / name for name in module.test_targets()]
        folders.append(copy / home(module.head["target"], [module]))
        for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
            content.update(path.as_posix().encode() + b"\0" + path.read_bytes())
        self.digest = content.hexdigest()
        same = kept.get("digest") == self.digest and not os.environ.get("MUTANTS_AGAIN")
        self.found = kept.get("found", {}) if same else {}
        self.runs_all = module.tests()[-1] == module.head["tests"]
        # How long all tests take without a defect, if they pass.
        self.seconds = kept.get("seconds") if same else None
        self.before = {**kept.get("before", {}), **kept.get("found", {})}
        self.lock = threading.Lock()

    def keep(self, defect, issue):
        with self.lock:
            self.found[defect.name] = issue
            kept = {name: issue for name, issue in self.found.items() if issue or self.runs_all}
            whole = {"digest": self.digest, "seconds": self.seconds, "found": kept, "before": self.before}
            new = self.path.with_suffix(".new")
            new.write_text(json.dumps(whole, indent=1))
            new.replace(self.path)


def noticed_by(bundle, copy, module, number, longest, before=None):
    """What notices a defect: a test that fails twice, because a busy machine fails tests too; `None` for nothing.

    A run without an end counts as well, if there are two of them. The test that noticed the defect before comes first.
    """
    former = test_of(before)
    if former is not None:
        issue, _ = run(bundle, copy, module, number, longest, f"{module.head['tests']}(.*/)?{former}")
        if issue is not None and test_of(issue) is not None:
            return issue
    for tests in [*module.tests(), module.tests()[-1]]:
        issue, _ = run(bundle, copy, module, number, longest, tests)
        test = test_of(issue)
        if issue is None and tests == module.tests()[-1]:
            return None
        if issue is None:
            continue
        if test is not None:
            again, passed = run(bundle, copy, module, number, longest, f"{module.head['tests']}(.*/)?{test}")
        elif issue.startswith("no end"):
            again, passed = run(bundle, copy, module, number, 2 * longest, tests)
        else:
            return issue
        if again is not None or (test is not None and passed == 0):
            return again or issue
    return None


def test_of(issue):
    """The name of the test that recorded an issue."""
    found = re.match(r"\w+(?=\()", issue or "")
    return found[0] if found else None


def run(bundle, copy, module, number, longest, tests=None):
    """Runs the tests with one defect; returns what failed first, or `None`, and the number of tests that passed."""
    command = [bundle, "--testing-library", "swift-testing", "--filter", tests or module.head["tests"]]
    folder = tempfile.mkdtemp(prefix="m")
    # What has lost a check may not reach the keychains of who runs this, nor their agent or bus.
    outside = ("XDG_", "DBUS_", "PORTABLE_KEYCHAIN")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(outside)}
    environment |= {f"MUTANT_{module.name}": str(number), "TMPDIR": folder, "HOME": folder}
    log = pathlib.Path(folder) / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=copy,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    end, issue = time.monotonic() + longest, None
    while True:
        try:
            status = process.wait(timeout=0.2)
            break
        except subprocess.TimeoutExpired:
            status = None
        issue = issue or first_issue(log)
        if issue and end > time.monotonic() + MORE:
            end = time.monotonic() + MORE
        if time.monotonic() > end:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            break
    issue = issue or first_issue(log)
    text = log.read_text(errors="replace")
    shutil.rmtree(folder, ignore_errors=True)
    passed = re.search(r"Test run with (\d+) tests? .*passed", text)
    if issue is None and status is None:
        issue = f"no end after {longest:.0f} seconds"
    elif issue is None and status != 0:
        issue = f"status {status}"
    return issue, int(passed[1]) if passed else 0


def first_issue(log):
    """The first issue that a test recorded."""
    # The arguments of a test can have several lines.
    pattern = re.compile(r"Test ([^\n]*?) recorded an issue.*? at (\S+?\.swift:\d+)", re.DOTALL)
    found = pattern.search(log.read_text(errors="replace"))
    return f"{found[1]} at {found[2]}" if found else None


def main(arguments):
    root = pathlib.Path(__file__).resolve().parents[1]
    if arguments[:1] == ["--in"]:
        root, arguments = pathlib.Path(arguments[1]).resolve(), arguments[2:]
    modules = [Module(path) for path in sorted((root / "Tests" / "Mutants").glob("*.txt"))]
    changed = edited(root, modules)
    if arguments == ["--apply"]:
        print(f"{sum(len(module.defects) for module in modules)} edits of {len(modules)} modules fit.")
        return 0
    is_run = arguments != ["--compile"]
    wanted = [module for word in arguments for module in modules if module.name == word]
    numbers = [int(word) for word in arguments if word.isdigit()]
    if is_run and (not wanted or len(wanted) + len(numbers) < len(arguments)):
        raise Unfit(f"MODULE is one of: {' '.join(module.name for module in modules)}")
    copy = root / ".build" / "mutants"
    copied(root, copy, changed)
    bundle = built(root, copy)
    if not is_run:
        print(f"{sum(len(module.defects) for module in modules)} edits of {len(modules)} modules compile.")
        return 0
    return max([tried(bundle, copy, module, numbers) for module in wanted])


def tried(bundle, copy, module, numbers):
    """Runs the tests of a module with its defects; returns the status."""
    known = Known(copy, module)
    longest = max(LONGEST, TIMES * (known.seconds or tests_pass(bundle, copy, module, known)))
    defects = [defect for defect in module.defects if not numbers or defect.number in numbers]

    def found(defect):
        if defect.name not in known.found:
            before = known.before.get(defect.name)
            known.keep(defect, noticed_by(bundle, copy, module, defect.number, longest, before))
        return known.found[defect.name]

    noticed, survived, explained = [], [], []
    pool = concurrent.futures.ThreadPoolExecutor(int(os.environ.get("MUTANTS_AT_ONCE", os.cpu_count() or 1)))
    for defect, issue in zip(defects, pool.map(found, defects)):
        if issue is None:
            (explained if defect.reason else survived).append(defect)
            word = f"explained ({defect.reason})" if defect.reason else "SURVIVED"
        else:
            noticed.append(defect)
            word = f"noticed by {issue}"
        print(f"{defect.number:3} {defect.sentence} {word}", flush=True)
    counted = len(noticed) + len(survived)
    print(f"{module.name}: {len(noticed)} of {counted} defects were noticed; {len(explained)} more are explained.")
    stale = [defect.number for defect in noticed if defect.reason]
    if stale:
        print(f"These were noticed although a reason says that they cannot be: {stale}")
    return 1 if stale or len(noticed) < WANTED * counted else 0


def tests_pass(bundle, copy, module, known):
    """Runs the tests of a module without a defect; returns the seconds that they take."""
    started = time.monotonic()
    issue, tests = run(bundle, copy, module, 0, 1800, module.tests()[-1])
    if issue is not None or tests == 0:
        raise Unfit(f"without a defect, the tests of {module.name} do not pass: {issue or 'there are none'}")
    seconds = time.monotonic() - started
    print(f"{module.name}: {tests} tests in {seconds:.0f} seconds", flush=True)
    if known.runs_all:
        known.seconds = seconds
    return seconds


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Unfit as problem:
        sys.exit(f"mutants: {problem}")
