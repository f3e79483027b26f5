#!/usr/bin/env bash
# What guards main. Continuous integration runs this and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$1"; }

step "format"
swift format lint --strict --recursive Package.swift Sources Tests Examples Benchmarks

step "tests"
make test

step "a session"
make run

step "examples"
for example in Examples/*/Package.swift; do
    (cd "$(dirname "$example")" && swift run)
done
