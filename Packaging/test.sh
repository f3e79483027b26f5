#!/usr/bin/env bash
# Proves the packages of a program: they are the same twice in a row, lintian accepts the Debian package, and a
# clean Debian installs, uses, upgrades, removes and purges it. The archive works where it is unpacked, and the
# list of components is valid SPDX as far as its required fields go.
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
mmdebstrap --quiet --variant=apt --customize-hook="copy-in '$work/in' /" \
    --customize-hook='chroot "$1" sh /in/in-a-clean-debian.sh' bookworm /dev/null >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; exit 1; }
grep '^passed:' "$work/log"
