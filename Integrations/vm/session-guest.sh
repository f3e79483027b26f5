#!/bin/bash
# In the machine of session.sh, as root: a person has logged in at the console, and uses the installed packages.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C
exec </dev/null >/dev/ttyS0 2>&1
trap 'systemctl reboot --force' EXIT
sysctl -qw kernel.printk="1 4 1 7"

passed() { echo "passed   $1"; }
failed() { echo "FAILED   $1: $(tail -n 3 /run/said)"; }
: >/run/said
as_user() {
    setpriv --reuid ann --regid ann --init-groups env -i HOME=/home/ann PATH="$PATH" LC_ALL=C \
        XDG_RUNTIME_DIR=/run/user/1000 DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus "$@"
}
in_shell() { as_user bash -c "cd && set -e; $1" >/run/said 2>&1; }
soon() { for _ in $(seq 120); do ! "$@" || return 0; sleep 0.25; done; return 1; }
state() { as_user keychainctl status | sed -n 's/^state\t//p'; }
# Not since when: a chip of its own can open a keychain that is locked since the login.
is() { [[ $(state) == "$1"* ]]; }
# The session of the person, at the console.
session() { loginctl list-sessions --no-legend | awk '$3 == "ann" { print $1; exit }'; }
logged_in() { [ -n "$(session)" ] && [ -S /run/user/1000/bus ]; }
logged_out() { ! systemctl is-active --quiet user@1000.service; }
# block HEADING: the first unit after a heading of Documentation/Locking.md, with the path of the packages
block() {
    awk -v heading="## $1" '$0 == heading { found = 1 } found && /^```ini/ { inside = 1; next }
        inside && /^```/ { exit } inside' /given/Locking.md | sed 's|/usr/local/bin|/usr/bin|'
}
unlock() { in_shell 'keychainctl unlock <passcode' && is unlocked; }

soon logged_in || failed "logind has a session of the person"
in_shell '
    printf "correct horse battery" >passcode
    printf s3cret | keychainctl set --service api --account ci
    keychainctl passcode set <passcode
    keychainctl tpm enroll --no-pin <passcode
    keychainctl lock
    systemctl --user enable --now keychainctl-unlock@default
' && is unlocked && passed "the unit of the package unlocks with the chip" || failed "the unit of the package unlocks with the chip"

# At logout and login.
loginctl terminate-user ann
soon logged_out && is locked && passed "locked when the last session has ended" ||
    failed "locked when the last session has ended, not $(state)"
soon logged_in && soon is unlocked && passed "unlocked by the chip at the next login" ||
    failed "unlocked by the chip at the next login, not $(state)"
in_shell 'systemctl --user disable --now keychainctl-unlock@default' && is locked || failed "stopping the unit locks"

# With the screen, by the unit of the page.
mkdir -p /home/ann/.config/systemd/user
block "When the screen is locked" >/home/ann/.config/systemd/user/lock-with-screen.service
chown -R ann: /home/ann/.config
in_shell 'systemctl --user daemon-reload && systemctl --user enable --now lock-with-screen' || failed "the unit of the page for the screen"
unlock || failed "unlock"
# It listens when its program has said so.
watches() { pgrep -u ann -x gdbus >/dev/null; }
soon watches && sleep 2
loginctl lock-session "$(session)"
soon is locked && passed "locked with the screen, by the unit of the page" || failed "locked with the screen, by the unit of the page"
in_shell 'systemctl --user disable --now lock-with-screen' || failed "the unit of the page can be disabled"

# Before sleep. What systemd-sleep runs in between is the last that runs.
cat >/usr/lib/systemd/system-sleep/state <<'END'
#!/bin/sh
setpriv --reuid ann --regid ann --init-groups env -i HOME=/home/ann PATH="$PATH" keychainctl status |
    sed -n 's/^state\t//p' >"/run/state-$1"
END
chmod 755 /usr/lib/systemd/system-sleep/state
sleeps() { # NAME: suspends the machine, and has the clock wake it; whether the keychain was locked meanwhile
    rm -f /run/state-*
    unlock || { failed "unlock before sleep"; return; }
    local before after
    before=$(cat /sys/power/suspend_stats/success)
    rtcwake --mode no --seconds 20 >/run/said 2>&1 || { failed "a clock that wakes the machine"; return; }
    systemctl suspend >/run/said 2>&1
    for _ in $(seq 120); do [ ! -s /run/state-post ] || break; sleep 0.5; done
    after=$(cat /sys/power/suspend_stats/success)
    if [ "$after" != "$((before + 1))" ]; then failed "the machine sleeps and wakes"; return; fi
    if [[ $(cat /run/state-pre) == locked* && $(cat /run/state-post) == locked* ]]; then passed "$1"; else
        failed "$1, not $(cat /run/state-pre /run/state-post)"; fi
    unlock && [ "$(as_user keychainctl get --service api --account ci)" = s3cret ] || failed "unlock after sleep"
}
block "When the machine is suspended" >/etc/systemd/system/lock-keychains@.service
systemctl enable --quiet lock-keychains@ann.service
systemctl daemon-reload
sleeps "locked before the machine sleeps, by the unit of the page"
systemctl disable --quiet lock-keychains@ann.service
systemctl daemon-reload

# keychaind asks logind to wait for it.
in_shell 'keychainctl secret-service enable' || failed "secret-service enable"
# The bus starts it for the first program that asks.
as_user busctl --user --quiet call org.freedesktop.secrets /org/freedesktop/secrets org.freedesktop.DBus.Peer Ping ||
    failed "keychaind answers on the bus"
inhibits() { # Polkit permits it, where there is one.
    systemd-inhibit --list --no-legend | grep -q keychaind
}
soon inhibits && sleeps "locked before the machine sleeps, by keychaind" || failed "keychaind has logind wait for it"
soon inhibits && passed "keychaind has logind wait for the next time" || failed "keychaind has logind wait for the next time"
unlock
loginctl lock-session "$(session)"
soon is locked && passed "locked with the screen, by keychaind" || failed "locked with the screen, by keychaind"

# A security key that the kernel shows, and that logind gives to who sits at the machine.
for module in /given/modules/*.ko; do insmod "$module" 2>>/run/said; done
[ -e /dev/uhid ] || failed "the kernel has no /dev/uhid"
key() { ls /dev/hidraw* 2>/dev/null; }
plug_in() {
    LD_LIBRARY_PATH=/given/libraries /given/SoftwareFIDO2 --kernel 2>/run/key &
    plugged=$!
    soon key
}
reaches() { as_user test -r "$(key)"; }
if plug_in && soon reaches; then
    passed "logind gives the security key to who is logged in"
else
    failed "logind gives the security key to who is logged in: $(ls -l /dev/hidraw* 2>&1) $(cat /run/key)"
fi
in_shell '
    keychainctl fido2 list | grep -q hidraw
    keychainctl unlock <passcode
    keychainctl fido2 enroll --name drawer <passcode
    keychainctl lock
    keychainctl unlock --fido2
    [ "$(keychainctl get --service api --account ci)" = s3cret ]
    keychainctl lock
' && passed "a security key of the kernel opens a keychain" || failed "a security key of the kernel opens a keychain"
kill "$plugged" && wait "$plugged"
unplugged() { [ -z "$(key)" ]; }
if soon unplugged && ! in_shell 'keychainctl unlock --fido2' && grep -qi 'security key' /run/said && is locked; then
    passed "without the security key, the message names it"
else
    failed "without the security key, the message names it"
fi
plug_in && soon reaches && in_shell 'keychainctl unlock --fido2' && is unlocked &&
    passed "the same security key opens it when it is back" || failed "the same security key opens it when it is back"
echo whole
