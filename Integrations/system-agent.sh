#!/usr/bin/env bash
# Starts systemd as process 1 of namespaces of its own, with the units that are installed, and shows that services get
# their credentials from the keychains of the machine, and that users do not meet.
#   Integrations/system-agent.sh [FOLDER-OF-PROGRAMS]
set -euo pipefail
cd "$(dirname "$0")/.."

programs=$(realpath "${1:-$(swift build --show-bin-path)}")
manager=/lib/systemd/systemd
skip() {
    echo "SKIPPED  the agent of the system: $1"
    exit 0
}
[ "$(id -u)" = 0 ] || skip "only root can start systemd"
[ -x "$manager" ] || skip "systemd is not installed"
unshare --mount --pid --fork --cgroup true 2>/dev/null || skip "namespaces are not permitted here"

# Readable for all: what runs in it are programs of other users. Not in /tmp, which services have for themselves.
folder=$(mktemp -d /var/tmp/keychaind-XXXXXX)
chmod 755 "$folder"
cgroup=""
cleanup() {
    set +e
    [ -z "${first:-}" ] || kill -9 "$first" 2>/dev/null
    wait 2>/dev/null
    [ -z "$cgroup" ] || find "$cgroup" -depth -type d -exec rmdir {} \; 2>/dev/null
    rm -rf "$folder"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

# A group of processes for it to manage, of the kind with one tree.
for tree in /sys/fs/cgroup /sys/fs/cgroup/unified; do
    if [ -e "$tree/cgroup.procs" ] && [ -e "$tree/cgroup.controllers" ] && mkdir "$tree/${folder##*/}" 2>/dev/null; then
        cgroup=$tree/${folder##*/}
        break
    fi
done
[ -n "$cgroup" ] || skip "there is no group of processes to give to systemd"

mkdir "$folder/libexec" "$folder/units" "$folder/results"
install -m 755 "$programs/keychaind" "$programs/keychainctl" "$folder/libexec"
for unit in keychaind-system.service keychaind-system.socket keychaind-credentials.socket; do
    sed "s|@LIBEXEC@|$folder/libexec|" "Packaging/system/$unit" >"$folder/units/$unit"
done
# PrivateTmp= hides /var/tmp too, where the programs of this test are.
mkdir "$folder/units/keychaind-system.service.d"
printf '[Service]\nPrivateTmp=no\n' >"$folder/units/keychaind-system.service.d/test.conf"
# Instead of the units of this machine, which would set it up once more: clean /tmp, mount, set parameters.
mkdir "$folder/targets" "$folder/nothing"
for target in sysinit basic sockets shutdown umount; do printf '[Unit]\n' >"$folder/targets/$target.target"; done
# The user of the agent, in copies: files on which others are mounted cannot be replaced.
mkdir -p "$folder/root/etc"
for file in passwd group shadow gshadow; do [ ! -e "/etc/$file" ] || cp "/etc/$file" "$folder/root/etc"; done
systemd-sysusers --root="$folder/root" - <Packaging/system/keychaind.sysusers 2>"$folder/sysusers.log" ||
    { cat "$folder/sysusers.log" >&2 && exit 1; }
chmod 755 "$folder/root" "$folder/root/etc"

service() { # NAME CREDENTIAL: a service that knows nothing of keychains
    cat >"$folder/units/$1.service" <<END
[Service]
Type=oneshot
User=daemon
StandardError=append:$folder/results/$1.errors
LoadCredential=$2:/run/keychaind/credentials
ExecStart=/bin/sh -c 'cp -f "\$CREDENTIALS_DIRECTORY/$2" $folder/results/$1'
END
}
chmod 777 "$folder/results"
service web db
service mail db
service absent other
service spaced "db password"
cat >"$folder/units/check.service" <<END
[Unit]
Requires=keychaind-system.socket keychaind-credentials.socket
After=keychaind-system.socket keychaind-credentials.socket
[Service]
Type=oneshot
ExecStart=/bin/bash $folder/check
StandardOutput=file:$folder/results/output
StandardError=file:$folder/results/errors
END
cat >"$folder/units/check.target" <<'END'
[Unit]
Wants=check.service
END

cat >"$folder/check" <<END
export HOME=/root PATH=/usr/bin:/bin
ctl=$folder/libexec/keychainctl results=$folder/results
END
cat >>"$folder/check" <<'END'
trap 'touch $results/done' EXIT
passed() { echo "passed   $1"; }
failed() { echo "FAILED   $1"; }
set_for() { printf %s "$2" | $ctl set --keychain "system:unit:$1" --service credential --account db; }
as_one() { setpriv --reuid 1 --regid 1 --clear-groups "$@"; }
as_other() { setpriv --reuid 2 --regid 2 --clear-groups "$@"; }

set_for web.service "of web" && set_for mail.service "of mail" ||
    failed "root stores secrets of units"
systemctl start web.service && [ "$(cat $results/web)" = "of web" ] && systemctl start mail.service &&
    [ "$(cat $results/mail)" = "of mail" ] && passed "LoadCredential= gives each unit its own" ||
    failed "LoadCredential= gives each unit its own"
for unit in absent spaced; do
    ! systemctl start $unit.service 2>/dev/null && [ ! -e $results/$unit ] ||
        failed "$unit: started without its secret"
done
[ "$(systemctl show -P ExecMainStatus absent.service)" = 243 ] &&
    passed "a unit without its secret is not started" ||
    failed "a unit without its secret is not started"
printf secret | as_one $ctl set --keychain system: --service api --account ci &&
    [ "$(as_one $ctl get --keychain system: --service api --account ci)" = secret ] &&
    ! as_other $ctl get --keychain system: --service api --account ci 2>/dev/null &&
    ! as_one $ctl get --keychain system:unit:web.service --service credential --account db 2>/dev/null &&
    passed "users have keychains of their own" || failed "users have keychains of their own"
# Who is not root can bind the address of systemd, but not reach the socket.
as_one python3 -c '
import socket, sys
s = socket.socket(socket.AF_UNIX)
s.bind("\0" + "adf9d86b6eda275e/unit/web.service/db")
try: s.connect("/run/keychaind/credentials")
except PermissionError: sys.exit(7)'
[ $? = 7 ] && passed "only root reaches the socket for credentials" ||
    failed "only root reaches the socket for credentials"
[ "$(ps -o user= -C keychaind)" = keychaind ] && passed "it runs as a user of its own" ||
    failed "it runs as a user of its own"
systemctl restart keychaind-system.service && systemctl restart web.service &&
    [ "$(cat $results/web)" = "of web" ] && passed "what is stored outlives the agent" ||
    failed "what is stored outlives the agent"
END

cat >"$folder/boot" <<END
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs /run
umount -R /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
for file in passwd group shadow gshadow; do
    [ ! -e "$folder/root/etc/\$file" ] || mount --bind "$folder/root/etc/\$file" "/etc/\$file"
done
mount -t tmpfs tmpfs /tmp
mount --bind "$folder/units" /etc/systemd/system
mount --bind "$folder/targets" /usr/lib/systemd/system
mount --bind "$folder/nothing" /usr/lib/systemd/system-generators
mkdir -p /var/lib/keychaind
mount -t tmpfs -o mode=700 tmpfs /var/lib/keychaind
chown keychaind: /var/lib/keychaind
# Shared among its services only: credentials are mounted by one process for another.
mount --make-rshared /
export container=other
exec $manager --system --unit=check.target --log-target=null --show-status=no
END
(
    echo "$BASHPID" >"$cgroup/cgroup.procs"
    exec setsid unshare --mount --pid --fork --cgroup --uts --ipc --mount-proc bash "$folder/boot"
) >"$folder/boot.log" 2>&1 </dev/null &
launcher=$!
for _ in $(seq 600); do
    first=$(pgrep -P "$launcher" || true)
    [ ! -e "$folder/results/done" ] || break
    kill -0 "$launcher" 2>/dev/null || break
    sleep 0.1
done
if [ ! -e "$folder/results/output" ]; then
    tail -n 3 "$folder/boot.log"
    skip "systemd does not start in namespaces here"
fi
if [ ! -e "$folder/results/done" ]; then
    echo "The check did not end:" >&2
    tail -n 20 "$folder/boot.log" "$folder"/results/* >&2
    exit 1
fi
cat "$folder/results/output"
if grep -q FAILED "$folder/results/output" || ! grep -q passed "$folder/results/output"; then
    tail -n 20 "$folder"/results/*errors >&2
    exit 1
fi
