#!/usr/bin/env bash
# Packs keychainctl into one folder that works wherever it is unpacked, for systems without a package of their own.
# The same program gives the same archive, to the byte.
#
#   Packaging/tarball.sh PROGRAM FOLDER
set -euo pipefail
here=$(dirname "$(realpath "$0")")
program=$(realpath "$1")
folder=$2
# shellcheck source=Packaging/facts.sh
source "$here/facts.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
name=keychainctl-$version-linux-$(uname -m)
"$here/../Scripts/install.sh" "$program" "$work/$name"
for text in LICENSE CHANGELOG.md SECURITY.md; do install -m644 "$here/../$text" "$work/$name/"; done
install -m644 "$here/tarball.md" "$work/$name/README.md"

mkdir -p "$folder"
archive=$folder/$name.tar.xz
tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --format=gnu \
    --directory="$work" "$name" | xz -9e --threads=1 >"$archive"
echo "$archive"
