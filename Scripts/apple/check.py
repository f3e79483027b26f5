"""Type-checks the package as Apple's systems see it: see Scripts/check-apple.sh."""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

import branches

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
STUBS = {file.stem: file for file in HERE.glob("*.swift")}
# Modules that are others on Apple's platforms: swift-crypto's re-exports CryptoKit there, and Foundation has more in it.
RENAMED = {"Crypto": "CryptoKit", "Foundation": "AppleFoundation"}
IMPORT = re.compile(r"^(\s*(?:@\w+ )*(?:\w+ )?import )(\w+)$", re.MULTILINE)


class Problem(Exception):
    """An error that ends the check at once."""


class Copy:
    """The package as one of Apple's systems sees it, in a folder of its own."""

    def __init__(self, folder, system, products, other=None):
        self.folder, self.system = folder, system
        self.active = {}
        self.write("Package.swift")
        self.targets = other.targets if other else self.manifest_targets()
        for target in self.targets.values():
            for source in sorted((ROOT / target["path"]).rglob("*")):
                if source.suffix in (".swift", ".h", ".c", ".modulemap"):
                    self.write(str(source.relative_to(ROOT)))
        for stub in STUBS.values():
            self.write(f"Stubs/{stub.name}", stub)
        self.modules = folder / "modules"
        self.modules.mkdir()
        self.search = ["-I", self.modules] + (other.search if other else self.search_options(products))

    def write(self, path, source=None, change=lambda text: text):
        """Writes a file of the repository into the copy, with its conditions decided."""
        text = change((source or ROOT / path).read_text())
        try:
            if path.endswith(".swift"):
                text, active = branches.turned(text, lambda term: branches.swift_term(term, self.system, STUBS))
                if not source:
                    text = IMPORT.sub(lambda found: found[1] + RENAMED.get(found[2], found[2]), text)
            else:
                active = ""
                if path.endswith((".c", ".h")):
                    active = branches.turned(text, lambda term: branches.c_term(term, self.system))[1]
        except branches.UnknownCondition as condition:
            raise Problem(f"{path}: Scripts/apple/branches.py cannot decide this condition: {condition}") from None
        if not source:
            self.active[path] = active
        copy = self.folder / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text)

    def manifest_targets(self):
        """The targets below Sources that Apple's systems build, with those of them that each one needs."""
        command = ["swift", "package", "--package-path", self.folder, "dump-package"]
        dump = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        targets = {
            target["name"]: target
            for target in dump["targets"]
            if target.get("path", "").startswith("Sources/")
        }
        for target in targets.values():
            target["needs"] = set()
            for need in target["dependencies"]:
                ((kind, words),) = need.items()
                has_systems = any(isinstance(word, dict) and word["platformNames"] for word in words)
                if kind != "product" and not has_systems and words[0] in targets:
                    target["needs"].add(words[0])
        # Libraries of the system that only Linux's build needs are listed there, and nothing here needs them.
        needed = set().union(*(target["needs"] for target in targets.values()))
        return {name: it for name, it in targets.items() if it["type"] != "system" or name in needed}

    def search_options(self, products):
        """The options by which the compiler finds modules of other packages, and C modules."""
        others = self.folder / "others"
        others.mkdir()
        own = {folder.name for folder in (ROOT / "Sources").glob("*/*")}
        for module in (products / "Modules").glob("*.swiftmodule"):
            if module.stem not in own:
                (others / module.name).symlink_to(module)
        maps = list(ROOT.glob(".build/checkouts/*/Sources/*/include/module.modulemap"))
        # Those of C modules without a map of their own, which the package manager has written.
        for module in products.glob("*.build/module.modulemap"):
            if module.parent.stem not in own:
                maps.append(module)
        for target in self.targets:
            folder = self.home(target)
            if (folder / "include").exists():
                text = f'module {target} {{ header "{target}.h" export * }}\n'
                (folder / "include" / "module.modulemap").write_text(text)
            maps += folder.glob("**/module.modulemap")
        options = ["-I", others, "-module-cache-path", self.folder / "cache"]
        for module in maps:
            options += ["-Xcc", f"-fmodule-map-file={module}", "-Xcc", "-I", "-Xcc", module.parent]
        return options

    def home(self, name):
        return self.folder / self.targets[name]["path"]

    def sources(self, name):
        return sorted(self.home(name).rglob("*.swift"))

    def options(self, name):
        """The options with which the package manager compiles a target, as far as they decide what is an error."""
        options = ["-module-name", name.replace("-", "_"), "-package-name", "apple", "-swift-version", "6"]
        options += ["-D", "SWIFT_PACKAGE", "-D", "DEBUG", "-warnings-as-errors"]
        for setting in self.targets[name]["settings"]:
            if "enableUpcomingFeature" in setting["kind"]:
                options += ["-enable-upcoming-feature", setting["kind"]["enableUpcomingFeature"]["_0"]]
        if not (self.home(name) / "main.swift").exists():
            options.append("-parse-as-library")
        return options + self.search

    def module(self, name):
        """Compiles a target or a stub as far as its module; the errors."""
        path = self.modules / f"{name.replace('-', '_')}.swiftmodule"
        command = ["swiftc", "-emit-module", "-emit-module-path", path, "-whole-module-optimization"]
        if name in STUBS:
            stub = self.folder / "Stubs" / f"{name}.swift"
            return self.errors(
                command + ["-module-name", name, "-swift-version", "5", "-parse-as-library"] + self.search + [stub]
            )
        return self.errors(command + self.options(name) + self.sources(name))

    def files(self, name, paths):
        """Type-checks some files of a target; the errors."""
        command = ["swiftc", "-frontend", "-typecheck"]
        for source in self.sources(name):
            command += ["-primary-file", source] if str(source.relative_to(self.folder)) in paths else [source]
        return self.errors(command + self.options(name))

    def c_file(self, path):
        """Type-checks a file of C; the errors."""
        command = ["clang", "-fsyntax-only", "-Wall", "-Werror", "-U__linux__", "-D__APPLE__"]
        command += [f"-DSYSTEM_{self.system}", "-isystem", HERE / "include", "-include", HERE / "include" / "darwin.h"]
        for folder in (self.folder / "Sources").glob("*/*/include"):
            command += ["-I", folder]
        return self.errors(command + [self.folder / path])

    def errors(self, command):
        result = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        found = re.findall(r"^(\S.*?):(\d+):\d+: error: (.*)", result.stderr, re.MULTILINE)
        if result.returncode and not found:
            raise Problem(f"{' '.join(map(str, command[:4]))} failed:\n{result.stderr[-4000:]}")
        return [f"{path.removeprefix(f'{self.folder}/')}:{line}: {words}" for path, line, words in dict.fromkeys(found)]

    def modules_in_order(self):
        """Compiles all stubs and targets, each after those that it needs; the errors of each."""
        needs = {name: {found[1] for found in IMPORT.findall(stub.read_text())} for name, stub in STUBS.items()}
        for name, target in self.targets.items():
            if self.sources(name):
                needs[name] = set(STUBS) | target["needs"]
        needs = {name: those & needs.keys() for name, those in needs.items()}
        failed, done, running = {}, set(), {}
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            while True:
                for name in [name for name in needs if needs[name] <= done]:
                    running[pool.submit(self.module, name)] = name
                    del needs[name]
                if not running:
                    return done, failed, set(needs)
                finished, _ = concurrent.futures.wait(running, return_when="FIRST_COMPLETED")
                for task in finished:
                    name = running.pop(task)
                    if task.result():
                        failed[name] = task.result()
                    else:
                        done.add(name)


def target_of(path):
    """The target to which a file belongs: Sources/WING/TARGET/…"""
    return path.split("/")[2]


def missing_names():
    """The names of the list, as patterns, with what is said of each."""
    rules = []
    for line in (HERE / "missing-names.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, reason = re.split(r"\s+# ", line, maxsplit=1)
            words = re.escape(name).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")
            rules.append((name, re.compile(rf"(?<!\w){words}(?!\w)"), reason))
    return rules


def wrong_names(active, rules):
    """Finds names of the list in lines for Apple's platforms."""
    problems = []
    for path, text in active.items():
        # The compiler of this machine ignores which versions of Apple's systems have a name.
        asks = re.findall(r"macOS \d+", text)
        code = branches.without_text(text)
        present = [rule for rule in rules if rule[1].search(code)]
        for number, line in enumerate(code.split("\n") if present else [], 1):
            for name, pattern, reason in present:
                exception = re.search(r"'(macOS \d+)'", reason)
                if pattern.search(line) and not (exception and exception[1] in asks):
                    problems.append(f"{path}:{number}: {name} is not on Apple's platforms: {reason}")
    return problems


def report(problems):
    if problems:
        raise Problem("\n".join(problems))


def check(mac, ios):
    """Checks both copies, and says what was checked."""
    rules = missing_names()
    report(wrong_names(mac.active | {path: text for path, text in ios.active.items() if text != mac.active[path]}, rules))

    c_files = [path for path in mac.active if path.endswith(".c")]
    report([error for copy in (mac, ios) for path in c_files for error in copy.c_file(path)])

    done, failed, skipped = mac.modules_in_order()
    problems = [error for errors in failed.values() for error in errors]
    if skipped:
        problems.append(f"Not checked, because they need those: {', '.join(sorted(skipped))}.")
    report(problems)

    # On iOS, only files that it sees otherwise; the modules are those of macOS, except for the stubs.
    different = collections.defaultdict(set)
    for path, text in ios.active.items():
        if path.endswith(".swift") and text != mac.active[path]:
            different[target_of(path)].add(path)
    report([error for name in ("Security", "LocalAuthentication") for error in ios.module(name)])
    report([error for name, paths in different.items() for error in ios.files(name, paths)])
    print(
        f"As macOS sees them: {len(done) - len(STUBS)} modules; as iOS does where it differs: "
        f"{sum(map(len, different.values()))} files; {len(c_files)} files of C: no errors."
    )


def mistakes():
    """The deliberate mistakes of the list."""
    text = (HERE / "mistakes.txt").read_text()
    found = re.findall(r"^# (.*)\n(\S+) (\S+)\n- (.*)\n\+ ?(.*)\n! (.*)$", text, re.MULTILINE)
    if len(found) != text.count("\n!"):
        raise Problem("Scripts/apple/mistakes.txt has an entry in another form.")
    return found


def notice(copy, what, path, old, new, words):
    """Makes a mistake in a copy, and demands that it is found there."""
    if (ROOT / path).read_text().count(old) != 1:
        raise Problem(f"Scripts/apple/mistakes.txt: {path} does not have this once: {old}")
    try:
        copy.write(path, change=lambda text: text.replace(old, new))
        found = wrong_names({path: copy.active[path]}, missing_names())
        if not found:
            found = copy.c_file(path) if path.endswith(".c") else copy.files(target_of(path), {path})
    except Problem as problem:
        found = [str(problem)]
    finally:
        copy.write(path)
    if not any(words in line for line in found):
        report([f"This mistake is not noticed: {what}. Instead of '{words}':", *(found or ["nothing"])])


def run():
    products, folder = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    mac = Copy(folder / "macOS", "macOS", products)
    ios = Copy(folder / "iOS", "iOS", products, mac)
    check(mac, ios)
    for what, path, system, *change in mistakes():
        notice({"macOS": mac, "iOS": ios}[system], what, path, *change)
    print(f"{len(mistakes())} deliberate mistakes are noticed.")


if __name__ == "__main__":
    try:
        run()
    except Problem as problem:
        sys.exit(str(problem))
