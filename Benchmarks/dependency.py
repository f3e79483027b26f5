#!/usr/bin/env python3
"""Measures what a program pays that depends on this package: time to build, packages, and size.

    Benchmarks/dependency.py [--debug] [--check]

Builds three programs from scratch, each with a folder of its own: one without a package, one that seals bytes with
swift-crypto, and one that gets and sets a password. Prints a table of Markdown. '--debug' leaves out the release builds,
which take longer, and '--check' fails above a limit.
"""
import argparse
import json
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MOST = {"debug": 1.35, "release": 1.4}
PROGRAMS = {
    "none": ("", "import Foundation\nprint(Date())\n"),
    "crypto": (
        "Crypto",
        "import Crypto\nimport Foundation\n"
        'print(try AES.GCM.seal(Data("x".utf8), using: SymmetricKey(size: .bits256)).ciphertext.count)\n',
    ),
    "keychain": (
        "PortableKeychain",
        'import PortableKeychain\nlet item = GenericPassword(service: "api", account: "ci")\n'
        "let keychain = try Keychain.default\nprint(try keychain.secret(for: item) != nil)\n"
        'try keychain.set("n3w", for: item)\n',
    ),
}


def crypto():
    """The version of swift-crypto that this package is tested with."""
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    return next(pin["state"]["version"] for pin in pins if pin["identity"] == "swift-crypto")


def make(folder, product, text):
    package = {
        "": ("", ""),
        "Crypto": (f'.package(url: "https://github.com/apple/swift-crypto", exact: "{crypto()}")', "swift-crypto"),
        "PortableKeychain": (f'.package(name: "PortableKeychain", path: "{ROOT}")', "PortableKeychain"),
    }[product]
    dependency = f'.product(name: "{product}", package: "{package[1]}")' if product else ""
    (folder / "Sources/program").mkdir(parents=True)
    (folder / "Sources/program/main.swift").write_text(text)
    (folder / "Package.swift").write_text(
        "// swift-tools-version: 6.0\nimport PackageDescription\n"
        f'let package = Package(name: "program", dependencies: [{package[0]}],\n'
        f'    targets: [.executableTarget(name: "program", dependencies: [{dependency}])])\n'
    )


def swift(folder, *words):
    done = subprocess.run(["swift", *words], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"swift {' '.join(words)}: {done.stdout}{done.stderr}")
    return done.stdout


def packages(folder):
    """The packages that the program resolves, without itself."""
    found = set()

    def add(package):
        for child in package["dependencies"]:
            found.add(child["identity"])
            add(child)

    text = swift(folder, "package", "show-dependencies", "--format", "json")
    add(json.loads(text[text.index("{"):]))
    return found


def build(folder, configuration):
    """Builds from scratch. Returns seconds, and seconds of the processor."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    # As a program is delivered.
    options = ["--static-swift-stdlib"] if configuration == "release" else []
    swift(folder, "build", "--configuration", configuration, *options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - start, work


def size(folder):
    """The bytes of the delivered program, without symbols."""
    program = folder / "stripped"
    source = pathlib.Path(swift(folder, "build", "-c", "release", "--show-bin-path").strip()) / "program"
    subprocess.run(["strip", "-o", program, source], check=True)
    return program.stat().st_size


def objects(folder):
    """The compiled files of each module, the largest number first."""
    counts = {}
    for file in (folder / ".build").rglob("*.o"):
        folders = [part for part in file.parts[:-1] if part.endswith(".build") and part != ".build"]
        module = folders[-1].removesuffix(".build") if folders else "other"
        counts[module] = counts.get(module, 0) + 1
    return sorted(counts.items(), key=lambda pair: -pair[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--debug", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    configurations = ["debug"] if options.debug else ["debug", "release"]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="keychain-dependency-"))
    is_good = True
    try:
        for name, (product, text) in PROGRAMS.items():
            make(folder / name, product, text)
            swift(folder / name, "package", "resolve")
        print("| build from scratch | packages | seconds | of the processor | to swift-crypto alone |")
        print("|---|--:|--:|--:|--:|")
        for configuration in configurations:
            alone = None
            for name in PROGRAMS:
                seconds, work = build(folder / name, configuration)
                alone = work if name == "crypto" else alone
                ratio = work / alone if alone else 0
                shown = f"{ratio:.2f} ×" if alone else "–"
                count = len(packages(folder / name))
                print(f"| {name}, {configuration} | {count} | {seconds:.0f} | {work:.0f} | {shown} |", flush=True)
                if name == "keychain" and ratio > MOST[configuration]:
                    print(f"more than {MOST[configuration]} ×: {configuration}", file=sys.stderr)
                    is_good = False
        print("\nFiles that a debug build compiles, by module:",
              ", ".join(f"{module} {count}" for module, count in objects(folder / "keychain")[:12]))
        if "release" in configurations:
            sizes = [f"{name} {size(folder / name) / 1e6:.1f} MB" for name in PROGRAMS]
            print("Delivered, without symbols:", ", ".join(sizes))
    finally:
        shutil.rmtree(folder)
    return 0 if is_good or not options.check else 1


if __name__ == "__main__":
    sys.exit(main())
