#!/usr/bin/env bash
# Every command on a full disk, on real file systems: ext4 with blocks of 1 and of 4 KiB, and with SMALL_DISKS_ALL=1 also
# xfs, btrfs and tmpfs, each in an image of its own. A command succeeds or ends with 73 (what only reads succeeds), none is killed by a signal, and nothing
# that was stored is lost. Needs root, loop devices and the programs that make the file systems; what is missing is
# installed where the system has a package of it, and else skipped.
#   Integrations/small-disks.sh [FOLDER-OF-PROGRAMS]
set -euo pipefail
cd "$(dirname "$0")/.."

programs=$(realpath "${1:-$(swift build --show-bin-path)}")
skip() { printf 'SKIPPED  %s: %s\n' "$1" "$2"; }
passed() { printf 'passed   %s\n' "$1"; }
if [ "$(id -u)" != 0 ]; then
    skip "small disks" "only root can mount file systems"
    exit 0
fi
if ! unshare --mount true 2>/dev/null; then
    skip "small disks" "mounts are not permitted here"
    exit 0
fi
# In a name space of its own, which takes its mounts with it, however it ends.
if [ -z "${SMALL_DISKS:-}" ]; then
    SMALL_DISKS=1 exec unshare --mount --propagation private "$0" "$programs"
fi

for need in mkfs.ext4:e2fsprogs mkfs.xfs:xfsprogs mkfs.btrfs:btrfs-progs; do
    command -v "${need%%:*}" >/dev/null || Scripts/install-needs.sh "${need##*:}" ||
        echo "There is no package ${need##*:} to install here."
done

folder=$(mktemp -d)
disk=$folder/disk
mkdir "$disk"
cleanup() {
    umount -l "$disk" 2>/dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT
fail() {
    printf 'FAILED   %s\n' "$1" >&2
    [ ! -s "$folder/complaints" ] || tail -n 20 "$folder/complaints" >&2
    exit 1
}

export HOME=$disk XDG_DATA_HOME=$disk/data XDG_CONFIG_HOME=$disk/config XDG_RUNTIME_DIR=$folder

for variable in $(compgen -e PORTABLE_KEYCHAIN); do unset "$variable"; done
passcode="correct horse"

# Runs a command; sets "$status" and writes what it says into files. Standard input goes to it.
kc() {
    status=0
    timeout 120 "$programs/keychainctl" "$@" >"$folder/answer" 2>"$folder/complaints" || status=$?
}
must() {
    kc "$@"
    [ "$status" = 0 ] || fail "$name: $* ends with $status"
}
# On a full disk, a command may succeed or say that the disk is full.
may_alone() {
    kc "$@"
    case $status in
        0) ;;
        73) grep -qi "disk is full\|no space\|space" "$folder/complaints" || fail "$name: $* does not say why: 73" ;;
        *) fail "$name: $* ends with $status on a full disk" ;;
    esac
}

# What was stored is there, in both keychains.
intact() {
    local number
    for number in $(seq 12); do
        must get --service "s$number" --account a
        [ "$(head -c 20 "$folder/answer")" = "$(secret "$number" | head -c 20)" ] || fail "$name: $1: s$number has another value"
    done
    must unlock --keychain guarded <"$folder/passcode"
    must get --service locked --account a --keychain guarded
}
secret() { printf 'value %s of %s ' "$1" "$(printf 'x%.0s' $(seq 300))"; }

# Fills the disk to the last byte but some KiB, in pieces that get smaller, and takes what keychains keep for deleting.
fill() {
    local size
    rm -f "$disk/filler-spare"
    [ "${1:-0}" = 0 ] || dd if=/dev/zero of="$disk/filler-spare" bs=1k count="$1" 2>/dev/null || true
    : >"$disk/data/portable-keychain/default.keychain-lock"
    for size in 1M 64k 4k 1k; do dd if=/dev/zero bs=$size 2>/dev/null >>"$disk/filler" || true; done
    sync -f "$disk" 2>/dev/null || true
    dd if=/dev/zero bs=1k 2>/dev/null >>"$disk/filler" || true
    rm -f "$disk/filler-spare"
}
empty() {
    rm -f "$disk"/filler*
    sync -f "$disk" 2>/dev/null || true
}

prepare() {
    must create guarded
    printf '%s\n' "$passcode" >"$folder/passcode"
    printf '%s\n%s\n' "$passcode" "$passcode" >"$folder/passcodes"
    printf 's3cret' >"$folder/value"
    must set --service locked --account a --keychain guarded <"$folder/value"
    must passcode set --keychain guarded <"$folder/passcode"
    local number
    for number in $(seq 12); do must set --service "s$number" --account a < <(secret "$number"); done
    for number in 1 2; do must set --service "spare$number" --account a < <(secret 0); done
}

# What only reads works on a full disk, and says what it says otherwise.
reads() {
    local number
    for number in 1 7 12; do
        kc get --service "s$number" --account a
        [ "$status" = 0 ] || fail "$name: a disk with $1 KiB makes s$number unreadable ($status)"
    done
    for command in list verify status; do
        kc "$command"
        [ "$status" = 0 ] || fail "$name: '$command' ends with $status on a disk with $1 KiB"
    done
}

# All that a person may do, each on a disk that is full again.
operations() {
    local turn=$1
    may() { fill && may_alone "$@"; }
    fill
    may doctor
    may set --service "new$turn" --account a < <(secret 1)
    may set --service big --account a < <(head -c 200000 /dev/zero)
    # The same value, so that it does not matter whether it was stored.
    may set --service s3 --account a < <(secret 3)
    may edit s4/a --comment "changed on a full disk"
    may create "created$turn"
    may unlock --keychain guarded <"$folder/passcode"
    may get --service locked --account a --keychain guarded
    may lock --keychain guarded
    may passcode change --keychain guarded <"$folder/passcodes"
    may rotate --yes --keychain guarded <"$folder/passcode"
    may backup "$disk/backup$turn" <"$folder/passcode"
    may rotate --yes
    may verify
    may delete --service "spare$turn" --account a --yes
}

check() {
    name=$1
    prepare
    intact "before"
    # Where the index of the log fits in part, a hole in it would end the process.
    for free in 0 4 8 12 16 20 24 28 32 40 48 64 96; do
        fill "$free"
        reads "$free"
        fill "$free"
        may_alone set --service s3 --account a < <(secret 3)
        reads "$free"
    done
    empty
    intact "with little space"
    must verify
    passed "$name: with less and less space"
    # The second time beside a process that has the keychain open, as the agent has.
    for turn in 1 2; do
        if [ "$turn" = 2 ]; then
            "$programs/keychainctl" watch >/dev/null 2>&1 &
            watcher=$!
        fi
        operations "$turn"
        reads 0
        empty
        [ "$turn" = 1 ] || kill "$watcher"
        intact "after turn $turn"
        must verify
        must verify --keychain guarded
        must set --service "free$turn" --account a < <(secret 9)
        must get --service "free$turn" --account a
    done
    # With their keys in the kernel.
    local keychain
    for keychain in guarded created1 created2 default; do kc remove-keychain "$keychain" --yes; done
    passed "$name: every command, twice"
}

# An image with a file system on it.
image() {
    local size=$1
    shift
    truncate -s "$size" "$folder/image"
    "$@" "$folder/image" >"$folder/complaints" 2>&1 || fail "$* makes no file system"
    mount -o loop "$folder/image" "$disk" 2>"$folder/complaints" || return 1
    chmod 700 "$disk"
}
gone() {
    umount "$disk"
    rm -f "$folder/image"
}

# The others take minutes each: SMALL_DISKS_ALL=1.
kinds=("ext4 1024" "ext4 4096")
[ -z "${SMALL_DISKS_ALL:-}" ] || kinds+=("xfs" "btrfs")
if [ ! -e /dev/loop-control ]; then
    skip "images" "there are no loop devices"
else
    for kind in "${kinds[@]}"; do
        read -r system block <<<"$kind"
        if ! command -v "mkfs.$system" >/dev/null; then
            skip "$kind" "mkfs.$system is not installed"
            continue
        fi
        case $system in
            ext4) image 24M mkfs.ext4 -q -F -m 0 -b "$block" ;;
            xfs) image 320M mkfs.xfs -q -f ;;
            btrfs) image 128M mkfs.btrfs -q -f ;;
        esac || {
            skip "$kind" "this system cannot mount it"
            rm -f "$folder/image"
            continue
        }
        check "$kind"
        gone
    done
fi
if [ -n "${SMALL_DISKS_ALL:-}" ]; then
    mount -t tmpfs -o size=4M,mode=700 tmpfs "$disk"
    check "tmpfs"
    umount "$disk"
fi
