#!/usr/bin/env bash
# Runs as root in a Debian that Packaging/test.sh has booted, with gnome-keyring and a user who logs in: what becomes of
# the Secret Service when the package is removed, and how apt upgrades packages that work together.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
user=1000
home=/home/ann
entry=$home/.config/autostart/gnome-keyring-secrets.desktop
helpers=/usr/libexec/portable-keychain
fail() {
    echo "failed: $1" >&2
    as_user keychainctl secret-service status >&2 || true
    pgrep -fa 'keychaind|gnome-keyring' >&2 || true
    exit 1
}
passed() { echo "passed: $1"; }
as_user() {
    timeout 60 setpriv --reuid "$user" --regid "$user" --init-groups env -i HOME="$home" PATH=/usr/bin:/bin \
        XDG_RUNTIME_DIR="/run/user/$user" DBUS_SESSION_BUS_ADDRESS="unix:path=/run/user/$user/bus" \
        PORTABLE_KEYCHAIN_AUTHENTICATOR=/in/pinentry "$@"
}
units() { as_user systemctl --user "$@"; }
soon() { for _ in $(seq 100); do ! "$@" || return 0; sleep 0.1; done; return 1; }
# What a desktop does at a login: everything of the session starts. With 'unlocking', gnome-keyring gets its password
# too, from a program that has all of its components.
logs_in() {
    systemctl restart "user@$user.service"
    soon [ -S "/run/user/$user/bus" ]
    if [ -n "${1-}" ]; then
        printf pw | as_user gnome-keyring-daemon --unlock >/dev/null
        soon has_owner || fail "gnome-keyring has no name after a login"
    fi
    units start gnome-keyring-daemon.service
}
owner() {
    local process
    process=$(as_user busctl --user call org.freedesktop.DBus / org.freedesktop.DBus GetConnectionUnixProcessID s \
        org.freedesktop.secrets 2>/dev/null | cut -d' ' -f2) || true
    [ -z "$process" ] || cat "/proc/$process/comm"
}
has_owner() { [ -n "$(owner)" ]; }
secret() { as_user secret-tool lookup n "$1" 2>/dev/null; }
answers() { [ "$(secret "$1")" = "$2" ] && [[ $(owner) == "$3"* ]]; }
has_secrets() { tr '\0' ' ' <"/proc/$(units show -P MainPID gnome-keyring-daemon.service)/cmdline" | grep -q secrets; }
status() { as_user keychainctl secret-service status | sed -n "s/^$1\t//p"; }
files() { (cd "$home" && { find .config .local/share/dbus-1 -printf '%p %y %l\n' 2>/dev/null || true; } | sort); }
# apt from a folder of packages: source_of NAME
source_of() {
    echo "deb [trusted=yes] file:/in/$1 ./" >/etc/apt/sources.list
    apt-get update -qq
}
get() { apt-get install --yes --quiet --quiet --no-install-recommends "$@" >/tmp/apt.log 2>&1 || { cat /tmp/apt.log >&2; fail "apt-get install $*"; }; }
version() { dpkg-query --show --showformat '${db:Status-Abbrev}${Version}' "$1" 2>/dev/null || true; }

mv /etc/apt/sources.list.d /root
useradd --create-home --uid "$user" ann
all=$(sed -n 's/^Package: //p' /in/old/Packages)
source_of old
get $all

# One package at a time, in both orders: the others stay, and all of them work.
old=$(version keychainctl)
works() {
    printf x | as_user keychainctl set --service a --account b || fail "set after $1"
    as_user keychainctl secret-service status >/dev/null || fail "status after $1"
    [ ! -x "$helpers/keychain-tpm" ] || as_user keychainctl tpm status | grep -q absent || fail "tpm status after $1"
    [ ! -x "$helpers/keychain-fido2" ] || as_user keychainctl fido2 list >/dev/null || fail "fido2 list after $1"
}
for order in "$all" "$(echo "$all" | tac)"; do
    remaining=$order
    for package in $order; do
        remaining=$(echo "$remaining" | grep -vx "$package" || true)
        # No other newer package is known: with a source of all, apt takes those of one source package together.
        get "/in/new/${package}_"*.deb
        [ "$(version "$package")" != "$old" ] || fail "$package is not upgraded"
        for other in $remaining; do
            [ "$(version "$other")" = "$old" ] || fail "upgrading $package alone: $other is '$(version "$other")'"
        done
        works "$package"
    done
    get --allow-downgrades $(for package in $all; do echo "$package=${old#ii }"; done)
done
passed "compatible versions are upgraded one package at a time"

# Versions that do not work together are upgraded together, and nothing is removed.
source_of next
get keychainctl
for package in $all; do
    [[ $(version "$package") == "ii "* && $(version "$package") != "$old" ]] || fail "$package is '$(version "$package")'"
done
works "the next series"
passed "an upgrade of keychainctl alone to an incompatible version brings the other packages with it"

logs_in unlocking
printf old | as_user secret-tool store --label=x n 1
answers 1 old gnome-keyring || fail "gnome-keyring does not answer"
files >/tmp/before
as_user keychainctl secret-service enable --no-passcode >/tmp/enable 2>&1 || fail "enable"
grep -q 'Imported from gnome-keyring: 1 new of 1' /tmp/enable || fail "the import"
printf new | as_user secret-tool store --label=x n 2
answers 2 new keychaind || fail "keychaind does not answer"
as_user keychainctl agent enable >/dev/null
units is-active --quiet keychaind-agent.socket || fail "agent enable"
[ -L "$entry" ] || fail "the entry of the session's start is no link"
has_secrets && fail "gnome-keyring has its secrets beside keychaind"
files >/tmp/enabled
passed "keychaind answers"

# While the user is logged in.
apt-get remove --yes keychaind >/dev/null 2>&1
files | cmp - /tmp/enabled || fail "the removal has changed files in a home"
! pgrep -x keychaind >/dev/null || fail "keychaind runs after its removal"
secret 1 >/dev/null || true
[[ $(owner) == gnome-keyring* ]] || fail "in the running session '$(owner)' answers"
units is-active --quiet keychaind-agent.socket && fail "the socket of the agent is left"
passed "after its removal the other keyring answers, in the same session"
logs_in unlocking
answers 1 old gnome-keyring || fail "at the next login '$(owner)' answers"
has_secrets || fail "gnome-keyring is without its secrets"
[ ! -e "/run/user/$user/portable-keychain/agent" ] || fail "there is a socket of an agent that is gone"
as_user env PORTABLE_KEYCHAIN_AGENT=prefer keychainctl get --service a --account b >/dev/null || fail "without the agent"
passed "and at the next login"
[ "$(status state)" = broken ] || fail "status does not say that it is broken"
[ "$(status program)" = "keychaind is not installed" ] || fail "status does not say that keychaind is missing"
[ "$(status next)" = "keychainctl secret-service disable" ] || fail "status does not name what helps"
{ as_user keychainctl secret-service enable 2>&1 || true; } | grep -q 'install the package keychaind' ||
    fail "enable without keychaind"

# And back.
get keychaind
logs_in
answers 2 new keychaind || fail "after it was installed again '$(owner)' answers"
[ "$(status state)" = enabled ] || fail "status after it was installed again"
units is-active --quiet keychaind-agent.socket || fail "the socket of the agent is not back"
passed "installed again, keychaind answers at the next login"

# A clean way back without the program.
apt-get remove --yes keychaind >/dev/null 2>&1
as_user keychainctl secret-service disable >/dev/null || fail "disable without keychaind"
as_user keychainctl agent disable >/dev/null || fail "agent disable without keychaind"
files | grep -v '^.config/systemd\|^.config/autostart \|dbus-1/services d\|dbus-1 d\|^.config d' >/tmp/after || true
grep -v '^.config/systemd\|^.config/autostart \|dbus-1/services d\|dbus-1 d\|^.config d' /tmp/before >/tmp/expected || true
diff /tmp/expected /tmp/after || fail "disable has left files"
[ "$(status state)" = disabled ] || fail "status after disable"
logs_in unlocking
answers 1 old gnome-keyring || fail "after disable '$(owner)' answers"
passed "secret-service disable works without keychaind"

# Units of users end with the program, and lock what they have unlocked.
units enable --now --quiet keychainctl-unlock@default.service
printf 'horse' | as_user keychainctl passcode set
[ "$(as_user keychainctl status | sed -n 's/^state\t//p')" = unlocked ] || fail "the keychain is not unlocked"
apt-get remove --yes keychainctl >/dev/null 2>&1
! units is-active --quiet keychainctl-unlock@default.service || fail "the unit for logins is active after the removal"
get keychainctl
[ "$(as_user keychainctl status | sed -n "s/^state\t//p")" != unlocked ] || fail "the removal has not locked the keychain"
passed "a removal of keychainctl locks what its unit has unlocked"

apt-get purge --yes $all >/dev/null 2>&1
left=$(find /usr /etc /run -xdev \( -name '*keychaind*' -o -name '*portable-keychain*' -o -name '*keychainctl*' \) \
    ! -path '/run/user/*' ! -path '*/shadow*')
[ -z "$left" ] || fail "left behind: $left"
[ -s "$home/.local/share/portable-keychain/default.keychain" ] || fail "the keychain is gone"
passed "purged, and the keychains stay"
