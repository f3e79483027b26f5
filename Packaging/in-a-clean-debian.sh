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
    /usr/share/zsh/site-functions/_keychainctl /etc/apparmor.d/usr.bin.keychainctl; do
    [ -s "$file" ] || fail "$file is missing"
done

# A choice of the administrator survives the upgrade.
echo '# local' >>/etc/apparmor.d/usr.bin.keychainctl
apt-get install --yes -o Dpkg::Options::=--force-confold /in/newer.deb >/dev/null
[ "$(dpkg-query --show --showformat '${Version}' keychainctl)" != 0.0.1 ] || fail "upgrade"
[ "$(as_user 'keychainctl get --service mail --account ann')" = "first secret" ] || fail "get after the upgrade"
grep -q '# local' /etc/apparmor.d/usr.bin.keychainctl || fail "the upgrade replaced the changed profile"

apt-get remove --yes keychainctl >/dev/null
[ ! -e /usr/bin/keychainctl ] && [ ! -L /usr/bin/git-credential-keychain ] || fail "remove"
[ -e /etc/apparmor.d/usr.bin.keychainctl ] || fail "remove deleted the configuration"
apt-get purge --yes keychainctl >/dev/null
[ ! -e /etc/apparmor.d/usr.bin.keychainctl ] || fail "purge"
left=$(find / -xdev -name '*keychainctl*' ! -path '/in/*' ! -path '/proc/*' ! -path '/var/log/*' ! -path '/var/cache/*')
[ -z "$left" ] || fail "left behind: $left"
# Keychains belong to their user.
[ -s /home/ann/.local/share/portable-keychain/default.keychain ] || fail "the keychain is gone"
echo "passed: installed, used, upgraded, removed and purged"
