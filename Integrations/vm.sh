#!/usr/bin/env bash
# Starts machines in software, with Debian's kernel: one with the packages, AppArmor, a TPM and swap (vm/system.sh), one with
# systemd, logins, suspension and a security key (vm/session.sh), and those whose power is cut while their programs change
# keychains on ext4, xfs and btrfs (vm/power.py).
#
#   Integrations/vm.sh PROGRAMS PROGRAMS-OF-TESTS CUTS
#
# with the folder of the static programs, that with ProofHelper and SoftwareFIDO2, and how many cuts there are in all.
set -euo pipefail
programs=$(realpath "$1") tests=$(realpath "$2") cuts=$3
cd "$(dirname "$0")/.."

skip() { printf 'SKIPPED  %s: %s\n' "$1" "$2" && exit 0; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck source=Integrations/vm/kernel.sh
source Integrations/vm/kernel.sh
kernel
# shellcheck source=Integrations/vm/system.sh
source Integrations/vm/system.sh
system
# shellcheck source=Integrations/vm/session.sh
source Integrations/vm/session.sh
session
needs=()
command -v mkfs.xfs >/dev/null || needs+=(xfsprogs)
command -v mkfs.btrfs >/dev/null || needs+=(btrfs-progs)
[ ${#needs[@]} = 0 ] || Scripts/install-needs.sh "${needs[@]}"
python3 -B Integrations/vm/power.py "$folder" "$cuts" "$vm" "$programs" "$tests/ProofHelper"
