# A machine of its own for a test: systemd as process 1 of namespaces, with no unit of this machine and a /tmp and /run of
# its own. To be sourced, in this order: machine, what the test writes into "$folder", boot.

manager=/lib/systemd/systemd
skip() {
    echo "SKIPPED  $subject: $1"
    exit 0
}

# machine SUBJECT: makes "$folder", with units/, libexec/ and results/, or skips the test.
machine() {
    subject=$1
    [ "$(id -u)" = 0 ] || skip "only root can start systemd"
    [ -x "$manager" ] || skip "systemd is not installed"
    unshare --mount --pid --fork --cgroup true 2>/dev/null || skip "namespaces are not permitted here"

    # Readable for all: what runs in it are programs of other users. Not in /tmp, which services have for themselves.
    folder=$(mktemp -d /var/tmp/keychaind-XXXXXX)
    chmod 755 "$folder"
    cgroup=""
    trap clean_machine EXIT
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
    chmod 777 "$folder/results"
    # Instead of the units of this machine, which would set it up once more: clean /tmp, mount, set parameters.
    mkdir "$folder/targets" "$folder/nothing"
    for target in sysinit basic sockets shutdown umount; do printf '[Unit]\n' >"$folder/targets/$target.target"; done
    # Copies: files on which others are mounted cannot be replaced.
    mkdir -p "$folder/root/etc"
    for file in passwd group shadow gshadow; do [ ! -e "/etc/$file" ] || cp "/etc/$file" "$folder/root/etc"; done
    chmod 755 "$folder/root" "$folder/root/etc"
}

clean_machine() {
    set +e
    [ -z "${first:-}" ] || kill -9 "$first" 2>/dev/null
    wait 2>/dev/null
    [ -z "$cgroup" ] || find "$cgroup" -depth -type d -exec rmdir {} \; 2>/dev/null
    rm -rf "$folder"
}

# Adds users and groups that standard input names, as sysusers.d(5) does.
add_users() {
    systemd-sysusers --root="$folder/root" - 2>"$folder/sysusers.log" || { cat "$folder/sysusers.log" >&2 && exit 1; }
}

# boot UNITS: starts systemd with these units, and "$folder/check" after them, which says what has passed; prints that, and
# ends. Standard input has commands that root runs before.
boot() {
    {
        echo "set -e"
        echo "mount --make-rprivate /"
        echo "mount -t tmpfs tmpfs /run"
        echo "umount -R /sys/fs/cgroup"
        echo "mount -t cgroup2 cgroup2 /sys/fs/cgroup"
        for file in passwd group shadow gshadow; do
            [ ! -e "$folder/root/etc/$file" ] || echo "mount --bind $folder/root/etc/$file /etc/$file"
        done
        echo "mount -t tmpfs tmpfs /tmp"
        echo "chmod 1777 /tmp"
        echo "mount --bind $folder/units /etc/systemd/system"
        echo "mount --bind $folder/targets /usr/lib/systemd/system"
        echo "mount --bind $folder/nothing /usr/lib/systemd/system-generators"
        cat
        # Shared among its services only: credentials are mounted by one process for another.
        echo "mount --make-rshared /"
        echo "export container=other"
        echo "exec $manager --system --unit=check.target --log-target=null --show-status=no"
    } >"$folder/boot"
    {
        printf 'trap "touch %s/done" EXIT\n' "$folder/results"
        echo 'passed() { echo "passed   $1"; }'
        echo 'failed() { echo "FAILED   $1"; }'
        cat "$folder/check"
        printf 'touch %s/whole\n' "$folder/results"
    } >"$folder/check.sh"
    cat >"$folder/units/check.service" <<END
[Unit]
Wants=$1
After=$1
[Service]
Type=oneshot
ExecStart=/bin/bash $folder/check.sh
StandardOutput=file:$folder/results/output
StandardError=file:$folder/results/errors
END
    printf '[Unit]\nWants=check.service\n' >"$folder/units/check.target"
    (
        echo "$BASHPID" >"$cgroup/cgroup.procs"
        exec setsid unshare --mount --pid --fork --cgroup --uts --ipc --mount-proc bash "$folder/boot"
    ) >"$folder/boot.log" 2>&1 </dev/null &
    local launcher=$!
    for _ in $(seq 900); do
        first=$(pgrep -P "$launcher" || true)
        [ ! -e "$folder/results/done" ] || break
        kill -0 "$launcher" 2>/dev/null || break
        sleep 0.1
    done
    if [ ! -e "$folder/results/output" ]; then
        tail -n 3 "$folder/boot.log"
        skip "systemd does not start in namespaces here"
    fi
    if [ ! -e "$folder/results/whole" ]; then
        echo "The check did not end:" >&2
        tail -n 40 "$folder/boot.log" "$folder"/results/* >&2
        exit 1
    fi
    cat "$folder/results/output"
    if grep -q FAILED "$folder/results/output" || ! grep -q passed "$folder/results/output"; then
        tail -n 40 "$folder"/results/*errors >&2
        exit 1
    fi
}
