#!/usr/bin/env bash
# Packs keychainctl for Debian and its relatives: the program, the helpers of other programs, manual pages,
# completion, and an AppArmor profile. The programs for hardware that are beside it become packages of their own,
# because of the libraries that they need. The same programs give the same packages, to the byte. For trials, the
# variables DEB_VERSION and DEB_COMPRESSION replace the version and the compression (xz).
#
#   Packaging/deb.sh PROGRAM FOLDER
set -euo pipefail
here=$(dirname "$(realpath "$0")")
program=$(realpath "$1")
folder=$2
# shellcheck source=Packaging/facts.sh
source "$here/facts.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
mkdir -p "$folder" "$work/debian"

# document PACKAGE: what each package says about itself
document() {
    local doc=$work/$1/usr/share/doc/$1
    install -Dm644 "$here/copyright" "$doc/copyright"
    gzip -9n >"$doc/changelog.gz" <<END
keychainctl ($deb_version) stable; urgency=medium

  * Changes that users notice are in CHANGELOG.md.gz of the package keychainctl.

 -- $maintainer  $(date --utc --rfc-email --date "@$SOURCE_DATE_EPOCH")
END
}

# libraries PACKAGE FILE: what a program loads, in the oldest versions that have what it calls
libraries() {
    printf 'Source: keychainctl\n\nPackage: %s\nArchitecture: any\n' "$1" >"$work/debian/control"
    # Of libcurl it knows the functions only: certificates in memory are options, since 7.77.
    (cd "$work" && dpkg-shlibdeps -O "$2" 2>/dev/null | sed -n 's/^shlibs:Depends=//p') |
        # One library has another package in Debian 13 and Ubuntu 24.04, which does not provide the former name.
        sed -e 's/libcurl4 (>= [^)]*)/libcurl4 (>= 7.77)/' -e 's/libtss2-mu0 [^,]*/& | libtss2-mu-4.0.1-0/'
}

# build PACKAGE: the package of a folder; the rest of its control file is on standard input
build() {
    local root=$work/$1 package=$folder/$1_${deb_version}_$architecture.deb
    mkdir -p "$root/DEBIAN"
    {
        printf 'Package: %s\nSource: keychainctl\nVersion: %s\n' "$1" "$deb_version" | sed '/^Source: '"$1"'$/d'
        printf 'Architecture: %s\nMaintainer: %s\n' "$architecture" "$maintainer"
        printf 'Installed-Size: %s\n' "$(du -sk --apparent-size --exclude=DEBIAN "$root" | cut -f1)"
        printf 'Section: utils\nPriority: optional\n'
        cat
    } >"$root/DEBIAN/control"
    (cd "$root" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | LC_ALL=C sort -z | xargs -0 md5sum) \
        >"$work/md5sums"
    install -m644 "$work/md5sums" "$root/DEBIAN/md5sums"
    find "$root" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group --uniform-compression "-Z${DEB_COMPRESSION:-xz}" --build "$root" "$package" >/dev/null
    echo "$package"
}

root=$work/keychainctl
"$here/../Scripts/install.sh" "$program" "$root/usr" /usr
helpers=$root/usr/libexec/portable-keychain
for helper in keychain-tpm keychain-fido2 keychain-etcd; do
    [ -x "$helpers/$helper" ] || continue
    package=keychainctl-${helper#keychain-}
    install -Dm755 "$helpers/$helper" "$work/$package/usr/libexec/portable-keychain/$helper"
done
if [ -x "$helpers/keychaind" ]; then
    install -Dm755 "$helpers/keychaind" "$work/keychaind/usr/libexec/portable-keychain/keychaind"
    mkdir -p "$work/keychaind/usr/lib" "$work/keychaind/usr/share"
    install -Dm644 "$here/keychaind.8" "$work/keychaind/usr/share/man/man8/keychaind.8"
    gzip -9n "$work/keychaind/usr/share/man/man8/keychaind.8"
    # What users have links to: these lead nowhere once the package is removed.
    mv "$root/usr/share/portable-keychain" "$root/usr/share/xdg-desktop-portal" "$work/keychaind/usr/share/"
    mv "$root/usr/lib/systemd" "$root/usr/lib/sysusers.d" "$work/keychaind/usr/lib/"
    install -d "$root/usr/lib/systemd/user"
    mv "$work"/keychaind/usr/lib/systemd/user/keychainctl-*.service "$root/usr/lib/systemd/user/"
    for script in prerm postinst postrm; do
        mkdir -p "$work/keychaind/DEBIAN"
        sed -e "/^# SESSIONS$/{r $here/system/sessions" -e 'd}' "$here/system/$script" >"$work/keychaind/DEBIAN/$script"
        chmod 755 "$work/keychaind/DEBIAN/$script"
    done
    # With the program for TPMs, and not without: the agent then has access to the device, which it else need not.
    for file in systemd/system/keychaind-system.service.d/tpm.conf sysusers.d/keychaind-tpm.conf; do
        [ ! -e "$work/keychaind/usr/lib/$file" ] || {
            mkdir -p "$(dirname "$work/keychainctl-tpm/usr/lib/$file")"
            mv "$work/keychaind/usr/lib/$file" "$work/keychainctl-tpm/usr/lib/$file"
        }
    done
    find "$work/keychaind/usr/lib" -type d -empty -delete
    if [ -d "$work/keychainctl-tpm" ]; then
        install -Dm755 "$here/system/postinst-tpm" "$work/keychainctl-tpm/DEBIAN/postinst"
    fi
fi
find "$helpers" -type f ! -name keychain-login -delete
# Off until the administrator has 'pam-auth-update' enable it.
install -d "$root/usr/share/pam-configs"
sed 's|@LIBEXEC@|/usr/libexec/portable-keychain|' "$here/login/pam-config" >"$root/usr/share/pam-configs/portable-keychain"

# 'keyring' and 'security' are names of other packages' programs: 'keychainctl install-links' makes those.
for helper in git docker cargo aws; do
    ln -s keychainctl "$root/usr/bin/$helper-credential-keychain"
done
ln -s keychainctl "$root/usr/bin/keychain-browser"
sed -i '1{/^#!/d}' "$root/usr/share/bash-completion/completions/keychainctl"
find "$root/usr/share/man" -type f -exec gzip -9n {} +
install -Dm644 "$here/apparmor" "$root/etc/apparmor.d/usr.bin.keychainctl"
document keychainctl
gzip -9nc "$here/../CHANGELOG.md" >"$root/usr/share/doc/keychainctl/CHANGELOG.md.gz"
# Beside each other, as their links have it.
for guides in Documentation Specification; do
    install -d "$root/usr/share/doc/keychainctl/$guides"
    install -m644 "$here/../$guides"/*.* "$root/usr/share/doc/keychainctl/$guides/"
done
mkdir "$root/DEBIAN"
echo /etc/apparmor.d/usr.bin.keychainctl >"$root/DEBIAN/conffiles"
install -m755 "$here/prerm" "$here/postinst" "$here/postrm" "$root/DEBIAN/"
build keychainctl <<END
Depends: $(libraries keychainctl "$root/usr/bin/keychainctl")
Suggests: keychaind, keychainctl-etcd, keychainctl-fido2, keychainctl-tpm, libargon2-1, libidn2-0, libpsl5, libsodium23, pinentry-curses | pinentry, wl-clipboard | xclip | xsel
Description: keychain for passwords, keys and certificates on the command line
 Keeps passwords, keys, certificates and identities in encrypted files, with
 the items, attributes and access rules of Apple's keychain.
 .
 It stores passwords and tokens for git, docker, pip, cargo and AWS programs,
 is an ssh agent, imports from other password managers, and understands the
 commands of macOS's 'security' tool.
END

# helper PACKAGE PROGRAM: the package of a program beside keychainctl; its description is on standard input
helper() {
    local package=$1 file=$work/$1/usr/libexec/portable-keychain/$2
    [ -x "$file" ] || return 0
    document "$package"
    {
        # The two speak a protocol of their own, which is the same in the versions between these.
        printf 'Depends: keychainctl (>= %s), keychainctl (<< %s), %s\n' "$first" "$next" \
            "$(libraries "$package" "$file")"
        cat
    } | build "$package"
}

helper keychainctl-tpm keychain-tpm <<'END'
Description: TPM 2.0 chips for keychainctl
 With this program, keychainctl and other programs that use its keychains keep
 the device key and private keys in the TPM of the machine, and unlock with a
 PIN that the TPM checks: 'keychainctl tpm'.
END
helper keychainctl-fido2 keychain-fido2 <<'END'
Description: FIDO2 security keys for keychainctl
 With this program, keychainctl unlocks a keychain by the touch of a security
 key, with or without its PIN: 'keychainctl fido2'.
END
helper keychainctl-etcd keychain-etcd <<'END'
Description: keychains that synchronize through etcd or a web server, for keychainctl
 With this program, keychainctl synchronizes keychains through a cluster of
 etcd servers as it does through a git repository, and reads mirrors of both
 from web servers: 'keychainctl sync'.
END
helper keychaind keychaind <<'END'
Recommends: dbus-user-session | dbus-x11, pinentry-gnome3 | pinentry-qt | pinentry-x11
Description: secrets of desktop programs in the keychains of keychainctl
 Browsers, mail programs, git and others ask the session bus for
 org.freedesktop.secrets. This program answers them from the user's keychain.
 .
 Installing it changes nothing: 'keychainctl secret-service enable' has it take
 the place of gnome-keyring or KWallet for one user, after their items were
 imported, and 'keychainctl secret-service disable' takes that back. Its units
 for the keychains of a whole machine are not enabled either.
END
