#!/usr/bin/env bash
# Proves the packages of a program: they are the same twice in a row, lintian accepts the Debian package, and a
# clean Debian 12 and 13 install, use, upgrade, remove and purge it, also from a signed repository. A booted one shows what becomes of the user's Secret
# Service then, and that apt upgrades one package at a time; which logins open a keychain; and how a user moves in from a
# gnome-keyring in use, lives through a locked screen, sleep and logins, and moves out again. The archive works where it is unpacked, and the list of
# components is valid SPDX as far as its required fields go.
#
#   Packaging/test.sh PROGRAM
set -euo pipefail
here=$(dirname "$(realpath "$0")")
program=$(realpath "$1")
"$here/../Scripts/install-needs.sh" apt-utils dpkg-dev gpg lintian mmdebstrap xz-utils binutils apparmor

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

step() { printf '%s\n' "packages: $1" >&2; }

step "twice the same"
for round in first second; do
    "$here/deb.sh" "$program" "$work/$round" >/dev/null
    "$here/tarball.sh" "$program" "$work/$round" >/dev/null
done
diff --recursive "$work/first" "$work/second"
packages=("$work"/first/*.deb)
package=$(echo "$work"/first/keychainctl_*.deb)

step "lintian"
# The address of whoever releases it is known only when it is released.
lintian --allow-root --fail-on error,warning \
    --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog "${packages[@]}"
apparmor_parser --skip-kernel-load --skip-cache --skip-read-cache "$here/apparmor" 2>"$work/parser" ||
    { cat "$work/parser" >&2; exit 1; }
# They are enforced in complain mode, too (aa-complain(8)).
! grep -nE '^ *(audit +)?deny ' "$here/apparmor" || { echo "the profile has rules that deny" >&2; exit 1; }

step "the archive"
mkdir "$work/anywhere else"
tar --extract --directory="$work/anywhere else" --file="$(echo "$work"/first/*.tar.xz)"
unpacked=$(echo "$work/anywhere else"/*)
(
    export XDG_DATA_HOME=$work/data HOME=$work
    unset PORTABLE_KEYCHAIN
    printf 'from the archive' | "$unpacked/bin/keychainctl" set --service archive --account test
    [ "$("$unpacked/bin/keychainctl" get --service archive --account test)" = "from the archive" ]
)
[ -s "$unpacked/share/man/man1/keychainctl.1" ]
[ -s "$unpacked/share/keychainctl/json-schema.json" ]

step "the list of components"
"$here/components.py" 1.0 0 "$program" >"$work/components.json"
python3 - "$work/components.json" <<'END'
import json, sys
document = json.load(open(sys.argv[1]))
known = {part["SPDXID"] for part in document["packages"]} | {"SPDXRef-DOCUMENT"}
names = {part["name"] for part in document["packages"]}
assert {"keychainctl", "swift", "swift-crypto", "libsqlite3.so.0"} <= names, names
for relation in document["relationships"]:
    assert relation["spdxElementId"] in known and relation["relatedSpdxElement"] in known, relation
END

step "a clean Debian"
# The same package with a lower version, for the upgrade.
dpkg-deb --raw-extract "$package" "$work/older"
sed -i 's/^Version: .*/Version: 0.0.1/' "$work/older/DEBIAN/control"
mkdir "$work/in"
dpkg-deb --root-owner-group --build "$work/older" "$work/in/older.deb" >/dev/null
cp "$package" "$work/in/newer.deb"
for helper in keychainctl-tpm keychainctl-fido2 keychainctl-etcd keychaind; do
    found=$(find "$work/first" -name "${helper}_*.deb")
    [ -z "$found" ] || cp "$found" "$work/in/${helper#keychainctl-}.deb"
done
# The repository of a maintainer: as it is published first and then, and as somebody else would publish it.
export GNUPGHOME=$work/keys
mkdir -m 700 "$GNUPGHOME"
for name in maintainer stranger; do
    gpg --batch --quiet --passphrase '' --quick-generate-key "$name@example.org" ed25519 sign never 2>/dev/null
done
repositories=$work/in/repositories
address=file:///srv/keychain
mkdir "$repositories"
"$here/repository.sh" "$repositories/first" $address maintainer@example.org "$work/in/older.deb"
cp -a "$repositories/first" "$repositories/second"
"$here/repository.sh" "$repositories/second" $address maintainer@example.org "$work/in/newer.deb"
cp -a "$repositories/second" "$repositories/unsigned"
rm "$repositories"/unsigned/dists/stable/{InRelease,Release.gpg}
"$here/repository.sh" "$repositories/stranger" $address stranger@example.org "$work/in/newer.deb"
# A published version does not change.
echo Homepage: https://example.org >>"$work/older/DEBIAN/control"
dpkg-deb --root-owner-group --build "$work/older" "$work/other.deb" >/dev/null
! "$here/repository.sh" "$repositories/second" $address maintainer@example.org "$work/other.deb" 2>"$work/refusal"
grep -q 'is published with other content' "$work/refusal"
cmp "$(echo "$repositories"/second/pool/keychainctl_0.0.1_*.deb)" "$work/in/older.deb"
gpgconf --kill all
cp "$here/in-a-clean-debian.sh" "$work/in/"
for release in bookworm trixie; do
    # The smallest variant of Debian 13 has no useradd.
    mmdebstrap --quiet --variant=apt --include=passwd --customize-hook="copy-in '$work/in' /" \
        --customize-hook='chroot "$1" sh /in/in-a-clean-debian.sh' "$release" /dev/null >"$work/log" 2>&1 ||
        { cat "$work/log" >&2; echo "failed in Debian's release $release" >&2; exit 1; }
    grep '^passed:' "$work/log"
done

step "a booted Debian"
if ! "$here/booted.sh" --possible; then
    echo "SKIPPED  a booted Debian: systemd cannot be started in namespaces here"
    exit 0
fi
# shellcheck source=Packaging/facts.sh
source "$here/facts.sh"
mkdir "$work/booted"
for series in "old ${first%\~}.1" "new ${first%\~}.2" "next ${next%\~}.0"; do
    folder=$work/booted/${series% *}
    DEB_COMPRESSION=none DEB_VERSION=${series#* } "$here/deb.sh" "$program" "$folder" >/dev/null
    (cd "$folder" && dpkg-scanpackages --multiversion . 2>/dev/null >Packages)
done
cp "$here/in-a-booted-debian.sh" "$work/booted/"
# A user who says yes.
printf '#!/bin/sh\necho OK\nwhile read -r line; do echo OK; case $line in BYE*) exit 0 ;; esac; done\n' >"$work/booted/pinentry"
chmod 755 "$work/booted/pinentry"
# What the packages need is there already, for all of their versions at once.
needs=$(sed -n 's/^Depends: //p' "$work/booted/old/Packages" | tr ',' '\n' | sed 's/ *(.*//; s/ //g; s/|.*//' |
    grep -v '^keychain' | sort -u | paste -sd,)
mmdebstrap --quiet --variant=apt \
    --include="systemd-sysv,dbus-user-session,libpam-systemd,gnome-keyring,libsecret-tools,procps,$needs" \
    --customize-hook="copy-in '$work/booted' /" --customize-hook='mv "$1/booted" "$1/in"' bookworm "$work/root" >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; exit 1; }
timeout 600 "$here/booted.sh" "$work/root" bash /in/in-a-booted-debian.sh

step "logins, and a week of a desktop"
cp "$here/in-a-login.sh" "$here/in-a-desktop.sh" "$work/booted/"
cp "$package" "$(echo "$work"/first/keychaind_*.deb)" "$work/booted/"
# Both releases that packages are made for: PAM, systemd and gnome-keyring are of other versions there. No sshd listens on
# the network, which these Debians share with the machine.
for release in bookworm trixie; do
    rm -rf "$work/root" "$work/other"
    mmdebstrap --quiet --variant=apt \
        --include="systemd-sysv,dbus-user-session,libpam-systemd,passwd,openssh-server,openssh-client,pamtester,sudo,procps" \
        --include="gnome-keyring,libpam-gnome-keyring,libsecret-tools,python3-secretstorage,python3-keyring" \
        --customize-hook="copy-in '$work/booted' /" --customize-hook='mv "$1/booted" "$1/in"' \
        --customize-hook='chroot "$1" systemctl mask --quiet ssh.service ssh.socket' \
        --customize-hook='chroot "$1" sh -c "apt-get install --yes --no-install-recommends /in/keychain*.deb"' \
        "$release" "$work/root" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
    cp -a "$work/root" "$work/other"
    timeout 300 "$here/booted.sh" "$work/root" bash /in/in-a-login.sh >"$work/log" 2>&1 &&
        timeout 600 "$here/booted.sh" "$work/other" bash /in/in-a-desktop.sh >>"$work/log" 2>&1 ||
        { cat "$work/log" >&2; echo "failed in Debian's release $release" >&2; exit 1; }
    grep '^passed:' "$work/log"
done
