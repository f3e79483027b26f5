#!/usr/bin/env bash
# Runs as root in a Debian that Packaging/test.sh has booted, with sshd: whether logins with the password open the user's
# keychain, and which do not. The package is installed, and nothing else of it is configured.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive LC_ALL=C
user=ann
folder=/home/$user/.local/share/portable-keychain
fail() {
    echo "failed: $1" >&2
    cat /tmp/out /etc/pam.d/common-auth >&2 || true
    journalctl --quiet --lines 30 --no-pager >&2 || true
    exit 1
}
passed() { echo "passed: $1"; }
as_user() {
    timeout 60 setpriv --reuid "$user" --regid "$user" --init-groups --reset-env "$@"
}
keychainctl() { as_user keychainctl "$@"; }
# A login over the network: over_ssh PASSWORD COMMAND..., with the key of the user if there is no password.
over_ssh() {
    local password=$1 options=(-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR)
    # Without a network, which this Debian shares with the machine.
    options+=(-o 'ProxyCommand=/usr/sbin/sshd -i')
    shift
    if [ -n "$password" ]; then
        options+=(-o PubkeyAuthentication=no -o NumberOfPasswordPrompts=1)
    else
        options+=(-o PasswordAuthentication=no -o KbdInteractiveAuthentication=no -i /root/ssh-key)
    fi
    # A shell on a terminal, as a person has one: without it, sshd shows no message of PAM.
    printf '%s; exit\n' "$*" | PASSWORD=$password SSH_ASKPASS=/root/askpass SSH_ASKPASS_REQUIRE=force \
        timeout 60 ssh -tt "${options[@]}" "$user@localhost" >/tmp/out 2>&1
}
lock() { keychainctl lock --all; }
is_open() { [ "$(keychainctl status --keychain "${1-default}" | sed -n 's/^state\t//p')" = unlocked ]; }
says() { tr -d '\r' </tmp/out | grep -qF "$1"; }
login_status() { keychainctl login-password status | sed -n "s/^$1\t//p"; }
change_password() { echo "$user:$1" | chpasswd; }

useradd --create-home --shell /bin/bash "$user"
change_password 'as ann'
printf '#!/bin/sh\necho "$PASSWORD"\n' >/root/askpass
chmod 700 /root/askpass
ssh-keygen -q -t ed25519 -N '' -f /root/ssh-key
install -d -m 700 -o "$user" -g "$user" "/home/$user/.ssh"
install -m 600 -o "$user" -g "$user" /root/ssh-key.pub "/home/$user/.ssh/authorized_keys"
printf '%s ALL=(ALL) ALL\n' "$user" >/etc/sudoers.d/ann
mkdir -p /run/sshd

printf 'correct horse\n' | keychainctl passcode set
printf s3cret | keychainctl set --service api --account ci
printf 'correct horse\nas ann\n' | keychainctl login-password enroll 2>/tmp/out
says 'sudo pam-auth-update --enable portable-keychain' || fail "enroll does not say that logins do nothing yet"
[ "$(login_status logins)" = off ] || fail "logins are '$(login_status logins)' after the installation"
lock
over_ssh 'as ann' true || fail "a login with the profile off"
! is_open || fail "a login has opened the keychain with the profile off"
passed "an installation changes no login"

pam-auth-update --enable portable-keychain
[ "$(login_status logins)" = on ] || fail "logins are '$(login_status logins)' with the profile on"
over_ssh 'as ann' keychainctl get --service api || fail "a login with the password"
says s3cret || fail "the login has not opened the keychain"
! says 'has not unlocked' || fail "a login that has opened it complains"
is_open || fail "the keychain is locked again after the login"
passed "a login with the password opens the keychain"

lock
! over_ssh 'as bob' true || fail "a wrong password logs in"
! is_open || fail "a wrong password has opened the keychain"
[ -z "$(login_status refused)" ] || fail "a login that was refused is noted"
over_ssh '' 'echo shell' || fail "a login with a key"
says 'This login has not unlocked the keychain default, because it had no password' || fail "a login with a key says nothing"
says shell || fail "a login with a key has no shell"
! is_open || fail "a login with a key has opened the keychain"
[ "$(grep -c 'has not unlocked' /tmp/out)" = 1 ] || fail "it is said more than once"
passed "a login with a key leaves it locked, and says so once"

# What asks for the password in a session.
printf 'as ann\n' | as_user sudo --stdin --prompt= true >/tmp/out 2>&1 || fail "sudo"
! is_open || fail "sudo has opened a keychain that was locked"
# A server that checks passwords for another purpose, unless its administrator wants that.
printf '@include common-auth\n' >/etc/pam.d/mail
pamtester mail "$user" authenticate <<<'as ann' >/tmp/out 2>&1 || fail "a mail server"
! is_open || fail "a mail server has opened the keychain"
sed '/keychain-login/s/$/ always/' /etc/pam.d/common-auth >/etc/pam.d/mail
pamtester mail "$user" authenticate <<<'as ann' >/tmp/out 2>&1 || fail "a mail server with 'always'"
is_open || fail "the word 'always' has opened nothing"
lock
# A screen: a program of the user, which PAM lets check the password of this user only.
printf '@include common-auth\n' >/etc/pam.d/screen
printf 'as ann\n' | as_user pamtester screen "$user" authenticate >/tmp/out 2>&1 || fail "a screen"
is_open || fail "unlocking the screen has not opened the keychain"
lock
# A finger: a module that asks for no password, before those of the profile.
{ echo 'auth required pam_permit.so' && sed '1,/"Additional" block/d' /etc/pam.d/common-auth; } >/etc/pam.d/finger
as_user pamtester finger "$user" authenticate </dev/null >/tmp/out 2>&1 || fail "a finger"
! grep -qi password /tmp/out || fail "a finger is asked for a password"
! is_open || fail "a finger has opened the keychain"
passed "unlocking the screen opens it; sudo, a mail server and a finger do not"

# Another keychain with the same password, and one with another.
for name in work old; do
    keychainctl create "$name"
    printf 'two words\n' | keychainctl passcode set --keychain "$name"
    password='as ann' && [ "$name" = work ] || password='long ago'
    printf 'two words\n%s\n' "$password" | keychainctl login-password enroll --keychain "$name" 2>/dev/null
done
lock
over_ssh 'as ann' true || fail "a login with three keychains"
is_open && is_open work || fail "not all keychains of the password are open"
! is_open old || fail "a keychain of another password is open"
says 'has not unlocked the keychain old, because its password is another one' || fail "it is not said that one is locked"
keychainctl remove-keychain old --yes
passed "each keychain that the password opens is opened"

# The login password changes.
change_password 'as ann since monday'
lock
over_ssh 'as ann since monday' true || fail "a login with the new password"
! is_open || fail "the new password has opened the keychain before it was enrolled"
says 'because its password is another one than you enrolled' || fail "nothing is said of the new password"
[ -n "$(login_status refused)" ] || fail "the refused login is not noted"
printf 'correct horse\n' | keychainctl unlock 2>/tmp/out
says "'keychainctl login-password enroll'" || fail "unlock does not offer the new password"
printf 'correct horse\nas ann since monday\n' | keychainctl login-password enroll 2>/tmp/out
! says pam-auth-update || fail "enroll says that logins do nothing"
lock
over_ssh 'as ann since monday' keychainctl get --service api || fail "a login with the enrolled password"
says s3cret || fail "the new password does not open the keychain"
[ -z "$(login_status refused)" ] || fail "the note about the refused login has stayed"
passed "a changed password is noted, and opens it after it was enrolled"

# A keychain that cannot be opened, or is slow, keeps nobody out.
mv "$folder/device.key" "$folder/device.kept"
over_ssh 'as ann since monday' true || fail "a login without the device key"
mv "$folder/device.kept" "$folder/device.key"
mv /usr/bin/keychainctl /usr/bin/keychainctl.kept
printf '#!/bin/sh\nexec sleep 1000\n' >/usr/bin/keychainctl
chmod 755 /usr/bin/keychainctl
before=$SECONDS
over_ssh 'as ann since monday' true || fail "a login with a program that hangs"
[ $((SECONDS - before)) -lt 30 ] || fail "a login has waited $((SECONDS - before)) s"
mv /usr/bin/keychainctl.kept /usr/bin/keychainctl
passed "nothing that fails keeps a user out"

# No process ever had the password as an argument, and nothing of it is in a log.
# Not through a pipe: grep ends at the first match, and journalctl, which fails then, would hide it.
! grep -qF 'as ann' <<<"$(journalctl --quiet --no-pager)" || fail "a password is in the journal"

apt-get remove --yes keychainctl >/dev/null 2>&1
! grep -rq keychain-login /etc/pam.d/common-* || fail "the removal has left lines in PAM's files"
over_ssh 'as ann since monday' true || fail "a login after the removal"
! says keychain || fail "a login after the removal speaks of a keychain"
passed "a removal takes its lines out of PAM's files"
