"""Runs a program that may read everything, or what is named, and may write only to what is named (landlock(7)).

confined.py [--read PATH]... [--write PATH]... -- PROGRAM ARGUMENTS...
"""
import ctypes
import os
import struct
import sys

CREATE, ADD, RESTRICT = 444, 445, 446
EXECUTE, WRITE_FILE, READ_FILE, READ_DIRECTORY = 1, 2, 4, 8
READING = EXECUTE | READ_FILE | READ_DIRECTORY
# What the second version of its interface knows, which Debian 12's kernel has.
ALL = (1 << 14) - 1

libc = ctypes.CDLL(None, use_errno=True)


def call(number, *arguments):
    result = libc.syscall(number, *arguments)
    if result < 0:
        sys.exit(f"Landlock: {os.strerror(ctypes.get_errno())}")
    return result


def main(words):
    end = words.index("--")
    named = list(zip(words[:end:2], words[1:end:2]))
    if not any(option == "--read" for option, _ in named):
        named.append(("--read", "/"))
    rules = call(CREATE, struct.pack("=Q", ALL), 8, 0)
    for option, path in named:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        allowed = READING if option == "--read" else ALL
        if not os.path.isdir(path):
            allowed &= EXECUTE | WRITE_FILE | READ_FILE
        call(ADD, rules, 1, struct.pack("=Qi", allowed, place), 0)
    libc.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS
    call(RESTRICT, rules, 0)
    os.execvp(words[end + 1], words[end + 1 :])


main(sys.argv[1:])
