#!/usr/bin/env bash
# Compiles the peers and this project for speed, and measures them side by side.
#
#     Benchmarks/run.sh [--sizes 10,10000,1000000] [--rounds 7] [--markdown | --json]
#     Benchmarks/run.sh instructions [--check] [--markdown]
#     Benchmarks/run.sh limits [--check] [--large ITEMS]
#     Benchmarks/run.sh agent [--check] [--reads N] [--instructions]
set -euo pipefail
cd "$(dirname "$0")"

peers=.build/peers
mkdir -p "$peers"
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo -n)
updated=no

say() { echo "$*" >&2; }

# have PACKAGE...: whether the packages are there, or could be installed
have() {
    dpkg -s "$@" >/dev/null 2>&1 && return 0
    command -v apt-get >/dev/null || return 1
    if [ $updated = no ]; then
        "${as_root[@]}" apt-get update >/dev/null 2>&1 || true
        updated=yes
    fi
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" \
        apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1
}

compile() { cc -O2 -Wall -o "$@"; }

if [ "${1:-}" = limits ]; then
    shift
    swift build -c release >&2
    programs=$(swift build -c release --show-bin-path)
    exec "$programs/Limits" --program "$programs/keychainctl" "$@"
fi

if [ "${1:-}" = agent ]; then
    shift
    for product in AgentTrip keychaind; do swift build -c release --product $product >&2; done
    programs=$(swift build -c release --show-bin-path)
    # valgrind cannot read the debug information of Swift, and ends.
    strip --strip-debug -o "$peers/keychaind" "$programs/keychaind"
    exec "$programs/AgentTrip" "$PWD/$peers/keychaind" "$@"
fi

rm -f "$peers"/*
compile "$peers/rows-sqlite" Peers/rows.c -lsqlite3
compile "$peers/syncs.so" -shared -fPIC Peers/syncs.c -ldl
if have libsqlcipher-dev; then
    compile "$peers/rows-sqlcipher" -DSQLCIPHER Peers/rows.c -lsqlcipher
else
    say "skipped: SQLCipher; the package libsqlcipher-dev cannot be installed here"
fi
counts=no
[ "${1:-}" != instructions ] || counts=yes
if [ $counts = yes ]; then
    # Counted only beside the stores of rows. Without valgrind, the program says what is missing.
    have valgrind || true
elif have gnome-keyring libsecret-1-dev libsecret-tools dbus-daemon; then
    read -ra secret <<<"$(pkg-config --cflags --libs libsecret-1)"
    compile "$peers/keyring" Peers/keyring.c "${secret[@]}"
else
    say "skipped: gnome-keyring; its package, libsecret-1-dev or dbus cannot be installed here"
fi
if [ $counts = yes ]; then
    :
elif have libssl-dev; then
    compile "$peers/keys" Peers/keys.c -lcrypto
else
    say "skipped: OpenSSL's keys; the package libssl-dev cannot be installed here"
fi

swift build -c release >&2
programs=$(swift build -c release --show-bin-path)
# valgrind cannot read the debug information of Swift, and ends.
[ $counts = no ] || strip --strip-debug -o "$peers/work" "$programs/Benchmarks"
"$programs/Benchmarks" --peers "$PWD/$peers" --programs "$programs" "$@"
[ $counts = no ] || exit 0
[[ " $* " != *" --json "* ]] || exit 0
echo
"$programs/KeysAndCertificates" "$PWD/$peers/keys"
echo
"$programs/LargeItems" 1 20 100
