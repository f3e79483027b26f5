#!/usr/bin/env bash
# What guards main. Continuous integration runs this and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

# As the Makefile has it, for what is built without make.
export SWIFT_DETERMINISTIC_HASHING=1

current=
# The processor time of all commands that have ended, in seconds. A subshell would count from zero.
measure() {
    times >"$clock"
    used=$(sed -nE '2s/[ms.]/ /gp' "$clock" | awk '{ print $1 * 60 + $2 + $4 * 60 + $5 }')
}
clock=$(mktemp)
trap 'rm -f "$clock"' EXIT
# Ends a step with its duration, and starts the next one.
step() {
    measure
    [ -z "$current" ] ||
        printf -- '-- %s: %d seconds (processor time: %d)\n' "$current" $((SECONDS - since)) $((used - before))
    current=$1
    since=$SECONDS
    before=$used
    [ -z "$current" ] || printf '\n== %s\n' "$current"
}
failed() { printf -- '-- %s failed after %d seconds\n' "$current" $((SECONDS - since)); }
trap failed ERR

# First what is quick, so that it is known soon.
step "format"
# Not the examples: they hold other people's snippets, letter by letter.
swift format lint --strict --recursive Package.swift Sources Tests Scripts \
    Benchmarks/Package.swift Benchmarks/Sources Fuzzing/Package.swift Fuzzing/Sources \
    Porting/Package.swift Porting/Sources Porting/Tests

step "the scripts themselves"
Scripts/self-test.sh

step "tests"
# Every sample, and five rounds of the proofs: a writing process is killed 200 times.
make test-long PROOF_ROUNDS=5

step "fuzzing"
# Some seconds for each reader: longer than the build would be too long here. `make fuzz-nightly`
# gives each five minutes.
make fuzz

step "the public interface"
Scripts/api.sh --check

step "the format, read by a second implementation"
if python3 -c 'import cryptography' 2>/dev/null; then
    python3 -B Specification/Vectors/check.py
else
    echo "skipped: needs python3 with the package cryptography"
fi

step "a session"
make run
# The same on a terminal, where newcomers run it: nobody may be asked anything.
timeout 60 script -qec "Scripts/session.sh .build/debug/keychainctl" /dev/null </dev/null >/dev/null

step "the program to install"
make static
programs=(keychainctl)
for program in $(Scripts/hardware.sh programs); do programs+=("$program"); done
Scripts/hardening.sh "${programs[@]/#/.build/static/release/}"
Scripts/size.sh --check .build/static/release
Scripts/start-up.sh --check .build/static/release/keychainctl

step "packages"
Packaging/test.sh .build/static/release/keychainctl

step "devices that synchronize"
make simulation

step "other programs"
make integrations

step "examples"
# One folder for all: what they share, such as the cryptography, is built once.
builds="$PWD/.build/examples"
for example in Examples/*/Package.swift; do
    (
        cd "$(dirname "$example")"
        swift run --scratch-path "$builds"
        [ ! -d Tests ] || swift test --scratch-path "$builds"
        # A package resolves what traits need only if it asks for one.
        grep -q 'traits:' Package.swift || ! grep -q swift-configuration Package.resolved
    )
done

step "a build without traits"
# Traits are off unless somebody asks for them. In the folder of the examples, which have compiled most of it so.
for program in keychain-etcd keychain-fido2 keychain-tpm keychaind; do
    swift build --only-use-versions-from-resolved-file --scratch-path "$builds" --product "$program"
done
if swift package --only-use-versions-from-resolved-file --scratch-path "$builds" show-dependencies | grep swift-configuration; then
    echo "A build without traits resolves packages that only a trait needs."
    exit 1
fi
if grep -rlE '/tss2/|/fido\.h|/systemd/|/curl/' "$builds/debug" --include='*.d'; then
    echo "These were built without traits, and include headers of libraries that only traits need."
    exit 1
fi

step "moving a package"
Porting/test.sh "$builds"

step "documentation"
Scripts/docs.sh

step ""
printf '\nEverything passed in %d seconds.\n' "$SECONDS"
