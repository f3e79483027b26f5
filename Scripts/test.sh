#!/usr/bin/env bash
# Builds and runs the tests: a line for each test target, the failures with their details, and how
# many tests passed. Everything else that they print goes to .build/test.
#
#   Scripts/test.sh             everything but the suites that take long
#   Scripts/test.sh FILTER…     what 'swift test --filter' would run
#   PROOF_ROUNDS=1 Scripts/test.sh   everything, with samples of what takes long
#   PROOF_ROUNDS=5 Scripts/test.sh   the same without samples (see Tests/TestRounds)
#   TEST_ROUNDS=10 TEST_LOAD=4 Scripts/test.sh FILTER…   ten times, while four programs keep the
#                               processors busy and one keeps the disk busy
#
# Each target runs in a process of its own, so that a crash costs the results of one target. As many
# as TEST_LANES says run at the same time, because many tests wait for other programs: 2 without the
# suites that take long, otherwise 1. The status is 0 when everything passed, and 1 otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."

# As in the Makefile.
export SWIFT_DETERMINISTIC_HASHING=1
: "${SWIFT:=swift}"
: "${TEST_ROUNDS:=1}"
: "${TEST_LOAD:=0}"
# What is named is run, also if it takes long.
: "${PROOF_ROUNDS:=$(($# > 0))}"
export PROOF_ROUNDS
# What is left then is quick also beside others.
: "${TEST_LANES:=$((PROOF_ROUNDS == 0 ? 2 : 1))}"
# What is measured under load runs alone beside it.
[ "$TEST_LOAD" = 0 ] || TEST_LANES=1
logs=.build/test

# Runs tests without the package manager, which would take a second for each target.
run() {
    local bundle
    bundle=$(echo .build/debug/*PackageTests.xctest)
    if [ -f "$bundle" ]; then
        "$bundle" --testing-library swift-testing "$@"
    else
        $SWIFT test --skip-build --enable-all-traits --disable-xctest "$@" # Apple's systems make a folder.
    fi
}

# Runs one filter under a name, and prints its line and its failures.
if [ "${1-}" = --one ]; then
    name=$2 filter=$3 events=$logs/$2.json status=0
    # What runs may not rely on an order of sets and dictionaries.
    unset SWIFT_DETERMINISTIC_HASHING
    run --filter "$filter" --event-stream-output-path "$events" --event-stream-version 6.3 \
        </dev/null >"$logs/$name.log" 2>&1 || status=$?
    [ -e "$events" ] || : >"$events"
    # At once, so that the lines of one run stay together.
    report=$(LC_ALL=C awk -f Scripts/test-report.awk -v name="$name" -v status="$status" \
        -v log_file="$logs/$name.log" -v totals="$logs/totals" "$events")
    printf '%s\n' "$report"
    [[ $report == ✔* ]] || printf '%s\n' "$report" >>"$logs/failed"
    rm "$events"
    exit
fi

mkdir -p "$logs"
rm -f "$logs"/*

if ! $SWIFT build --build-tests --enable-all-traits >"$logs/build.log" 2>&1; then
    # Most errors are repeated for each file that was compiled beside them.
    if grep -q 'error:' "$logs/build.log"; then
        grep -A 4 'error:' "$logs/build.log" | awk '!seen[$0]++' | cut -c 1-300 | head -n 60
    else
        tail -n 20 "$logs/build.log" | cut -c 1-300
    fi
    echo "✘ The build failed after $SECONDS seconds; all of its output is in $logs/build.log"
    exit 1
fi
echo "✔ built in $SECONDS seconds"

began=$SECONDS
filters=("$@")
if [ $# = 0 ]; then
    # Without quotation marks, as the name of a test may be any text. Those that take minutes come first, so that the
    # last ones are short.
    long='keychainctlTests|keychaindTests|KeychainSyncGitTests|TidyTests|PortableKeychainTests'
    targets=$(run --list-tests | sed -nE 's/^([A-Za-z0-9_]+)\..*/\1/p' | sort -u |
        awk -v long="^($long)\$" '$0 ~ long { print; next } { rest = rest $0 "\n" } END { printf "%s", rest }')
    for target in $targets; do filters+=("^$target\\."); done
fi

# A crash says where; what is under test is started without this variable.
export SWIFT_BACKTRACE="${SWIFT_BACKTRACE:-enable=yes,interactive=no,color=no,threads=crashed}"

once=("${filters[@]}")
for ((round = 1; round < TEST_ROUNDS; round++)); do filters+=("${once[@]}"); done

if [ "$TEST_LOAD" -gt 0 ]; then
    load=()
    trap 'kill "${load[@]}" 2>/dev/null || true; rm -f "$logs/load"' EXIT
    for ((i = 0; i < TEST_LOAD; i++)); do
        (while :; do :; done) &
        load+=($!)
    done
    (while :; do dd if=/dev/zero of="$logs/load" bs=64k count=64 conv=fsync 2>/dev/null; done) &
    load+=($!)
fi

# Unlocked keys that tests leave in the kernel count in the user's quota.
kept() {
    : >"$logs/$1"
    .build/debug/ProofHelper kept . "$logs/$1" # In bytewise order.
}
kept keys-before

number=0
runs=()
for filter in "${filters[@]}"; do
    name=$(tr -d '^\\' <<<"${filter%.}" | tr -c '[:alnum:]\n' '-')
    [ "$TEST_ROUNDS" = 1 ] || name=$name-$((number / ${#once[@]} + 1))
    # Two filters can have the same letters and digits.
    [[ " ${runs[*]-} " != *" $name "* ]] || name=$name-$number
    runs+=("$name" "$filter")
    number=$((number + 1))
done
# Not by jobs of this shell, which ignore the signals of a terminal. One without a result is missing in the totals.
: >"$logs/totals"
printf '%s\0' "${runs[@]}" | xargs -0 -n 2 -P "$TEST_LANES" Scripts/test.sh --one || true
# Again at the end, because a failure among many lines is not seen, and a long output is often cut at its start.
if [ "$number" -gt 1 ] && [ -e "$logs/failed" ]; then
    echo "What failed:"
    cat "$logs/failed"
fi
kept keys-after
left=$(LC_ALL=C comm -13 "$logs/keys-before" "$logs/keys-after")

if [ -n "$left" ]; then
    echo "✘ The tests left these keys in the kernel (keyrings(7)):"
    echo "$left"
    exit 1
fi

LC_ALL=C awk -v runs="$number" -v logs="$logs" -v seconds=$((SECONDS - began)) -v rounds="$PROOF_ROUNDS" '
    { tests += $1; suites += $2; issues += $3; crashes += $5 }
    END {
        result = sprintf("%d tests in %d suites", tests, suites)
        if (NR == runs && runs > 0 && issues + crashes == 0) {
            printf "✔ Test run with %s passed after %d seconds.\n", result, seconds
            if (rounds == 0) print "  '"'make test-all'"' also runs the suites that take long."
            exit 0
        }
        printf "✘ Test run with %s failed after %d seconds with %d issues", result, seconds, issues
        if (crashes) printf " and %d runs without a result", crashes
        printf ".\n  All output is in %s\n", logs
        exit 1
    }' "$logs/totals"
