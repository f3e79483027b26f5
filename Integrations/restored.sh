#!/usr/bin/env bash
# Restores a remote from an older copy while an admin and many readers have read more: a git repository from a copy of its
# folder, and an etcd server from a snapshot. All of them stop; the admin accepts the older state once, and all go on by
# themselves, with everything that was lost.
#   Integrations/restored.sh [FOLDER-OF-PROGRAMS] [READERS]      50 readers
set -euo pipefail
cd "$(dirname "$0")/.."

programs=$(realpath "${1:-$(swift build --show-bin-path)}")
readers=${2:-50}
folder=$(mktemp -d)
server=
cleanup() {
    [ -z "$server" ] || kill -9 "$server" 2>/dev/null || true
    wait 2>/dev/null
    rm -rf "$folder"
}
trap cleanup EXIT
cd "$folder"
export ETCDCTL_API=3 XDG_DATA_HOME=$folder/data
unset PORTABLE_KEYCHAIN

passed() { printf 'passed   %s\n' "$1"; }
fail() {
    printf 'FAILED   %s\n' "$1" >&2
    [ ! -s log ] || tail -n 20 log >&2
    exit 1
}
tool() { timeout 120 "$programs/keychainctl" "$@"; }
# kc WORDS: a command that must succeed; what it prints for people is in 'log'
kc() { tool "$@" 2>log || fail "keychainctl $*"; }
# ends STATUS WORDS: a command that must end with a status, and ask nobody
ends() {
    local wanted=$1 status=0
    shift
    tool "$@" >/dev/null 2>log </dev/null || status=$?
    [ "$status" = "$wanted" ] || fail "status $status, not $wanted: keychainctl $*"
}
put() { printf '%s' "$3" | kc set --service "$2" --account a --synchronizable --keychain "$1"; }
# is KEYCHAIN ITEM SECRET: a keychain has an item
is() {
    local found
    found=$(tool get "$2/a" --keychain "$1" 2>/dev/null || true)
    [ "$found" = "$3" ] || fail "$2 of $1 is '$found', not '$3'"
}

# begin NAME REMOTE COUNT: an admin and readers, who have all read an item
begin() {
    local name=$1 remote=$2 count=$3 reader
    all=("$name-admin")
    kc create "$name-admin"
    kc sync setup "$remote" --unconfirmed --name admin --keychain "$name-admin" "${options[@]}" </dev/null >"recovery-$name"
    put "$name-admin" mail old
    kc sync now --keychain "$name-admin"
    (umask 077 && kc sync invite --role reader --uses "$count" --keychain "$name-admin" >"code-$name")
    for reader in $(seq "$count"); do
        kc create "$name-$reader"
        kc sync join "$remote" --name "$reader" --keychain "$name-$reader" --code-file "code-$name" "${options[@]}"
        all+=("$name-$reader")
    done
    for keychain in "${all[@]}"; do kc sync now --keychain "$keychain"; done
}
# later NAME: what the copy does not have
later() {
    put "$1-admin" mail new
    put "$1-admin" late "made since"
    for keychain in "${all[@]}"; do kc sync now --keychain "$keychain"; done
    is "${all[-1]}" mail new
}
# restored NAME: everybody is stopped, and one statement is enough
restored() {
    local name=$1
    for keychain in "${all[@]}"; do ends 80 sync now --keychain "$keychain"; done
    grep -qF "keychainctl sync accept-older" log || fail "$name: no command is named"
    ends 80 sync invite --keychain "$name-admin"
    # Nobody has confirmed it, and a reader cannot.
    ends 64 sync accept-older --keychain "$name-admin"
    ends 77 sync accept-older --yes --keychain "${all[-1]}"
    ends 80 sync now --keychain "${all[-1]}"
    passed "$name: ${#all[@]} machines are stopped"
    kc sync accept-older --yes --keychain "$name-admin"
    for keychain in "${all[@]:1}" "$name-admin"; do kc sync now --keychain "$keychain"; done
    for keychain in "${all[@]}"; do
        is "$keychain" mail new
        is "$keychain" late "made since"
    done
    put "$name-admin" mail newest
    kc sync now --keychain "$name-admin"
    kc sync now --keychain "${all[-1]}"
    is "${all[-1]}" mail newest
    ends 0 sync doctor --keychain "${all[-1]}"
    passed "$name: all go on by themselves, and nothing is lost"
}

options=()
git init --quiet --bare "$folder/vault.git"
begin git "$folder/vault.git" 3
cp -r vault.git copy.git
later git
# Put right before anybody decides: the alarm ends by itself.
mv vault.git whole.git
cp -r copy.git vault.git
ends 80 sync now --keychain git-admin
rm -rf vault.git
cp -r whole.git vault.git
kc sync now --keychain git-admin
grep -qF "The alarm has ended" log || fail "git: nobody says that the alarm has ended"
passed "git: the alarm ends with the right repository"
rm -rf vault.git
cp -r copy.git vault.git
restored git

for need in etcd etcdctl; do
    if ! command -v "$need" >/dev/null; then
        echo "SKIPPED  a snapshot of etcd: $need is not installed"
        exit 0
    fi
done
base=$((20000 + BASHPID % 30000))
url=http://127.0.0.1:$base peer=http://127.0.0.1:$((base + 1))
start() {
    etcd --name one --data-dir "$folder/$1" --listen-client-urls "$url" --advertise-client-urls "$url" \
        --listen-peer-urls "$peer" --initial-advertise-peer-urls "$peer" --initial-cluster "one=$peer" \
        --log-level error >>etcd-log 2>&1 &
    server=$!
    for _ in $(seq 300); do etcdctl endpoint health >/dev/null 2>&1 && return || sleep 0.1; done
    fail "etcd does not start"
}
export ETCDCTL_ENDPOINTS=$url
start etcd-one
begin etcd "etcd://127.0.0.1:$base/vaults/drill" "$readers"
etcdctl snapshot save snapshot >log 2>&1 || fail "a snapshot"
later etcd
kill -9 "$server"
wait "$server" 2>/dev/null || true
restore=etcdctl
! command -v etcdutl >/dev/null || restore=etcdutl
$restore snapshot restore snapshot --data-dir etcd-two --name one --initial-cluster "one=$peer" \
    --initial-advertise-peer-urls "$peer" >log 2>&1 || fail "restoring the snapshot"
start etcd-two
restored etcd
