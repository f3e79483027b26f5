#!/usr/bin/env bash
# Makes everything that a release consists of: the Debian package, the archive, the list of components, and their
# checksums.
#
#   Packaging/all.sh PROGRAM FOLDER
set -euo pipefail
here=$(dirname "$(realpath "$0")")
program=$(realpath "$1")
folder=$2
# shellcheck source=Packaging/facts.sh
source "$here/facts.sh"

rm -rf "$folder"
"$here/deb.sh" "$program" "$folder"
"$here/tarball.sh" "$program" "$folder"
programs=("$program")
for helper in keychain-tpm keychain-fido2 keychain-etcd keychaind; do
    beside=$(dirname "$program")/$helper
    [ ! -x "$beside" ] || programs+=("$beside")
done
"$here/components.py" "$version" "$SOURCE_DATE_EPOCH" "${programs[@]}" >"$folder/keychainctl-$version.spdx.json"
(cd "$folder" && sha256sum -- *.deb *.tar.xz *.spdx.json >SHA256SUMS)
cat "$folder/SHA256SUMS"
