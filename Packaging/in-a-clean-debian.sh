#!/bin/sh
# Runs in a new Debian as root, from Packaging/test.sh: what a user and an administrator do with the package.
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C

as_user() { su --login ann --command "$1"; }
fail() { echo "failed: $1"; exit 1; }

useradd --create-home ann
apt-get install --yes --no-install-recommends /in/older.deb git >/dev/null

as_user 'printf "first secret" | keychainctl set --service mail --account ann'
[ "$(as_user 'keychainctl get --service mail --account ann')" = "first secret" ] || fail "get"
as_user 'git config --global credential.helper keychain'
as_user 'printf "protocol=https\nhost=example.com\nusername=ann\npassword=token\n\n" | git credential approve'
as_user 'printf "protocol=https\nhost=example.com\n\n" | git credential fill' | grep -qx password=token ||
    fail "git's helper"
for file in /usr/share/man/man1/keychainctl.1.gz /usr/share/bash-completion/completions/keychainctl \
    /usr/share/keychainctl/json-schema.json /usr/share/zsh/site-functions/_keychainctl /etc/apparmor.d/usr.bin.keychainctl; do
    [ -s "$file" ] || fail "$file is missing"
done

# A choice of the administrator survives the upgrade.
echo '# local' >>/etc/apparmor.d/usr.bin.keychainctl
apt-get install --yes -o Dpkg::Options::=--force-confold /in/newer.deb >/dev/null
[ "$(dpkg-query --show --showformat '${Version}' keychainctl)" != 0.0.1 ] || fail "upgrade"
[ "$(as_user 'keychainctl get --service mail --account ann')" = "first secret" ] || fail "get after the upgrade"
grep -q '# local' /etc/apparmor.d/usr.bin.keychainctl || fail "the upgrade replaced the changed profile"

# The programs for hardware, with their libraries, where keychainctl finds them. There is no chip and no key here.
helpers=/usr/libexec/portable-keychain
if [ -e /in/tpm.deb ]; then
    apt-get install --yes --no-install-recommends /in/tpm.deb >/dev/null
    [ -z "$(ldd $helpers/keychain-tpm | grep 'not found')" ] || fail "libraries of keychain-tpm"
    $helpers/keychain-tpm </dev/null 2>&1 | grep -q 'start this one' || fail "keychain-tpm does not start"
    as_user 'keychainctl tpm status' | grep -q 'absent' || fail "tpm status"
fi
if [ -e /in/fido2.deb ]; then
    as_user 'keychainctl fido2 list' 2>&1 | grep -q 'is not installed' || fail "fido2 list without its program"
    apt-get install --yes --no-install-recommends /in/fido2.deb >/dev/null
    [ -z "$(ldd $helpers/keychain-fido2 | grep 'not found')" ] || fail "libraries of keychain-fido2"
    as_user 'keychainctl fido2 list' >/tmp/fido2 2>&1 || fail "fido2 list"
    ! grep -q 'is not installed' /tmp/fido2 || fail "keychainctl does not find keychain-fido2"
    # A program elsewhere.
    install -D -o ann -m 755 /usr/bin/keychainctl /home/ann/elsewhere/keychainctl
    as_user 'elsewhere/keychainctl fido2 list' >/tmp/fido2 2>&1 || { cat /tmp/fido2; fail "fido2 list of a program elsewhere"; }
    ! grep -q 'is not installed' /tmp/fido2 || fail "a program elsewhere does not find keychain-fido2"
    rm -r /home/ann/elsewhere
fi

# A cluster. There is none here: what is said is seen.
if [ -e /in/etcd.deb ]; then
    setup='keychainctl sync setup etcd://127.0.0.1:1/keys --unconfirmed </dev/null'
    as_user "$setup" 2>&1 | grep -q 'install the package keychainctl-etcd' || fail "a cluster without its program"
    apt-get install --yes --no-install-recommends /in/etcd.deb >/dev/null
    [ -z "$(ldd $helpers/keychain-etcd | grep 'not found')" ] || fail "libraries of keychain-etcd"
    as_user "$setup" 2>&1 | grep -q 'no server of the cluster answers' || fail "keychainctl does not find keychain-etcd"
fi

for start in 'sync:sync run --keychain %i' 'unlock:unlock --at-login --keychain %i'; do
    grep -qx "ExecStart=/usr/bin/keychainctl ${start#*:}" "/usr/lib/systemd/user/keychainctl-${start%%:*}@.service" ||
        fail "the unit keychainctl-${start%%:*}@.service"
done

# The keychain of the desktop: with another one there, and back.
if [ -e /in/keychaind.deb ]; then
    as_user 'keychainctl secret-service status' | grep -q 'is not installed' || fail "status without keychaind"
    apt-get install --yes --no-install-recommends /in/keychaind.deb dbus libsecret-tools gnome-keyring >/dev/null
    [ -z "$(ldd $helpers/keychaind | grep 'not found')" ] || fail "libraries of keychaind"
    grep -q "^ExecStart=\"$helpers/keychaind\" " /usr/lib/systemd/user/keychaind.service || fail "the unit of keychaind"
    grep -qx '/usr/bin/keychainctl as git-credential-keychain' /usr/share/portable-keychain/programs/keychainctl.conf ||
        fail "the programs that the agent may remember"
    grep -qx DBusName=org.freedesktop.secrets /usr/share/xdg-desktop-portal/portals/keychain.portal ||
        fail "the back-end of the portal"
    cat >/tmp/desktop <<'END'
set -eu
printf pw | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 &
# A call before it has the name would have the bus start another one, which nobody has unlocked.
until dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetNameOwner \
    string:org.freedesktop.secrets >/dev/null 2>&1; do sleep 0.1; done
until printf old | secret-tool store --label=x n 1 2>/dev/null; do sleep 0.2; done
# Nobody says what should protect the keychain.
if keychainctl secret-service enable; then exit 1; fi
keychainctl secret-service enable --no-passcode
[ "$(secret-tool lookup n 1)" = old ]
printf new | secret-tool store --label=x n 2
[ "$(keychainctl list --group org.freedesktop.secrets | wc -l)" = 2 ]
keychainctl secret-service disable
keychainctl secret-service status | grep -q disabled
END
    timeout 300 su --login ann --command 'dbus-run-session -- sh /tmp/desktop' >/tmp/desktop.log 2>&1 ||
        { cat /tmp/desktop.log; fail "the keychain of the desktop"; }
    apt-get purge --yes gnome-keyring dbus libsecret-tools >/dev/null
fi

apt-get remove --yes keychainctl >/dev/null
[ ! -e /usr/lib/systemd/user/keychaind.service ] || fail "the unit of keychaind is left"
[ ! -e $helpers ] || fail "a program for hardware is left, which works with this version only"
[ ! -e /usr/bin/keychainctl ] && [ ! -L /usr/bin/git-credential-keychain ] || fail "remove"
[ -e /etc/apparmor.d/usr.bin.keychainctl ] || fail "remove deleted the configuration"
apt-get purge --yes keychainctl keychainctl-tpm keychainctl-fido2 keychainctl-etcd keychaind >/dev/null
[ ! -e /etc/apparmor.d/usr.bin.keychainctl ] || fail "purge"
left=$(find / -xdev -name '*keychainctl*' ! -path '/in/*' ! -path '/proc/*' ! -path '/var/log/*' ! -path '/var/cache/*')
[ -z "$left" ] || fail "left behind: $left"
# Keychains belong to their user.
[ -s /home/ann/.local/share/portable-keychain/default.keychain ] || fail "the keychain is gone"
echo "passed: installed, used, upgraded, removed and purged"

# From the repository of a maintainer, as Documentation/Releasing.md says. Its address stays, and what is there changes.
mv /etc/apt/sources.list.d /tmp/other-sources 2>/dev/null || true
mkdir /etc/apt/sources.list.d
mv /etc/apt/sources.list /tmp/ 2>/dev/null || true
there() { rm -rf /srv/keychain && cp -a "/in/repositories/$1" /srv/keychain && chmod -R a+rX /srv/keychain; }
there first
cp /srv/keychain/portable-keychain.sources /etc/apt/sources.list.d/
is_updated() { apt-get update >/tmp/update 2>&1 && ! grep -q '^[WE]:' /tmp/update; }
is_updated || { cat /tmp/update; fail "the repository is not accepted"; }
apt-get install --yes --no-install-recommends keychainctl >/dev/null || fail "install from the repository"
[ "$(dpkg-query --show --showformat '${Version}' keychainctl)" = 0.0.1 ] || fail "the first version from the repository"
there second
is_updated || { cat /tmp/update; fail "the repository with a second version is not accepted"; }
apt-get upgrade --yes >/dev/null
[ "$(dpkg-query --show --showformat '${Version}' keychainctl)" != 0.0.1 ] || fail "upgrade from the repository"
apt-get purge --yes keychainctl >/dev/null

# A changed package, a changed list, no signature, and the signature of another key.
for package in /srv/keychain/pool/*; do printf x >>"$package"; done
! apt-get install --yes --no-install-recommends keychainctl >/tmp/install 2>&1 || fail "a changed package is installed"
there second
find /srv/keychain/dists/ -path '*binary*' -type f -exec sh -c 'echo x >>"$1"' sh {} \;
rm -rf /var/lib/apt/lists/*
! is_updated || fail "a changed list is accepted"
for other in unsigned stranger; do
    there "$other"
    rm -rf /var/lib/apt/lists/*
    ! is_updated || fail "a list is accepted that is $other"
    ! apt-get install --yes --no-install-recommends keychainctl >/tmp/install 2>&1 || fail "a package is installed that is $other"
done
echo "passed: installed and upgraded from a repository, and refused from a changed one"
