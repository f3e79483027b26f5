#!/usr/bin/env bash
# Counts the instructions of whole processes, from the loader to the exit, with valgrind. Unlike times, they hardly
# differ from run to run and from machine to machine.
#
#   Scripts/start-up.sh [--check] [PROGRAM]     --check: fails if a process needs more than its limit
#
# PROGRAM is the static build (make static) by default. ITEMS (10,000) says how many items a large keychain has.
set -euo pipefail
items=${ITEMS:-10000}
check=no
if [ "${1-}" = --check ]; then check=yes && shift; fi
program=$(realpath "${1:-.build/static/release/keychainctl}")
for need in valgrind strip; do
    command -v $need >/dev/null || { echo "skipped: needs $need"; exit 0; }
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# valgrind cannot read the debugging information of every compiler.
strip -o "$folder/keychainctl" "$program"
export HOME=$folder XDG_DATA_HOME=$folder/data PATH=$folder:$PATH
unset "${!PORTABLE_KEYCHAIN_@}"
cd "$folder"
bad=0

# count LIMIT NAME PROGRAM WORDS...: runs a program on what it reads, and prints its row
count() {
    local limit=$1 name=$2 program status=0 instructions verdict=
    program=$(command -v "$3")
    shift 3
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file=log -- "$program" "$@" >output || status=$?
    instructions=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' log)
    if [ $status != 0 ] || [ ! -s output ] || [ -z "$instructions" ]; then
        echo "$name: it failed with status $status" >&2
        exit 1
    fi
    if [ "$limit" != - ] && [ "$instructions" -gt "${limit}00000" ]; then verdict=' too many' bad=1; fi
    printf '| %s | %d.%d M | %s |%s\n' "$name" $((instructions / 1000000)) $((instructions / 100000 % 10)) \
        "$([ "$limit" = - ] && echo – || echo "$((limit / 10)) M")" "$verdict"
}

for helper in git docker cargo aws; do ln -s keychainctl $helper-credential-keychain; done
ln -s keychainctl keyring
ln -s keychainctl security
printf secret | keychainctl set --service api --account ci
printf secret | keyring set https://pypi.example.com/simple/ me
printf 'protocol=https\nhost=example.com\nusername=me\npassword=secret\n\n' | git-credential-keychain store
printf '{"ServerURL":"registry.example.com","Username":"me","Secret":"secret"}' | docker-credential-keychain store
printf '{"AccessKeyId":"id","SecretAccessKey":"secret"}' | aws-credential-keychain set work
{
    printf '{"v":1,"registry":{"index-url":"sparse+https://example.com/"},"kind":"login","token":"secret"'
    printf ',"login-url":"https://example.com/","args":[]}\n'
} | cargo-credential-keychain >output

echo '| process | instructions | limit |'
echo '|---|--:|--:|'
# The limits are in hundreds of thousands.
count 40 'keychainctl --version' keychainctl --version
count 90 'keychainctl get' keychainctl get --service api --account ci
count 95 'keychainctl get, by name' keychainctl get api/ci
count 85 'git-credential-keychain get' git-credential-keychain get < <(printf 'protocol=https\nhost=example.com\n\n')
count 85 'docker-credential-keychain get' docker-credential-keychain get <<<registry.example.com
count 80 'cargo-credential-keychain' cargo-credential-keychain --cargo-plugin \
    <<<'{"v":1,"registry":{"index-url":"sparse+https://example.com/"},"kind":"get","operation":"read","args":[]}'
count 80 'aws-credential-keychain get' aws-credential-keychain get work
count 80 'keyring get' keyring get https://pypi.example.com/simple/ me
count 85 'keychainctl helper keyring get' keychainctl helper keyring get --mode=creds --output=json -- \
    https://pypi.example.com/simple/ me
count 80 'security find-generic-password' security find-generic-password -s api -w
count - 'keychainctl get, read by the argument parser' keychainctl get -s api -a ci

keychainctl create many >output 2>&1
# An import takes at most 200,000 lines.
for ((first = 1; first <= items; first += 100000)); do
    last=$((first + 99999 < items ? first + 99999 : items))
    {
        echo name,url,username,password
        seq $first $last | sed 's/.*/site&,https:\/\/host&.example.com,user&,secret&/'
    } >many.csv
    keychainctl import many.csv --keychain many --yes >output 2>&1
done
count 90 "keychainctl get, $items items" keychainctl get --server host7.example.com --account user7 --keychain many
count 90 "keychainctl get, by name, $items items" keychainctl get user7@host7.example.com --keychain many
limit=3100
[ "$items" = 10000 ] || limit=-
count $limit "keychainctl list, $items items" keychainctl list --keychain many
[ $bad = 0 ] || echo "the limits are exceeded" >&2
[ $check = no ] || exit $bad
