#!/usr/bin/env bash
# Says which programs beside keychainctl can be built here: the traits of Package.swift whose libraries this machine has.
#
#   Scripts/hardware.sh options     what 'swift build' takes, such as: --traits TPM,FIDO2
#   Scripts/hardware.sh programs    the helper programs that these traits make
#   Scripts/hardware.sh missing     a line for each helper program that cannot be made, with the reason
set -euo pipefail

traits=() programs=() missing=()
# hardware TRAIT PROGRAM LIBRARY PACKAGE
hardware() {
    if [ "$(uname -s)" = Linux ] && pkg-config --exists "$3" 2>/dev/null; then
        traits+=("$1") programs+=("$2")
    else
        missing+=("$2 is left out: its library $3 is not here (Debian: $4)")
    fi
}
hardware TPM keychain-tpm tss2-esys libtss2-dev
hardware FIDO2 keychain-fido2 libfido2 libfido2-dev
hardware Fleet keychain-etcd libcurl libcurl4-openssl-dev
hardware Agent keychaind libsystemd libsystemd-dev

case ${1-} in
options) [ ${#traits[@]} -eq 0 ] || (IFS=, && echo "--traits ${traits[*]}") ;;
programs) echo "${programs[@]}" ;;
missing) [ ${#missing[@]} -eq 0 ] || printf '%s\n' "${missing[@]}" ;;
*) sed -n '2,6s/^# \{0,1\}//p' "$0" && exit 64 ;;
esac
