#!/usr/bin/env bash
# Cuts the power of a machine in software, with Debian's kernel, whose programs change keychains on ext4, xfs and btrfs.
#
#   Integrations/vm.sh PROGRAMS PROOF-HELPER CUTS
#
# with the folder of a static keychainctl, the program ProofHelper of the tests, and how many cuts there are in all.
set -euo pipefail
programs=$(realpath "$1") helper=$(realpath "$2") cuts=$3
cd "$(dirname "$0")/.."

skip() { printf 'SKIPPED  %s: %s\n' "$1" "$2" && exit 0; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck source=Integrations/vm/kernel.sh
source Integrations/vm/kernel.sh
kernel
needs=()
command -v mkfs.xfs >/dev/null || needs+=(xfsprogs)
command -v mkfs.btrfs >/dev/null || needs+=(btrfs-progs)
[ ${#needs[@]} = 0 ] || Scripts/install-needs.sh "${needs[@]}"
python3 -B Integrations/vm/power.py "$folder" "$cuts" "$vm" "$programs" "$helper"
