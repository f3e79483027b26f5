#!/usr/bin/env bash
# Starts a folder with a Debian as a machine: its own systemd as process 1 of namespaces, with real logins, user managers
# and buses. Then runs a command in it as root, and ends it. Needs root and a group of processes (cgroup v2).
#
#   Packaging/booted.sh ROOT COMMAND...
#   Packaging/booted.sh --possible
set -euo pipefail

# The tree of groups of processes that has one hierarchy.
tree=""
for folder in /sys/fs/cgroup /sys/fs/cgroup/unified; do
    [ ! -e "$folder/cgroup.controllers" ] || { tree=$folder && break; }
done
possible() {
    [ "$(id -u)" = 0 ] && [ -n "$tree" ] && unshare --mount --pid --fork --cgroup --uts --ipc true 2>/dev/null || return 1
    # Readable for all: managers of users work in it.
    group=$(mktemp -d "$tree/packages-XXXXXX" 2>/dev/null) && chmod 755 "$group"
}
if [ "$1" = --possible ]; then
    possible && rmdir "$group"
    exit
fi

root=$(realpath "$1")
shift
possible || { echo "systemd cannot be started in namespaces here" >&2 && exit 1; }
work=$(mktemp -d)
first=""
clean() {
    [ -z "$first" ] || kill -9 "$first" 2>/dev/null || true
    wait 2>/dev/null || true
    find "$group" -depth -type d -exec rmdir {} \; 2>/dev/null || true
    rm -rf "$work"
}
trap clean EXIT
trap 'exit 130' INT TERM

cat >"$work/init" <<END
set -e
mount --make-rprivate /
mount --rbind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
for folder in run tmp dev; do mount -t tmpfs -o mode=755 tmpfs "$root/\$folder"; done
chmod 1777 "$root/tmp"
for name in null zero full random urandom tty; do
    touch "$root/dev/\$name"
    mount --bind "/dev/\$name" "$root/dev/\$name"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for number in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/\${number%:*}" "$root/dev/\${number#*:}"; done
mount --make-rshared "$root"
export container=other
exec chroot "$root" /usr/lib/systemd/systemd --system --log-target=journal
END
(
    echo "$BASHPID" >"$group/cgroup.procs"
    exec setsid unshare --mount --pid --fork --cgroup --uts --ipc bash "$work/init"
) >"$work/log" 2>&1 </dev/null &
launcher=$!
inside() { nsenter --target "$first" --mount --pid --uts --ipc --cgroup --root --wd env -i "PATH=/usr/sbin:/usr/bin:/sbin:/bin" "$@"; }
for _ in $(seq 600); do
    first=$(pgrep -P "$launcher" || true)
    state=""
    [ -z "$first" ] || [ ! -e "$root/usr" ] || state=$(inside systemctl is-system-running 2>/dev/null || true)
    case $state in running | degraded) break ;; esac
    kill -0 "$launcher" 2>/dev/null || break
    sleep 0.1
done
case ${state-} in
running | degraded) ;;
*) { cat "$work/log" && echo "systemd has not started in $root" && exit 1; } >&2 ;;
esac
inside "$@"
