#!/usr/bin/env bash
# Proves the packages of a program: they are the same twice in a row, lintian accepts the Debian package, and a
# clean Debian 12 and 13 install, use, upgrade, remove and purge it. A booted one shows what becomes of the user's Secret
# Service then, and that apt upgrades one package at a time. The archive works where it is unpacked, and the list of
# components is valid SPDX as far as its required fields go.
#
#   Packaging/test.sh PROGRAM
set -euo pipefail
here=$(dirname "$(realpath "$0")")
program=$(realpath "$1")
"$here/../Scripts/install-needs.sh" dpkg-dev lintian mmdebstrap xz-utils binutils apparmor

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
