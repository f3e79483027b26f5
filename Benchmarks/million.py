#!/usr/bin/env python3
"""Measures keychainctl with many items: time, processor time and peak memory of each command.

    Benchmarks/million.py KEYCHAINCTL [--items 1000000]

Makes a keychain in a temporary folder, of logins imported from a CSV file, and works with it. Prints a table of
Markdown. A million items take ten minutes and three gigabytes of disk.
"""
import argparse
import os
import shutil
import subprocess
import tempfile
import time

def measure(program, folder, words, lines=None, typed=None, data="data"):
    """Runs a command with a line of input, and returns seconds, seconds of the processor, peak memory in MB, and time of the first line."""
    environment = {
        "HOME": folder, "XDG_DATA_HOME": os.path.join(folder, data), "PATH": "/usr/bin:/bin",
    }
    start = time.monotonic()
    process = subprocess.Popen(
        [program, *words], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, cwd=folder,
    )
    process.stdin.write(typed or b"")
    process.stdin.close()
    first = None
    count = 0
    while chunk := process.stdout.read1(1 << 16):
        first = first or time.monotonic() - start
        count += chunk.count(b"\n")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - start
    if process.returncode != 0:
        raise SystemExit(f"keychainctl {' '.join(words)} failed with {process.returncode}")
    if lines is not None and count != lines:
        raise SystemExit(f"keychainctl {' '.join(words)} wrote {count} lines instead of {lines}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, first


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--items", type=int, default=1_000_000)
    options = parser.parse_args()
    program, items = os.path.abspath(options.program), options.items
    folder = tempfile.mkdtemp(prefix="keychain-million-")
    file = os.path.join(folder, "data", "portable-keychain", "default.keychain")
    try:
        print("| work | seconds | of the processor | peak memory | first result |")
        print("|---|--:|--:|--:|--:|")

        def show(title, words, lines=None, **more):
            seconds, work, memory, first = measure(program, folder, words, lines, **more)
            answer = f"{first:.2f} s" if first and lines else "–"
            print(f"| {title} | {seconds:.1f} | {work:.1f} | {memory:.0f} MB | {answer} |", flush=True)

        with open(os.path.join(folder, "logins.csv"), "w", encoding="utf-8") as table:
            table.write("name,url,username,password\n")
            for i in range(items):
                table.write(f"site {i},https://host-{i // 10}.example.org,user-{i},correct horse {i}\n")
        show("`import` of a CSV into a new keychain", ["import", "logins.csv", "--yes"])
        show("`import` of what is there", ["import", "logins.csv", "--yes"])
        print(f"the file has {os.path.getsize(file) / 1e6:.0f} MB")
        show("`list`", ["list"], items)
        show("`list --json`", ["list", "--json"])
        show("`search` for one item", ["search", f"user-{items - 1}"], 1)
        show("`search` for all items", ["search", "example.org"], items)
        show("`search` for an address", ["search", f"example.org/user-{items - 1}"], 1)
        show("`export` as JSON", ["export", "all.json", "--plain"])
        show("`backup`", ["backup", "all.backup"], typed=b"two words\n")
        print(f"the backup has {os.path.getsize(os.path.join(folder, 'all.backup')) / 1e6:.0f} MB")
        restore = ["restore", "all.backup", "--yes"]
        show("`restore` of what is there", restore, typed=b"two words\n")
        show("`restore` into a new keychain", restore, typed=b"two words\n", data="again")
        shutil.rmtree(os.path.join(folder, "again"))
        show("`import` of the JSON into a new keychain", ["import", "all.json", "--yes"], data="again")
        shutil.rmtree(os.path.join(folder, "again"))
        several = [
            ("`restore`", restore), ("`import` of a CSV", ["import", "logins.csv", "--yes"]),
            ("`import` of the JSON", ["import", "all.json", "--yes"]),
        ]
        for title, words in several:
            measure(program, folder, ["set", "--service", "one"], typed=b"x", data="again")
            show(f"{title} into a keychain with one item", words, typed=b"two words\n", data="again")
            shutil.rmtree(os.path.join(folder, "again"))
        show("`rotate`", ["rotate", "--yes"])
        # Otherwise the names of what was deleted stay.
        measure(program, folder, ["history", "--off", "--yes"])
        show("`delete` of all", ["delete", "--all", "--class", "internet", "--yes"])
        print(f"the file has {os.path.getsize(file) / 1e6:.1f} MB")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
