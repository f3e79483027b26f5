#!/usr/bin/env bash
# What guards main. Continuous integration runs this and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$1"; }

step "format"
# Not the examples: they hold other people's snippets, letter by letter.
swift format lint --strict --recursive Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources

step "tests"
make test

step "a session"
make run

step "examples"
for example in Examples/*/Package.swift; do
    (cd "$(dirname "$example")" && swift run)
done

step "documentation"
Scripts/docs.sh
