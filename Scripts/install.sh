#!/usr/bin/env bash
# Installs keychainctl: the program, its manual pages, the schema of its JSON, and completion for bash, zsh and fish. The
# programs for hardware, clusters and desktops that are beside it are installed too, where it finds them. So are units for
# systemd's managers, if it is known where all of this will be in the end.
#
#   Scripts/install.sh PROGRAM PREFIX [PREFIX-IN-THE-END]
set -euo pipefail
program=$1
prefix=$2
final=${3-}
share=$prefix/share

# Without symbols it takes less than half the room.
install -Dsm755 "$program" "$prefix/bin/keychainctl"
helpers=$prefix/libexec/portable-keychain
for helper in keychain-tpm keychain-fido2 keychain-etcd keychaind; do
    beside=$(dirname "$program")/$helper
    if [ -x "$beside" ]; then
        install -Dsm755 "$beside" "$helpers/$helper"
    else
        # One of an earlier installation may be of another version.
        rm -f "$helpers/$helper"
        echo "not installed: $helper, which was not built ('Scripts/hardware.sh missing' says why)"
    fi
done
unit=$prefix/lib/systemd/user/keychaind.service
rm -f "$unit"
if [ -n "$final" ] && [ -x "$helpers/keychaind" ]; then
    install -d "$(dirname "$unit")"
    "$helpers/keychaind" --unit "$final/libexec/portable-keychain/keychaind" >"$unit"
    chmod 644 "$unit"
fi
# What 'secret-service enable' makes links to, which lead nowhere once this is removed.
desktop=$share/portable-keychain/desktop
rm -rf "$desktop"
if [ -n "$final" ] && [ -x "$helpers/keychaind" ]; then
    install -d "$desktop"
    for file in --activation:org.freedesktop.secrets.service --autostart:gnome-keyring-secrets.desktop; do
        "$helpers/keychaind" "${file%%:*}" "$final/libexec/portable-keychain/keychaind" >"$desktop/${file#*:}"
        chmod 644 "$desktop/${file#*:}"
    done
fi
# By which xdg-desktop-portal knows that keychaind has secrets of programs in sandboxes. It is the bus name of the Secret
# Service, so nothing changes where another program has it.
portal=$share/xdg-desktop-portal/portals/keychain.portal
rm -f "$portal"
if [ -n "$final" ] && [ -x "$helpers/keychaind" ]; then
    install -Dm644 "$(dirname "$0")/../Packaging/user/keychain.portal" "$portal"
fi
# What keychaind may remember decisions about: it reads these files below /usr/share, /usr/local/share and /etc only.
programs=$share/portable-keychain/programs
rm -f "$programs/keychainctl.conf"
if [ -n "$final" ] && [ -x "$helpers/keychaind" ]; then
    install -d "$programs"
    sed "s|@BIN@|$final/bin|" "$(dirname "$0")/../Packaging/programs/keychainctl.conf" >"$programs/keychainctl.conf"
    chmod 644 "$programs/keychainctl.conf"
fi
# What PAM starts at logins, where its files have the lines for it: none have, until the administrator adds them.
login=$helpers/keychain-login
rm -f "$login"
if [ -n "$final" ]; then
    install -d "$helpers"
    sed "s|@BIN@|$final/bin|" "$(dirname "$0")/../Packaging/login/keychain-login" >"$login"
    chmod 755 "$login"
fi
# For users who want one; nothing enables them.
for unit in "$(dirname "$0")"/../Packaging/user/*.service; do
    installed=$prefix/lib/systemd/user/$(basename "$unit")
    rm -f "$installed"
    [ -n "$final" ] || continue
    install -d "$(dirname "$installed")"
    sed "s|@BIN@|$final/bin|" "$unit" >"$installed"
    chmod 644 "$installed"
done
system=$prefix/lib/systemd/system
rm -f "$system"/keychaind-{system.service,system.socket,credentials.socket} "$prefix"/lib/sysusers.d/keychaind{,-tpm}.conf \
    "$system/keychaind-system.service.d/tpm.conf"
if [ -n "$final" ] && [ -x "$helpers/keychaind" ]; then
    install -d "$system"
    units=$(dirname "$0")/../Packaging/system
    for name in keychaind-system.service keychaind-system.socket keychaind-credentials.socket; do
        sed "s|@LIBEXEC@|$final/libexec/portable-keychain|" "$units/$name" >"$system/$name"
        chmod 644 "$system/$name"
    done
    install -Dm644 "$units/keychaind.sysusers" "$prefix/lib/sysusers.d/keychaind.conf"
    if [ -x "$helpers/keychain-tpm" ]; then
        install -Dm644 "$units/keychaind-tpm.conf" "$system/keychaind-system.service.d/tpm.conf"
        # A service does not start with a group that does not exist.
        install -Dm644 "$units/keychaind-tpm.sysusers" "$prefix/lib/sysusers.d/keychaind-tpm.conf"
    fi
fi
# The form of what commands print with --json.
install -Dm644 "$(dirname "$0")/../Documentation/json-schema.json" "$share/keychainctl/json-schema.json"
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
