#!/usr/bin/env bash
# Breaks a cluster of three etcd servers while five members with real keychains write and synchronize, and shows that
# nothing is lost, nothing is twice, and nobody raises a false alarm: kill -9 and SIGSTOP of the leader, a server that is
# cut off from the others or from everybody, a full disk, devices whose clocks differ by a day.
#   Integrations/fleet.sh [SECONDS] [FOLDER-OF-PROGRAMS]      chaos; 60 seconds
#   Integrations/fleet.sh measure [FOLDER-OF-PROGRAMS]        how long things take; fails if a limit is missed
#   Integrations/fleet.sh readers [FOLDER-OF-PROGRAMS]        the same with FLEET_READERS (500) readers, each with
#                                                             programs of its own, which takes some 15 MB a reader
# The servers are in network namespaces, or, where those are not permitted, on loopback without partitions.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
measures=
case $seconds in measure | readers) measures=yes ;; esac
programs=$(realpath "${2:-$(swift build --show-bin-path)}")
for need in etcd etcdctl ip; do
    if ! command -v "$need" >/dev/null; then
        echo "SKIPPED  the fleet: $need is not installed"
        exit 0
    fi
done
export ETCDCTL_API=3

folder=$(mktemp -d)
# Names of our own, so that two runs on one machine do not meet; 15 characters is the most for a device.
id=kc$((BASHPID % 100000))
net=10.213.$((BASHPID % 250 + 1))
declare -A pids=()
members=""
has_net="" has_disk=""
cleanup() {
    set +e
    [ -z "$members" ] || kill -9 "$members" 2>/dev/null
    for n in "${!pids[@]}"; do kill -CONT "${pids[$n]}" && kill -9 "${pids[$n]}"; done 2>/dev/null
    wait 2>/dev/null
    if [ -n "$has_net" ]; then
        for n in 1 2 3; do ip netns del "$id-$n"; done
        ip link del "$id"
    fi 2>/dev/null
    [ -z "$has_disk" ] || umount -l "$folder/n3"
    rm -rf "$folder"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

make_net() {
    ip link add "$id" type bridge && ip addr add "$net.254/24" dev "$id" && ip link set "$id" up || return
    for n in 1 2 3; do
        ip netns add "$id-$n" && ip link add "$id-$n" type veth peer name eth0 netns "$id-$n" &&
            ip link set "$id-$n" master "$id" up && ip -n "$id-$n" addr add "$net.$n/24" dev eth0 &&
            ip -n "$id-$n" link set eth0 up && ip -n "$id-$n" link set lo up || return
    done
}
has_net=yes
if [ -n "$measures" ] || ! make_net 2>/dev/null; then
    for n in 1 2 3; do ip netns del "$id-$n" 2>/dev/null || true; done
    ip link del "$id" 2>/dev/null || true
    has_net=""
    [ -n "$measures" ] || echo "SKIPPED  partitions: network namespaces are not permitted here"
fi
mkdir -p "$folder"/n1 "$folder"/n2 "$folder"/n3
if [ -z "$measures" ]; then
    if mount -t tmpfs -o size=400m tmpfs "$folder/n3" 2>/dev/null; then
        has_disk=yes
    else
        echo "SKIPPED  a full disk: mounting a tmpfs is not permitted here"
    fi
fi

# On loopback each server has a port of its own. Ports that are taken by others make etcd end, which is noticed.
base=$((20000 + BASHPID % 10000))
client() { if [ -n "$has_net" ]; then echo "http://$net.$1:2379"; else echo "http://127.0.0.1:$((base + $1))"; fi; }
peer() { if [ -n "$has_net" ]; then echo "http://$net.$1:2380"; else echo "http://127.0.0.1:$((base + 10 + $1))"; fi; }
start() {
    local run=()
    [ -z "$has_net" ] || run=(ip netns exec "$id-$1")
    "${run[@]}" etcd --name "n$1" --data-dir "$folder/n$1/data" --log-level error \
        --listen-client-urls "$(client "$1")" --advertise-client-urls "$(client "$1")" \
        --listen-peer-urls "$(peer "$1")" --initial-advertise-peer-urls "$(peer "$1")" \
        --initial-cluster "n1=$(peer 1),n2=$(peer 2),n3=$(peer 3)" \
        >>"$folder/log.$1" 2>&1 &
    pids[$1]=$!
}
endpoints="$(client 1) $(client 2) $(client 3)"
is_well() { etcdctl --endpoints "$(client "$1")" --dial-timeout 1s --command-timeout 2s endpoint health >/dev/null 2>&1; }
await_all() {
    for _ in $(seq 100); do
        if is_well 1 && is_well 2 && is_well 3; then return 0; fi
        sleep 0.2
    done
    echo "The servers are not ready." >&2
    tail -n 5 "$folder"/log.* >&2
    return 1
}
# The number of the leader; 1 if there is none.
leader() {
    local n
    for n in 1 2 3; do
        case $(etcdctl --endpoints "$(client "$n")" --dial-timeout 1s --command-timeout 1s endpoint status 2>/dev/null) in
        *", true, "*) echo "$n" && return ;;
        esac
    done
    echo 1
}

for n in 1 2 3; do start "$n"; done
await_all

if [ -n "$measures" ]; then
    # Each watch is a connection, and each reader has a log.
    ulimit -n 4096 2>/dev/null || true
    run=("$programs/FleetMembers" measure)
    [ "$seconds" = measure ] || run=(python3 Integrations/readers.py "$programs" "$folder" "${FLEET_READERS:-500}" \
        "${FLEET_RUNNING:-${FLEET_READERS:-500}}")
    status=0
    "${run[@]}" $endpoints || status=$?
    exit "$status"
fi

mkfifo "$folder/line"
"$programs/FleetMembers" work "$seconds" "$programs/keychain-etcd" $endpoints <"$folder/line" >"$folder/members" &
members=$!
exec 7>"$folder/line"
for _ in $(seq 150); do
    grep -q joined "$folder/members" && break
    kill -0 "$members" 2>/dev/null || break
    sleep 0.2
done

declare -A done=()
said() { done[$1]=$((${done[$1]:-0} + 1)); }
# Ends a server without a warning; what the shell says about that is left out.
end() {
    kill -9 "${pids[$1]}" 2>/dev/null || true
    wait "${pids[$1]}" 2>/dev/null || true
}
strike() {
    local n other
    n=$(leader)
    case $1 in
    kill)
        end "$n"
        sleep 1
        start "$n"
        ;;
    stop)
        kill -STOP "${pids[$n]}"
        sleep 2.5
        kill -CONT "${pids[$n]}"
        ;;
    cut-off)
        # From the other servers only: members still reach it, and must not believe it.
        for other in 1 2 3; do
            [ "$other" = "$n" ] || ip -n "$id-$n" route add blackhole "$net.$other"
        done
        sleep 3
        for other in 1 2 3; do
            [ "$other" = "$n" ] || ip -n "$id-$n" route del blackhole "$net.$other"
        done
        ;;
    unplugged)
        ip link set "$id-$n" down
        sleep 3
        ip link set "$id-$n" up
        ;;
    one-way)
        # What it sends to one other server is lost; what that one sends arrives.
        other=$((n % 3 + 1))
        ip -n "$id-$n" route add blackhole "$net.$other"
        sleep 3
        ip -n "$id-$n" route del blackhole "$net.$other"
        ;;
    full-disk)
        dd if=/dev/zero of="$folder/n3/filler" bs=1M 2>/dev/null || true
        sleep 3
        rm -f "$folder/n3/filler"
        # It ends when it cannot write; if it has not had to, it is restarted all the same.
        end 3
        start 3
        ;;
    esac
    said "$1"
}

strikes=(kill stop)
[ -z "$has_net" ] || strikes+=(cut-off unplugged one-way)
[ -z "$has_disk" ] || strikes+=(full-disk)
until=$((SECONDS + seconds))
turn=0
while [ $((SECONDS + 5)) -lt "$until" ] && kill -0 "$members" 2>/dev/null; do
    strike "${strikes[$((turn % ${#strikes[@]}))]}"
    turn=$((turn + 1))
    sleep 2
done
for n in 1 2 3; do kill -CONT "${pids[$n]}" 2>/dev/null || { end "$n" && start "$n"; }; done
await_all
echo well >&7
exec 7>&-
for _ in $(seq 900); do
    kill -0 "$members" 2>/dev/null || break
    sleep 0.2
done
if kill -0 "$members" 2>/dev/null; then
    echo "The members did not end." >&2
    exit 1
fi
status=0
wait "$members" || status=$?
members=""
for name in "${!done[@]}"; do echo "$name: ${done[$name]} times"; done
cat "$folder/members"
exit "$status"
