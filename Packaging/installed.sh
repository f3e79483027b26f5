#!/usr/bin/env bash
# Runs a command on this system as it is once packages are installed; afterwards nothing of them is left. For programs
# that a clean Debian would take long to get, such as browsers.
#
#   Packaging/installed.sh FOLDER-OF-PACKAGES COMMAND…
set -euo pipefail
packages=$(realpath "${1:?usage: $0 FOLDER-OF-PACKAGES COMMAND…}")
shift

work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
changed=(etc usr var)
for folder in "${changed[@]}"; do mkdir -p "$work/$folder" "$work/work-$folder"; done

# In a namespace of its own, whose mounts end with it: each folder lies under an empty one, which takes the changes.
layered='
    for folder in etc usr var; do
        mount -t overlay overlay -o "lowerdir=/$folder,upperdir=$1/$folder,workdir=$1/work-$folder" "/$folder" || exit 77
    done'
if ! unshare --mount bash -c "$layered" layers "$work" 2>/dev/null; then
    echo "SKIPPED  ${1##*/} with installed packages: folders cannot be layered here"
    exit 0
fi
# The kernel is the real one: its AppArmor is not to be told the profile of a package that is gone soon.
unshare --mount bash -euo pipefail -c "$layered"'
    [ ! -d /sys/kernel/security ] || mount -t tmpfs none /sys/kernel/security
    dpkg --install "$2"/keychain*.deb >"$1/log" 2>&1 || { cat "$1/log" >&2; exit 1; }
    shift 2
    "$@"' layers "$work" "$packages" "$@"
