#!/usr/bin/env bash
# Runs in a new Debian as root, from Packaging/first-hour.sh: what a stranger does who has an hour.
#   in-a-first-hour.sh FOLDER
set -euo pipefail
in=$1
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

step() { printf '%s\n' "first hour: $1" >&2; }
fail() { echo "failed: $1" >&2; exit 1; }
useradd --create-home --shell /bin/bash ann
chown -R ann "$in/tool" "$in/PortableKeychain"
# As ann, with the compiler.
as_ann() { su ann --shell /bin/bash --command "export HOME=/home/ann PATH=$PATH; cd; $1"; }

step "the package"
apt-get install --yes --no-install-recommends "$in/keychainctl.deb" >/dev/null

step "a Swift program with tests, by address and version"
as_ann "cd $in/tool && swift build --disable-automatic-resolution" >"/tmp/log" 2>&1 || { cat /tmp/log >&2; fail "the build"; }
as_ann "cd $in/tool && swift test --disable-automatic-resolution" >"/tmp/log" 2>&1 || { cat /tmp/log >&2; fail "the tests"; }
grep -qE 'Test run with [1-9][0-9]* tests? .*passed' /tmp/log || { cat /tmp/log >&2; fail "no test ran"; }

step "README's session, with README's program"
as_ann "mkdir bin && ln -s /usr/bin/keychainctl $in/tool/.build/debug/FirstProgram bin/ && bash $in/session.sh bin" \
    >/tmp/log 2>&1 || { cat /tmp/log >&2; fail "the session"; }

step "passwords of a browser"
printf 'name,url,username,password,note\nshop,https://shop.example/login,ann,pa55,\n' >/tmp/passwords.csv
as_ann 'keychainctl import --yes /tmp/passwords.csv' >/tmp/log 2>&1 || { cat /tmp/log >&2; fail "import"; }
[ "$(as_ann 'keychainctl get shop.example')" = pa55 ] || fail "the imported password"

step "a script"
[ "$(as_ann "keychainctl run --env PASSWORD=shop.example -- sh -c 'echo \${#PASSWORD}'")" = 4 ] || fail "run"
# Not through a pipe: grep ends at the first match, and the list, which is written in parts, fails then.
grep -q '"shop.example"' <<<"$(as_ann 'keychainctl list --json')" || fail "list --json"

step "back again"
as_ann 'keychainctl delete shop.example --yes' || fail "delete"
! as_ann 'keychainctl get shop.example' 2>/tmp/log || fail "deleted, and still there"
as_ann 'keychainctl undo' || fail "undo"
[ "$(as_ann 'keychainctl get shop.example')" = pa55 ] || fail "what came back"

echo "passed: the first hour"
