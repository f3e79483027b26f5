#!/usr/bin/env bash
# What guards main: a gate that every change passes, and long proofs.
#
#   Scripts/check.sh gate    what every change passes ('make check')
#   Scripts/check.sh long    all long proofs ('make check-long')
#   Scripts/check.sh day     the gate, and the long proofs of this day: continuous integration
#   Scripts/check.sh all     everything, before a release; goes on where it stopped on the same commit
#   Scripts/check.sh plan    lists the steps: the gate's, and those of each day
set -euo pipefail
cd "$(dirname "$0")/.."

# As the Makefile has it, for what is built without make.
export SWIFT_DETERMINISTIC_HASHING=1

# What is quick comes first, so that it is known soon. The last steps use the modules that the tests have built.
gate=(format scripts tests apple interface vectors session documentation)
# The long proofs of one day, each at most as long as the gate. All of them run in as many days as there are lines.
days=(
    "long-tests"
    "fuzzing simulation mutants"
    "programs packages"
    "integrations porting"
    "examples without-traits"
)

check_format() {
    # Not the examples: they hold other people's snippets, letter by letter.
    swift format lint --strict --recursive Package.swift Sources Tests Scripts \
        Benchmarks/Package.swift Benchmarks/Sources Fuzzing/Package.swift Fuzzing/Sources \
        Porting/Package.swift Porting/Sources Porting/Tests
}

check_scripts() { Scripts/self-test.sh; }

check_tests() { make test-all; }

# Every sample, and five rounds of the proofs: a writing process is killed 200 times.
check_long-tests() { make test-long PROOF_ROUNDS=5; }

# Some seconds for each reader. 'make fuzz-nightly' gives each five minutes.
check_fuzzing() { make fuzz; }

# What only Apple's platforms compile, against the signatures of Apple's functions.
check_apple() { Scripts/check-apple.sh; }

check_interface() { Scripts/api.sh --check; }

# The format, read by a second implementation.
check_vectors() {
    if python3 -c 'import cryptography' 2>/dev/null; then
        python3 -B Specification/Vectors/check.py
    else
        echo "skipped: needs python3 with the package cryptography"
    fi
}

check_session() {
    make run
    # The same on a terminal, where newcomers run it: nobody may be asked anything.
    timeout 60 script -qec "Scripts/session.sh .build/debug" /dev/null </dev/null >/dev/null
}

# The code that documents show compiles, and the site has no broken link.
check_documentation() {
    Scripts/snippets.py
    Scripts/site.sh
}

# The programs to install.
check_programs() {
    make static
    local programs=(keychainctl) program
    for program in $(Scripts/hardware.sh programs); do programs+=("$program"); done
    Scripts/hardening.sh "${programs[@]/#/.build/static/release/}"
    Scripts/size.sh --check .build/static/release
    Scripts/start-up.sh --check .build/static/release/keychainctl
}

# Of the programs that were made before.
check_packages() {
    Packaging/test.sh .build/static/release/keychainctl
    rm -rf .build/first-hour
    Packaging/deb.sh .build/static/release/keychainctl .build/first-hour >/dev/null
    Packaging/first-hour.sh .build/first-hour
    Packaging/installed.sh .build/first-hour Integrations/browser.sh /usr/bin "a one-time code and a passkey"
}

# Devices that synchronize.
check_simulation() { make simulation; }

# The edits that break rules on purpose compile; what notices them takes hours ('make mutants').
check_mutants() { Scripts/mutants.py --compile; }

# Other programs.
check_integrations() { make integrations; }

# One folder for all examples: what they share, such as the cryptography, is built once.
builds="$PWD/.build/examples"

check_examples() {
    local example
    for example in Examples/*/Package.swift; do
        (
            cd "$(dirname "$example")"
            swift run --scratch-path "$builds"
            [ ! -d Tests ] || swift test --scratch-path "$builds"
            # A package resolves what traits need only if it asks for one.
            grep -q 'traits:' Package.swift || ! grep -qE 'swift-configuration|swift-nio-ssl' Package.resolved
        )
    done
}

# Traits are off unless a build asks for them. In the folder of the examples, which have compiled most of it so.
check_without-traits() {
    local program
    for program in keychain-etcd keychain-fido2 keychain-tpm keychaind; do
        swift build --only-use-versions-from-resolved-file --scratch-path "$builds" --product "$program"
    done
    if swift package --only-use-versions-from-resolved-file --scratch-path "$builds" show-dependencies |
        grep -E 'swift-configuration|swift-nio'; then
        echo "A build without traits resolves packages that only a trait needs."
        return 1
    fi
    if grep -rlE '/tss2/|/fido\.h|/systemd/|/curl/' "$builds/debug" --include='*.d'; then
        echo "These were built without traits, and include headers of libraries that only traits need."
        return 1
    fi
}

# A package in the old style is ported, built and tested.
check_porting() { Porting/test.sh "$builds"; }

current=
# The steps that passed, each with its commit, so that a release that was interrupted does not start from the beginning.
# Only 'all' reads it: continuous integration begins in a new clone, and who runs a step by hand wants it to run.
passed=.build/passed-steps
commit=$(git rev-parse HEAD 2>/dev/null) || commit=
# The commit says what was tested only where nothing is changed.
is_clean() { [ -n "$commit" ] && [ -z "$(git status --porcelain)" ]; }

# The processor time of all commands that have ended, in seconds. A subshell would count from zero.
measure() {
    times >"$clock"
    used=$(sed -nE '2s/[ms.]/ /gp' "$clock" | awk '{ print $1 * 60 + $2 + $4 * 60 + $5 }')
}
clock=$(mktemp)
# Runs at the exit, also of a step that ends the script.
ended() {
    local status=$?
    rm -f "$clock"
    [ "$status" = 0 ] || [ -z "$current" ] ||
        printf -- '-- %s failed after %d seconds\n' "$current" $((SECONDS - since))
}
trap ended EXIT

# Runs one step, and says how long it took.
step() {
    current=$1
    if [ "$mode" = all ] && is_clean && grep -qsx "$commit $current" "$passed"; then
        printf '\n== %s: passed before on this commit\n' "$current"
        return
    fi
    since=$SECONDS
    measure
    local before=$used
    printf '\n== %s\n' "$current"
    "check_$current"
    measure
    printf -- '-- %s: %d seconds (processor time: %d)\n' "$current" $((SECONDS - since)) $((used - before))
    if is_clean; then
        mkdir -p "$(dirname "$passed")"
        echo "$commit $current" >>"$passed"
    fi
}

# The day decides: nobody chooses which proofs a change has to pass.
today=$(($(date +%s) / 86400 % ${#days[@]}))
mode=${1-}
case $mode in
gate) steps=" ${gate[*]} " ;;
long) steps=" ${days[*]} " ;;
day) steps=" ${gate[*]} ${days[today]} " ;;
all) steps=" ${gate[*]} ${days[*]} " ;;
plan)
    printf 'gate: %s\n' "${gate[*]}"
    printf 'a day: %s\n' "${days[@]}"
    exit
    ;;
*) sed -n '4,8s/^# \{0,1\}//p' "$0" && exit 64 ;;
esac
# The long tests are the tests with every sample, so they take their place.
if [[ $steps == *" tests "*" long-tests "* ]]; then
    steps=${steps/ long-tests / }
    steps=${steps/ tests / long-tests }
fi
read -ra steps <<<"$steps"
printf 'Steps: %s\n' "${steps[*]}"
for name in "${steps[@]}"; do step "$name"; done
printf '\nEverything passed in %d seconds.\n' "$SECONDS"
