#!/usr/bin/env bash
# Runs as root in a Debian that Packaging/test.sh has booted, with sshd, gnome-keyring in use, and our packages installed: a
# user moves in with 300 items, lives through logins, a locked screen and sleep, and moves out again.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
user=ann
number=1000
questions=/tmp/questions
fail() {
    echo "failed: $1" >&2
    tail -20 /tmp/out >&2 || true
    as_user keychainctl secret-service status >&2 || true
    loginctl list-sessions >&2 || true
    journalctl --quiet --lines 40 --no-pager >&2 || true
    exit 1
}
passed() { echo "passed: $1"; }
as_user() {
    timeout 120 setpriv --reuid "$user" --regid "$user" --init-groups env -i HOME="/home/$user" PATH=/usr/bin:/bin LANG=C.UTF-8 \
        XDG_RUNTIME_DIR="/run/user/$number" DBUS_SESSION_BUS_ADDRESS="unix:path=/run/user/$number/bus" "$@"
}
keychainctl() { as_user keychainctl "$@"; }
units() { as_user systemctl --user "$@"; }
soon() { for _ in $(seq 100); do ! "$@" || return 0; sleep 0.1; done; return 1; }
owner() {
    local process
    process=$(as_user busctl --user call org.freedesktop.DBus / org.freedesktop.DBus GetConnectionUnixProcessID s \
        org.freedesktop.secrets 2>/dev/null | cut -d' ' -f2) || true
    [ -z "$process" ] || cat "/proc/$process/comm"
}
is_owned_by() { [[ $(owner) == "$1"* ]]; }
state() { keychainctl status | sed -n 's/^state\t//p'; }
is_open() { [ "$(state)" = unlocked ]; }
is_locked() { ! is_open; }
asked() { wc -l <$questions; }
session() { loginctl list-sessions --no-legend 2>/dev/null | awk -v user=$user '$3 == user { print $1; exit }'; }
has_session() { [ -n "$(session)" ]; }
has_none() { ! has_session; }
is_up() { [ -S "/run/user/$number/bus" ]; }
is_down() { [ ! -e "/run/user/$number/bus" ]; }
# A login with the password, whose session lasts until logs_out.
logs_in() {
    PASSWORD=$password SSH_ASKPASS=/root/askpass SSH_ASKPASS_REQUIRE=force ssh -tt -o 'ProxyCommand=/usr/sbin/sshd -i' \
        -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o PubkeyAuthentication=no \
        "$user@localhost" sleep 10000 </dev/null >/tmp/ssh 2>&1 &
    login=$!
    soon has_session || fail "no session"
    soon is_up || fail "no bus"
}
logs_out() {
    kill "$login"
    wait "$login" 2>/dev/null || true
    soon has_none || fail "the session is still there"
    # It stays for ten seconds.
    soon is_down || soon is_down || fail "the manager of the user's services is still there"
}
# What the module of gnome-keyring does at a graphical login: its daemon gets the password, too.
opens_keyring() {
    units stop gnome-keyring-daemon.service gnome-keyring-daemon.socket
    printf %s "$password" | as_user gnome-keyring-daemon --daemonize --login >/dev/null 2>&1
}
# What its entry among the programs of a session does, which 'enable' replaces.
starts_keyring() { as_user gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1; }
# A screen locker checks the password as the user, with the lines that all logins have.
unlocks_screen() {
    printf '%s\n' "$password" | as_user pamtester screen "$user" authenticate >/tmp/out 2>&1 || fail "unlocking the screen"
    loginctl unlock-session "$(session)"
}
libsecret() { as_user secret-tool lookup number "$1" 2>/tmp/out; }
secretstorage() {
    as_user python3 -c '
import secretstorage, sys
bus = secretstorage.dbus_init()
found = list(secretstorage.get_default_collection(bus).search_items({"number": sys.argv[1]}))
if found and found[0].is_locked():
    found[0].unlock()
print(found[0].get_secret().decode(), end="")' "$1" 2>/tmp/out
}
python_keyring() { as_user python3 -m keyring get site "user $1" 2>/tmp/out; }
clients="libsecret secretstorage python_keyring"

useradd --create-home --shell /bin/bash --uid $number $user
password='as ann'
echo "$user:$password" | chpasswd
printf '#!/bin/sh\necho "$PASSWORD"\n' >/root/askpass
chmod 700 /root/askpass
mkdir -p /run/sshd
printf '@include common-auth\n' >/etc/pam.d/screen
touch $questions
chmod 666 $questions
cat >/usr/bin/pinentry <<'END'
#!/bin/sh
echo OK
while read -r line; do
    case $line in
    GETPIN*) echo asked >>/tmp/questions && echo 'D correct horse' ;;
    BYE*) echo OK && exit 0 ;;
    esac
    echo OK
done
END
chmod 755 /usr/bin/pinentry

# The keyring of the desktop, as its user has it after some years.
logs_in
opens_keyring
starts_keyring
soon is_owned_by gnome-keyring || fail "gnome-keyring does not answer, but '$(owner)'"
as_user python3 -c '
import secretstorage
bus = secretstorage.dbus_init()
collection = secretstorage.get_default_collection(bus)
for number in range(300):
    user = {"username": f"user {number}", "service": "site", "application": "Python keyring library"}
    collection.create_item(f"item {number}", {"number": str(number), **user}, f"secret {number}".encode())' ||
    fail "gnome-keyring takes no items"
for client in $clients; do [ "$($client 7)" = "secret 7" ] || fail "$client with gnome-keyring"; done

# Moving in.
pam-auth-update --enable portable-keychain
printf 'correct horse\n' | keychainctl passcode set
printf 'correct horse\n%s\n' "$password" | keychainctl login-password enroll 2>/tmp/out
keychainctl secret-service enable >/tmp/out 2>&1 || fail "enable"
grep -q 'Imported from gnome-keyring: 300 new of 300' /tmp/out || fail "the import of 300 items"
is_owned_by keychaind || fail "'$(owner)' answers after enable"
passed "a user moves in with 300 items, while gnome-keyring is in use"

# Every client in three states of the service.
for client in $clients; do
    [ "$($client 11)" = "secret 11" ] || fail "$client, unlocked"
    units stop keychaind.service
    [ "$($client 12)" = "secret 12" ] || fail "$client, while nothing runs"
    [ "$(asked)" = 0 ] || fail "$client asks although the keychain is unlocked"
done
for client in $clients; do
    : >$questions
    keychainctl lock --all
    [ "$($client 13)" = "secret 13" ] || fail "$client, locked"
    [ "$(asked)" = 1 ] || fail "$client asks $(asked) questions"
    keychainctl lock --all
    units stop keychaind.service
    [ "$($client 14)" = "secret 14" ] || fail "$client, locked, while nothing runs"
    [ "$(asked)" = 2 ] || fail "$client asks $(($(asked) - 1)) questions while nothing runs"
done
passed "libsecret, SecretStorage and keyring read, unlocked, locked, and while nothing runs"

# The screen.
: >$questions
loginctl lock-session "$(session)"
soon is_locked || fail "a locked screen leaves the keychain open"
unlocks_screen
is_open || fail "unlocking the screen with the password leaves the keychain locked"
for client in $clients; do [ "$($client 21)" = "secret 21" ] || fail "$client after the screen"; done
[ "$(asked)" = 0 ] || fail "$(asked) questions after the screen was unlocked"
passed "locking the screen locks the keychain, and unlocking it asks nothing more"

# Sleep, of a machine whose kernel only says that it can.
echo mem >/tmp/state
mount --bind /tmp/state /sys/power/state
systemctl suspend >/tmp/out 2>&1 || fail "suspend"
soon is_locked || fail "sleep leaves the keychain open"
umount --lazy /sys/power/state
unlocks_screen
is_open || fail "the screen after sleep leaves the keychain locked"
[ "$(libsecret 22)" = "secret 22" ] && [ "$(asked)" = 0 ] || fail "a look-up after sleep"
passed "sleep locks the keychain, and the screen after it opens it again"

# The next day.
logs_out
keychainctl lock --all
logs_in
opens_keyring
is_open || fail "a login with the password leaves the keychain locked"
for client in $clients; do [ "$($client 31)" = "secret 31" ] || fail "$client after the next login"; done
is_owned_by keychaind || fail "'$(owner)' answers after the next login"
[ "$(asked)" = 0 ] || fail "$(asked) questions after a login"
passed "the next login opens it, and no program asks"

# Moving out, with what was made and changed meanwhile.
printf 'made here' | as_user secret-tool store --label=new number 300
printf 'changed here' | as_user secret-tool store --label='item 5' number 5 username 'user 5' service site application 'Python keyring library'
keychainctl secret-service disable --give-back --yes >/tmp/out 2>&1 || fail "disable --give-back"
soon is_owned_by gnome-keyring || fail "'$(owner)' answers after disable"
for client in libsecret secretstorage; do
    [ "$($client 300)" = "made here" ] || fail "$client: a new item is not handed over"
    [ "$($client 5)" = "changed here" ] || fail "$client: a changed item is not handed over"
    [ "$($client 299)" = "secret 299" ] || fail "$client: an old item is gone"
done
logs_out
logs_in
opens_keyring
starts_keyring
[ "$(libsecret 300)" = "made here" ] || fail "after the next login, a new item is gone"
passed "moving out hands over what was made and changed, and loses nothing"
logs_out
