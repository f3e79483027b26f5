#!/usr/bin/env bash
# Installs keychainctl: the program, its manual pages, and completion for bash, zsh and fish.
#
#   Scripts/install.sh PROGRAM PREFIX
set -euo pipefail
program=$1
prefix=$2
share=$prefix/share

# Without symbols it takes less than half the room.
install -Dsm755 "$program" "$prefix/bin/keychainctl"
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
