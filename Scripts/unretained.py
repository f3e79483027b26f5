#!/usr/bin/env python3
"""Copies Swift's static libraries, so that a linker leaves out the functions of them that nothing calls.

  Scripts/unretained.py SWIFT FOLDER

The toolchain marks each public function and table of its libraries to be kept in every program (SHF_GNU_RETAIN,
elf(5)), because a program could look for one by its name while it runs. Programs that export no names cannot, so
their linker may keep only what is reached from their own functions and from the lists of types that the runtime
searches. Those lists, the sections whose names begin with "swift5_", stay marked, and with them everything that they
mention. Nothing but the marks is changed.

FOLDER/list is for the linker: ld.lld --remap-inputs-file=FOLDER/list
"""

import json
import pathlib
import struct
import subprocess
import sys

# Those that the programs link.
LIBRARIES = [
    "FoundationEssentials", "_FoundationCollections", "swiftCore", "swiftDispatch", "swiftGlibc",
    "swiftSynchronization", "swift_Concurrency", "swift_RegexParser", "swift_StringProcessing",
]
RETAIN = 0x200000
MEMBER = 60  # ar(5): the bytes before each member


def unmark(data, start):
    """Takes the marks from the object file that begins at a place (elf(5))."""
    if data[start : start + 6] != b"\x7fELF\x02\x01":
        return 0  # The table of symbols of the archive, or names of members.
    (table,) = struct.unpack_from("<Q", data, start + 40)
    size, count, names = struct.unpack_from("<HHH", data, start + 58)
    first = start + table
    # Numbers that do not fit are in the first header.
    count = count or struct.unpack_from("<Q", data, first + 32)[0]
    names = struct.unpack_from("<I", data, first + 40)[0] if names == 0xFFFF else names
    (texts,) = struct.unpack_from("<Q", data, first + names * size + 24)
    marks = 0
    for header in range(first, first + count * size, size):
        name, _, flags = struct.unpack_from("<IIQ", data, header)
        if flags & RETAIN and not data.startswith(b"swift5_", start + texts + name):
            struct.pack_into("<Q", data, header + 8, flags & ~RETAIN)
            marks += 1
    return marks


def copy(library, folder):
    data = bytearray(library.read_bytes())
    if not data.startswith(b"!<arch>\n"):
        raise SystemExit(f"{library} is not an archive")
    place, marks = 8, 0
    while place < len(data):
        size = int(data[place + 48 : place + 58])
        marks += unmark(data, place + MEMBER)
        place += MEMBER + size + size % 2
    if not marks:
        raise SystemExit(f"{library} has no marks: what keeps unused functions in programs now?")
    (folder / library.name).write_bytes(data)


def main(swift, folder):
    info = json.loads(subprocess.run([swift, "-print-target-info"], check=True, capture_output=True).stdout)
    static = pathlib.Path(info["paths"]["runtimeResourcePath"] + "_static") / info["target"]["platform"]
    folder.mkdir(parents=True, exist_ok=True)
    for name in LIBRARIES:
        copy(static / f"lib{name}.a", folder)
    place = f"*/{static.parent.name}/{static.name}"
    lines = [f"{place}/lib{name}.a={folder.resolve()}/lib{name}.a\n" for name in LIBRARIES]
    (folder / "list").write_text("".join(lines))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
