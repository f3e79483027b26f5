#!/usr/bin/env bash
# Type-checks what only Apple's platforms compile, on Linux: no compiler for them is needed, and none was run.
#
# A copy of Package.swift and Sources has the lines that macOS or iOS would choose: 'os(macOS)' holds, 'canImport(Glibc)'
# does not. Every target that Package.swift has there is compiled up to its module, with warnings as errors, against the
# stubs in Scripts/apple: a module with the signatures of Apple's functions for each framework that is imported.
# Scripts/apple/missing-names.txt lists what the C library of this machine has and Apple's has not. In the end the
# mistakes in Scripts/apple/mistakes.txt are made in the copy, one after the other, and each must be noticed.
#
# This finds names and labels that are wrong, types that do not fit, missing cases and imports, and errors of access and
# of concurrency. It cannot find what the stubs do not say: availability, who owns an object, whether a function behaves
# as expected, and where Apple's Foundation differs from the one here. It says nothing about tvOS, watchOS and visionOS.
set -euo pipefail
cd "$(dirname "$0")/.."

[ "$(uname -s)" = Linux ] || { echo "skipped: the stubs are for Linux; 'swift build' shows more here"; exit 0; }

# As in the Makefile.
export SWIFT_DETERMINISTIC_HASHING=1
: "${SWIFT:=swift}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The modules of other packages are those that 'make test' has compiled.
if ! $SWIFT build --enable-all-traits --build-tests >"$folder/log" 2>&1; then
    grep -A 4 'error:' "$folder/log" | cut -c 1-500 | head -n 40 || tail -n 20 "$folder/log"
    exit 1
fi
products=$($SWIFT build --enable-all-traits --show-bin-path 2>>"$folder/log")
# The compilers are beside the package manager.
PATH="$(dirname "$(readlink -f "$(command -v ${SWIFT%% *})")"):$PATH" \
    python3 -B Scripts/apple/check.py "$products" "$folder"
