#!/usr/bin/env bash
# Packs keychainctl for Debian and its relatives: the program, the helpers of other programs, manual pages,
# completion, and an AppArmor profile. The same program gives the same package, to the byte.
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
root=$work/root
doc=$root/usr/share/doc/keychainctl
umask 022

"$here/../Scripts/install.sh" "$program" "$root/usr"
# 'keyring' and 'security' are names of other packages' programs: 'keychainctl install-links' makes those.
for helper in git docker cargo aws; do
    ln -s keychainctl "$root/usr/bin/$helper-credential-keychain"
done
sed -i '1{/^#!/d}' "$root/usr/share/bash-completion/completions/keychainctl"
find "$root/usr/share/man" -type f -exec gzip -9n {} +

install -Dm644 "$here/apparmor" "$root/etc/apparmor.d/usr.bin.keychainctl"
install -Dm644 "$here/copyright" "$doc/copyright"
gzip -9nc "$here/../CHANGELOG.md" >"$doc/CHANGELOG.md.gz"
gzip -9n >"$doc/changelog.gz" <<END
keychainctl ($deb_version) stable; urgency=medium

  * Changes that users notice are in CHANGELOG.md.gz beside this file.

 -- $maintainer  $(date --utc --rfc-email --date "@$SOURCE_DATE_EPOCH")
END

# The libraries that it loads, in the oldest versions that have what it calls.
mkdir "$work/debian"
printf 'Source: keychainctl\n\nPackage: keychainctl\nArchitecture: any\n' >"$work/debian/control"
libraries=$(cd "$work" && dpkg-shlibdeps -O "$root/usr/bin/keychainctl" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')

mkdir "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<END
Package: keychainctl
Version: $deb_version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size "$root" | cut -f1)
Depends: $libraries
Suggests: pinentry-curses | pinentry, wl-clipboard | xclip | xsel
Section: utils
Priority: optional
Description: keychain for passwords, keys and certificates on the command line
 Keeps passwords, keys, certificates and identities in encrypted files, with
 the items, attributes and access rules of Apple's keychain.
 .
 It stores passwords and tokens for git, docker, pip, cargo and AWS programs,
 is an ssh agent, imports from other password managers, and understands the
 commands of macOS's 'security' tool.
END
echo /etc/apparmor.d/usr.bin.keychainctl >"$root/DEBIAN/conffiles"
install -m755 "$here/postinst" "$here/postrm" "$root/DEBIAN/"
(cd "$root" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | LC_ALL=C sort -z | xargs -0 md5sum) \
    >"$work/md5sums"
install -m644 "$work/md5sums" "$root/DEBIAN/md5sums"

mkdir -p "$folder"
package=$folder/keychainctl_${deb_version}_$architecture.deb
find "$root" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group --uniform-compression -Zxz --build "$root" "$package" >/dev/null
echo "$package"
