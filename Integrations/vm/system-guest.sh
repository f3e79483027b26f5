#!/bin/bash
# In the machine of system.sh: the packages as they are installed, with AppArmor, a TPM, and a disk for swap.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C
word() { sed -n "s/.*\\b$1=\\([^ ]*\\).*/\\1/p" /proc/cmdline; }
exec </dev/null >/dev/ttyS0 2>&1
packages=$(word packages) given=$(word given)
sysctl -qw kernel.printk_ratelimit=0 kernel.printk="1 4 1 7"
mount -t securityfs securityfs /sys/kernel/security
ip link set lo up

passed() { echo "passed   $1"; }
failed() { echo "FAILED   $1"; }
check() { # TEXT COMMAND…: whether a command ends well
    local text=$1
    shift
    if "$@" >/run/said 2>&1; then passed "$text"; else failed "$text: $(tail -n 3 /run/said)"; fi
}
as_user() { setpriv --reuid ann --regid ann --init-groups env -i HOME=/home/ann PATH="$PATH" LC_ALL=C "$@"; }
in_shell() { as_user bash -c "$1"; }

useradd --create-home ann
user=$(id -u ann)
mkdir -p "/run/user/$user" && chown ann "/run/user/$user" && chmod 700 "/run/user/$user"
if ! dpkg --force-unsafe-io --force-depends -i "$packages"/keychainctl_*.deb "$packages"/keychaind_*.deb \
    "$packages"/keychainctl-tpm_*.deb >/run/said 2>&1; then
    failed "the packages can be installed: $(tail -n 3 /run/said)"
fi
profile=/etc/apparmor.d/usr.bin.keychainctl
mode() { sed -n 's/^keychainctl (\(.*\))$/\1/p' /sys/kernel/security/apparmor/profiles; }
complaints() { dmesg | grep -E 'apparmor="(ALLOWED|DENIED)".*profile="keychainctl"'; }

# session NAME: what people do with the program
session() {
    dmesg -C
    in_shell '
        set -e
        cd
        rm -rf .local export.json vault backup
        printf "correct horse" >passcode
        printf s3cret | keychainctl set --service api --account ci
        [ "$(keychainctl get --service api --account ci)" = s3cret ]
        keychainctl passcode set <passcode
        keychainctl lock
        keychainctl unlock <passcode
        keychainctl status
        keychainctl list
        keychainctl doctor
        keychainctl verify
        keychainctl run --env TOKEN=api/ci -- sh -c "[ \"\$TOKEN\" = s3cret ]"
        printf "protocol=https\nhost=example.com\nusername=ann\npassword=token\n\n" | git credential-keychain store
        printf "protocol=https\nhost=example.com\n\n" | git credential-keychain get | grep -qx password=token
        keychainctl export --plain export.json
        keychainctl import export.json --yes
        printf "a long passphrase\n" | keychainctl backup backup
        printf "a long passphrase\n" | keychainctl restore backup --yes
        keychainctl key generate --type ed25519 --label laptop --ssh
        keychainctl ssh-agent -- ssh-add -L | grep -q ^ssh-ed25519
        git init -q --bare vault
        keychainctl sync setup "$HOME/vault" --unconfirmed
        keychainctl sync now
        keychainctl --generate-completion-script bash
        keychainctl secret-service status || true
        keychainctl agent status || true
        keychainctl fido2 list || true
    ' >/run/said 2>&1 || { failed "a session with the profile in $1 mode: $(tail -n 4 /run/said)"; return; }
    printf 's3cret' | keychainctl set --service app --account db
    mkdir -p /run/app
    keychainctl project /run/app --owner ann --file db=app/db >/run/said 2>&1 &&
        [ "$(as_user cat /run/app/db)" = s3cret ] ||
        { failed "root projects files for a user with the profile in $1 mode: $(tail -n 4 /run/said)"; return; }
    rm -rf /run/app
    if complaints >/run/complaints; then
        failed "a session with the profile in $1 mode is not all named by the profile:"
        sed -n 's/.*apparmor=/         /p' /run/complaints | sort -u | head -n 20
    else
        passed "a session with the profile in $1 mode, and nothing that it does not name"
    fi
}

if [ "$(mode)" = complain ]; then passed "the package loads its profile in complain mode"; else
    failed "the package loads its profile in complain mode, not '$(mode)'"; fi
session complain
sed -i 's/ flags=(complain)//' "$profile"
check "the profile can be enforced" apparmor_parser --replace "$profile"
[ "$(mode)" = enforce ] || failed "the profile is '$(mode)'"
session enforce
if keychainctl import /etc/shadow --format netrc --dry-run >/run/said 2>&1 || ! grep -qi 'permission\|denied' /run/said; then
    failed "the enforced profile refuses what it does not name: $(tail -n 2 /run/said)"
else
    passed "the enforced profile refuses what it does not name"
fi

# What a program confines itself to before it starts others. Reading a keychain that nobody has open takes no more.
check "a program may be confined to the folder of its keychains by Landlock" in_shell "
    set -e
    cd
    keychainctl lock --all
    confined() { python3 -B $given/confined.py --write /dev \"\$@\"; }
    keychainctl create confined
    printf s3cret | keychainctl set --keychain confined --service api --account ci
    get='keychainctl get --keychain confined --service api --account ci'
    folder=.local/share/portable-keychain
    printf n3w | confined --write \$folder -- keychainctl set --keychain confined --service api --account two
    [ \"\$(confined --write \$folder -- \$get)\" = s3cret ]
    [ \"\$(confined -- \$get)\" = s3cret ]
    ! confined --read /usr --read /lib --read /lib64 --read /etc --read /proc --read /opt -- \$get 2>refused
    grep -Eq 'may not open|Permission denied' refused
"

# A chip of the machine, through the kernel's driver, by the programs of a release.
[ -e /dev/tpmrm0 ] || failed "the kernel has no /dev/tpmrm0"
chown ann /dev/tpmrm0
check "a chip opens a keychain through /dev/tpmrm0" in_shell '
    set -e
    cd
    [ "$(keychainctl tpm status | head -n 1)" != absent ]
    keychainctl tpm enroll --no-pin <passcode
    keychainctl lock
    keychainctl tpm unlock
    [ "$(keychainctl get --service api --account ci)" = s3cret ]
    keychainctl tpm recovery --unconfirmed >key
    keychainctl tpm bind <key
    [ ! -e .local/share/portable-keychain/device.key ]
    keychainctl lock
    keychainctl unlock <passcode
    [ "$(keychainctl get --service api --account ci)" = s3cret ]
    keychainctl tpm unbind
    [ "$(keychainctl get --service api --account ci)" = s3cret ]
'

# What comes to the disk: one for swap, which is read from outside after the machine was hibernated. Neither the secrets nor
# the markers are in what is started here: they are in files outside.
for disk in /sys/block/vd*; do [ "$(cat "$disk/serial")" != swap ] || swap=/dev/${disk##*/}; done
runtime="env XDG_RUNTIME_DIR=/run/user/$user PORTABLE_KEYCHAIN_AGENT=require"
in_shell "
    set -e
    cd
    rm -rf .local
    keychainctl set --service swap --account ann <$given/secret
    keychainctl passcode set <$given/passcode
    keychainctl unlock <$given/passcode
" >/run/said 2>&1 || failed "a keychain beside swap: $(tail -n 3 /run/said)"
install -d -o keychaind /run/keychaind
install -d -o keychaind -m 700 /var/lib/keychaind
setpriv --reuid keychaind --regid keychaind --clear-groups env -i PATH="$PATH" STATE_DIRECTORY=/var/lib/keychaind \
    /usr/libexec/portable-keychain/keychaind --system 2>/run/system-agent &
as_user $runtime /usr/libexec/portable-keychain/keychaind --agent 2>/run/user-agent &
as_user keychainctl ssh-agent --socket "/run/user/$user/ssh" >/dev/null 2>/run/ssh-agent &
cat >/run/marker.py <<'END'
import ctypes, mmap, sys, time
marker = bytes(reversed(open(sys.argv[1], "rb").read().strip()))
pageable = bytearray(marker + bytes(reversed(b"elbaegap "))) + bytearray(1 << 20)
room = mmap.mmap(-1, 4096)
# Byte by byte: nothing that can be swapped has all of it.
for place, byte in enumerate(reversed(open(sys.argv[1], "rb").read().strip())):
    room[place] = byte
for place, byte in enumerate(reversed(b"dekcol ")):
    room[len(marker) + place] = byte
assert ctypes.CDLL(None).mlock(ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(room))), 4096) == 0
open("/tmp/marked", "w").close()
time.sleep(1 << 20)
END
as_user python3 /run/marker.py "$given/marker" 2>/run/marking &
for _ in $(seq 100); do
    [ -e /tmp/marked ] && [ -S /run/keychaind/agent ] && [ -S "/run/user/$user/portable-keychain/agent" ] && break
    sleep 0.5
done
# Each agent has had a secret in its hands.
get="get --service swap --account ann"
# An answer for one time is for the shell that the program was started in.
in_shell "
    set -e
    cd
    $runtime keychainctl $get 2>question || true
    number=\$(sed -n 's/.*agent answer \([0-9]*\) once.*/\1/p' question)
    $runtime keychainctl agent answer \$number once <$given/passcode
    $runtime keychainctl $get | cmp -s - $given/secret
    keychainctl set --keychain system: --service swap --account ann <$given/secret
    keychainctl get --keychain system: --service swap --account ann | cmp -s - $given/secret
" >/run/said 2>&1 && passed "the agents of a user and of the machine give a secret" ||
    failed "the agents of a user and of the machine give a secret: $(tail -n 3 /run/said /run/*-agent)"
swapon "$swap" || failed "there is no disk for swap"
# A line is held in memory as a whole.
total=$(sed -n 's/^MemTotal: *\([0-9]*\).*/\1/p' /proc/meminfo)
head -c "$((total + 100 * 1024))K" /dev/zero | tail -n 1 | wc -c >/dev/null
if dd if="$swap" bs=1M iflag=direct status=none | LC_ALL=C grep -qaFf "$given/pageable"; then
    passed "what is pageable comes to the disk for swap"
else
    failed "what is pageable does not come to the disk for swap: $(grep -E '^Swap' /proc/meminfo | tr '\n' ' ')"
fi
in_shell 'exec 3</proc/self/mem' 2>/run/said || failed "memory cannot be opened at all: $(cat /run/said)"
for agent in $(pgrep keychaind) $(pgrep -f keychainctl); do
    for file in mem environ; do
        if in_shell "exec 3</proc/$agent/$file" 2>/dev/null; then
            failed "another program of the user can open $file of process $agent"
        fi
    done
done
if command -v gcore >/dev/null; then
    ! as_user gcore -o /tmp/core "$(pgrep -u ann keychaind)" >/run/said 2>&1 && [ ! -e /tmp/core.* ] &&
        passed "gcore is refused" || failed "gcore is refused: $(tail -n 1 /run/said)"
fi
sync
echo 3 >/proc/sys/vm/drop_caches
echo shutdown >/sys/power/disk
echo "hibernating"
echo disk >/sys/power/state
failed "the machine cannot hibernate"
echo o >/proc/sysrq-trigger
