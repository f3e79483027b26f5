#!/usr/bin/env bash
# Fuzzes every reader of strangers' bytes, or some, for a number of seconds each.
#
#     Fuzzing/run.sh SECONDS [READER...]
#
# What breaks a reader is kept in Fuzzing/.build/found/READER-*. Once it is fixed, move the file to
# Fuzzing/Corpus/READER: `CorpusTests` reads all of them in every test run.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:?seconds for each reader}
shift
readers=("$@")
[ ${#readers[@]} -gt 0 ] || readers=($(ls Corpus))
scratch=${SCRATCH:-.build}

# gold, the usual linker, fails on the counters of libFuzzer.
flags=(--scratch-path "$scratch" -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld)
swift build "${flags[@]}" --product Fuzz
program=$(swift build "${flags[@]}" --show-bin-path)/Fuzz

# Swift's own report of crashes would wait for a terminal that is not there.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0
for reader in "${readers[@]}"; do
    grown="$scratch/grown/$reader"
    mkdir -p "$grown" "$scratch/found"
    # Bundles may ask for some seconds of work; anything beyond that is a finding.
    FUZZ_READER="$reader" "$program" "$grown" "Corpus/$reader" -max_total_time="$seconds" -timeout=60 \
        -rss_limit_mb=4096 -max_len=8192 -artifact_prefix="$scratch/found/$reader-" \
        -print_final_stats=1
done
