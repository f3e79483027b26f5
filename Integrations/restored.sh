#!/usr/bin/env bash
# Restores a remote from an older copy while an admin and many readers have read more: a git repository from a copy of its
# folder, and an etcd server from a snapshot. All of them stop; the admin accepts the older state once, and all
# continue by themselves, with everything that was lost.
#   Integrations/restored.sh [FOLDER-OF-PROGRAMS] [READERS]      50 readers
set -euo pipefail
cd "$(dirname "$0")/.."

programs=$(realpath "${1:-$(swift build --show-bin-path)}")
readers=${2:-50}
# shellcheck source=Integrations/keychains.sh
. Integrations/keychains.sh

# ends STATUS WORDS: a command that must end with a status, and ask nobody
ends() {
    local wanted=$1 status=0
    shift
    tool "$@" >/dev/null 2>log </dev/null || status=$?
    [ "$status" = "$wanted" ] || fail "status $status, not $wanted: keychainctl $*"
}

# begin NAME REMOTE COUNT: an admin and readers, who have all read an item
begin() {
    local name=$1 remote=$2 count=$3 reader
    all=("$name-admin")
    kc create "$name-admin"
    kc sync setup "$remote" --unconfirmed --name admin --keychain "$name-admin" "${options[@]}" </dev/null >"recovery-$name"
    put "$name-admin" mail/a old
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
    put "$1-admin" mail/a new
    put "$1-admin" late/a "made since"
    for keychain in "${all[@]}"; do kc sync now --keychain "$keychain"; done
    is "${all[-1]}" mail/a new
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
        is "$keychain" mail/a new
        is "$keychain" late/a "made since"
    done
    put "$name-admin" mail/a newest
    kc sync now --keychain "$name-admin"
    kc sync now --keychain "${all[-1]}"
    is "${all[-1]}" mail/a newest
    ends 0 sync doctor --keychain "${all[-1]}"
    passed "$name: all continue by themselves, and nothing is lost"
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
    pids[etcd]=$!
    for _ in $(seq 300); do etcdctl endpoint health >/dev/null 2>&1 && return || sleep 0.1; done
    fail "etcd does not start"
}
export ETCDCTL_ENDPOINTS=$url
start etcd-one
begin etcd "etcd://127.0.0.1:$base/vaults/drill" "$readers"
etcdctl snapshot save snapshot >log 2>&1 || fail "a snapshot"
later etcd
stop etcd
restore=etcdctl
! command -v etcdutl >/dev/null || restore=etcdutl
$restore snapshot restore snapshot --data-dir etcd-two --name one --initial-cluster "one=$peer" \
    --initial-advertise-peer-urls "$peer" >log 2>&1 || fail "restoring the snapshot"
start etcd-two
restored etcd
