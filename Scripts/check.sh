#!/usr/bin/env bash
# What guards main. Continuous integration runs this and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$1"; }

step "format"
# Not the examples: they hold other people's snippets, letter by letter.
swift format lint --strict --recursive Package.swift Sources Tests \
    Benchmarks/Package.swift Benchmarks/Sources Fuzzing/Package.swift Fuzzing/Sources

step "tests"
# Five rounds of the proofs: a writing process is killed 200 times.
PROOF_ROUNDS=5 make test

step "the format, read by a second implementation"
if python3 -c 'import cryptography' 2>/dev/null; then
    python3 -B Specification/Vectors/check.py
else
    echo "skipped: needs python3 with the package cryptography"
fi

step "a session"
make run

step "other programs"
make integrations

step "examples"
# One folder for all: what they share, such as the cryptography, is built once.
builds="$PWD/.build/examples"
for example in Examples/*/Package.swift; do
    (cd "$(dirname "$example")" && swift run --scratch-path "$builds")
done

step "documentation"
Scripts/docs.sh
