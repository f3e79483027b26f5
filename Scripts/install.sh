#!/usr/bin/env bash
# Installs keychainctl: the program, its manual pages, and completion for bash, zsh and fish. The programs for hardware
# that lie beside it are installed too, where it finds them.
#
#   Scripts/install.sh PROGRAM PREFIX
set -euo pipefail
program=$1
prefix=$2
share=$prefix/share

# Without symbols it takes less than half the room.
install -Dsm755 "$program" "$prefix/bin/keychainctl"
helpers=$prefix/libexec/portable-keychain
for helper in keychain-tpm keychain-fido2; do
    beside=$(dirname "$program")/$helper
    if [ -x "$beside" ]; then
        install -Dsm755 "$beside" "$helpers/$helper"
    else
        # One of an earlier installation may be of another version.
        rm -f "$helpers/$helper"
        echo "not installed: $helper, which was not built ('Scripts/hardware.sh missing' says why)"
    fi
done
install -d "$share/man/man1"
"$program" man-pages "$share/man/man1"

complete() { # SHELL FILE
    install -d "$(dirname "$2")"
    "$program" --generate-completion-script "$1" >"$2"
    chmod 644 "$2"
}
complete bash "$share/bash-completion/completions/keychainctl"
complete zsh "$share/zsh/site-functions/_keychainctl"
complete fish "$share/fish/vendor_completions.d/keychainctl.fish"
