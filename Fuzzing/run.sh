#!/usr/bin/env bash
# Fuzzes every reader of strangers' bytes, or some, for a number of seconds each, several at a time.
#
#     Fuzzing/run.sh SECONDS [READER...]
#     JOBS=1 LENGTH=65536 Fuzzing/run.sh 300 csv json
#     SEED=1 Fuzzing/run.sh 8        # the same inputs each time, as far as the time allows
#
# It prints how often each reader was executed, and how many inputs its corpus has grown to. What
# breaks a reader or takes ten seconds is kept in Fuzzing/.build/found/READER-*, and the status is 1.
# Once it is fixed, move the file to Fuzzing/Corpus/READER: every test run reads all of them.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:?seconds for each reader}
shift
readers=("$@")
[ ${#readers[@]} -gt 0 ] || readers=($(ls Corpus))
scratch=${SCRATCH:-.build}
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN)}
export SECONDS_EACH=$seconds SCRATCH_FOLDER=$scratch LONGEST=${LENGTH:-8192} CHANCE=${SEED:-0}

# gold, the usual linker, fails on the counters of libFuzzer.
flags=(--scratch-path "$scratch" -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld)
mkdir -p "$scratch/log" "$scratch/found"
log="$scratch/log/build"
if ! swift build "${flags[@]}" --product Fuzz >"$log" 2>&1; then
    grep -A 4 'error:' "$log" | head -n 40 || tail -n 20 "$log"
    exit 1
fi
printf -- '-- built in %d seconds\n' "$SECONDS"
PROGRAM=$(swift build "${flags[@]}" --show-bin-path)/Fuzz
export PROGRAM

# Swift's own report of crashes would wait for a terminal that is not there.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0

# One reader: a line with its executions, or the end of its log.
fuzz() {
    local reader=$1 log="$SCRATCH_FOLDER/log/$1" grown="$SCRATCH_FOLDER/grown/$1" status=0 limit=10
    # Bundles may ask for some seconds of work; anything beyond that is a finding.
    case $reader in bundle*) limit=60 ;; esac
    mkdir -p "$grown"
    FUZZ_READER="$reader" "$PROGRAM" "$grown" "Corpus/$reader" -max_total_time="$SECONDS_EACH" \
        -seed="$CHANCE" -timeout="$limit" -rss_limit_mb=4096 -max_len="$LONGEST" \
        -artifact_prefix="$SCRATCH_FOLDER/found/$reader-" -print_final_stats=1 \
        >"$log" 2>&1 || status=$?
    local count
    count=$(sed -nE 's/^stat::number_of_executed_units: *([0-9]+)/\1/p' "$log" | tail -n 1)
    if [ "$status" = 0 ]; then
        printf '%-16s %10d executions, %5d inputs\n' "$reader" "${count:-0}" "$(ls "$grown" | wc -l)"
    else
        printf '%-16s FAILED after %s executions; see Fuzzing/%s\n' "$reader" "${count:-?}" "$log"
        tail -n 25 "$log" | cut -c 1-200
    fi
    return "$status"
}
export -f fuzz

status=0
printf '%s\n' "${readers[@]}" | xargs -P "$jobs" -I READER bash -c 'fuzz READER' || status=1
[ "$status" = 0 ] || echo "What was found is in Fuzzing/$scratch/found."
exit "$status"
