#!/usr/bin/env bash
# Times keychaind beside gnome-keyring, in one run: store, replace, look-up, miss, and a search for 300 items.
# Each of them answers on a bus of its own, with nothing stored at first, and is called through libsecret.
#   Benchmarks/secret-service.sh [--check] [FOLDER-OF-PROGRAMS] [ITEMS...]  (10 300; gnome-keyring takes long beyond that)
# --check fails if a look-up of keychaind takes more than 6 pings of the bus, which are less than 1 ms on a machine of
# today, or if it takes more than 22 MiB of memory: for the static build and 5000 items.
set -euo pipefail
check=()
if [ "${1-}" = --check ]; then check=(--check) && shift; fi
programs=$(realpath "${1:-.build/release}")
shift || true
[ $# -gt 0 ] || set -- 10 300
here=$(realpath "$(dirname "$0")")
folder=$(mktemp -d)
pids=()
cleanup() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    rm -rf "$folder"
}
trap cleanup EXIT

start_bus() { # NAME
    mkdir -p "$folder/$1"
    export HOME=$folder/$1 XDG_DATA_HOME=$folder/$1 XDG_RUNTIME_DIR=$folder/$1
    export DBUS_SESSION_BUS_ADDRESS=unix:path=$folder/$1/bus
    cat >"$folder/$1/conf" <<END
<busconfig><type>session</type><listen>unix:path=$folder/$1/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
END
    dbus-daemon --nofork --config-file="$folder/$1/conf" 2>/dev/null &
    pids+=($!)
    for _ in $(seq 100); do [ ! -S "$folder/$1/bus" ] || return 0; sleep 0.05; done
}
measure() { # NAME PID
    # With libsecret for Python, which distributions build for their own.
    /usr/bin/python3 -B "$here/secret-service.py" "$@"
}

for items in "$@"; do
    start_bus "keychaind-$items"
    "$programs/keychaind" --user &
    pids+=($!)
    measure keychaind "$!" "$items" "${check[@]}"
    if command -v gnome-keyring-daemon >/dev/null && [ "$items" -le "${MOST_FOR_OTHERS:-1000}" ]; then
        start_bus "gnome-keyring-$items"
        printf pw | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 &
        pids+=($!)
        measure gnome-keyring "$!" "$items"
    fi
done
