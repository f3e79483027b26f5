#!/usr/bin/env bash
# A session at the terminal, for real: a keychain on disk, in a folder that goes when it ends.
#   Scripts/session.sh FOLDER-OF-THE-PROGRAMS
set -euo pipefail

# The session shows what scripts get. On a terminal, a command that finds the keychain locked would ask
# for the passcode and wait, so the session gives up its terminal.
if (: </dev/tty) 2>/dev/null && command -v setsid >/dev/null; then
    exec setsid --wait bash "$0" "$@"
fi

programs=$(realpath "${1:?usage: $0 FOLDER-OF-THE-PROGRAMS}")
folder=$(mktemp -d)
output=$folder/output
cleanup() {
    keychainctl lock >/dev/null 2>&1 || true # Takes the keys out of the kernel's keyring.
    rm -rf "$folder"
}
trap cleanup EXIT
export HOME=$folder XDG_DATA_HOME=$folder/data
cd "$folder"

keychainctl() { "$programs/keychainctl" "$@"; }
FirstProgram() { "$programs/FirstProgram" "$@"; }

# Runs a line as it is shown; checks its status, and the words that its output must hold.
session() {
    local status=$1 words=$2 line=$3 actual=0
    printf '\n$ %s\n' "$line"
    (eval "$line") >"$output" 2>&1 || actual=$?
    cat "$output"
    # A secret that was printed has no newline of its own.
    [ ! -s "$output" ] || [ -z "$(tail -c 1 "$output")" ] || echo
    if [ "$actual" != "$status" ]; then
        printf '\nThe status is %s, not %s.\n' "$actual" "$status" >&2
        exit 1
    fi
    if [ -n "$words" ] && ! grep -qF -- "$words" "$output"; then
        printf '\nThe output does not say "%s".\n' "$words" >&2
        exit 1
    fi
}

echo "# Keep a secret and read it back."
session 0 ""            'keychainctl create work'
session 0 ""            'keychainctl default work'
session 0 ""            'echo s3cret | keychainctl set api/ci --label "API token"'
session 0 "s3cret"      'keychainctl get api/ci'

echo
echo "# A Swift program reads the same secret, and stores another one."
session 0 "s3cret"      'FirstProgram'
session 0 "n3w"         'keychainctl get api/ci'
session 0 "generic	api	ci	API token	keychainctl" 'keychainctl list'
session 0 ""            'echo pa55 | keychainctl set --server example.com --protocol https --account me'
session 0 "https://example.com" 'keychainctl list'
session 44 "no item"    'keychainctl get --service nothing'

echo
echo "# None of it can be read on the disk."
session 1 "" 'grep -r -e s3cret -e n3w -e "API token" -e example.com data'

echo
echo "# Keep a key, and a certificate that was made for it: together they are an identity."
session 0 "PUBLIC KEY"  'keychainctl key generate --tag com.example.server'
session 0 "1 imported"  'keychainctl key export --tag com.example.server | openssl req -x509 -new -key /dev/stdin -subj /CN=server.example -days 90 | keychainctl certificate import'
session 0 "server.example" 'keychainctl identity list'

echo
echo "# Set a passcode, lock, and unlock."
session 0 ""            'echo "correct horse" | keychainctl passcode set'
session 0 ""            'keychainctl lock'
session 36 "keychainctl: the keychain is locked; unlock it with 'keychainctl unlock'" 'keychainctl get api/ci'
session 51 "passcode is wrong" 'echo "wrong horse" | keychainctl unlock'
session 0 ""            'echo "correct horse" | keychainctl unlock --for 15m'
if grep -q 'keeps no keys' "$output"; then
    session 36 "is locked" 'keychainctl get api/ci'
else
    session 0 "n3w"  'keychainctl get api/ci'
fi
session 0 "checked"     'keychainctl verify'

printf '\nEverything was as expected.\n'
