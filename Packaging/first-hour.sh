#!/usr/bin/env bash
# A stranger's first hour in a clean Debian: the packages are installed, README's session runs with them and with
# README's program, a browser's passwords are imported, a script uses one, what was deleted comes back, and a Swift
# program with tests depends on this repository by address and version.
#
#   Packaging/first-hour.sh FOLDER-OF-PACKAGES
set -euo pipefail
here=$(dirname "$(realpath "$0")")
packages=$(realpath "${1:?usage: $0 FOLDER-OF-PACKAGES}")
"$here/../Scripts/install-needs.sh" mmdebstrap git

step() { printf '%s\n' "first hour: $1" >&2; }

# The toolchain is lent to the new system, at the same place: it has to be in a folder of its own.
compiler=$(realpath "$(command -v swift)")
toolchain=${compiler%/usr/bin/*}
if [ "$toolchain" = "$compiler" ] || [ -z "$toolchain" ]; then
    echo "SKIPPED  the first hour: Swift has no folder of its own here"
    exit 0
fi

work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
mkdir "$work/in"
cp "$packages"/keychainctl_*.deb "$work/in/keychainctl.deb"
cp "$here/in-a-first-hour.sh" "$here/../Scripts/session.sh" "$work/in/"

step "a repository with a version, and a package that depends on it"
version=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' "$here/../Sources/Tool/KeychainctlKit/SoftwareVersion.swift")
git clone --quiet --bare "$here/.." "$work/in/PortableKeychain"
git -C "$work/in/PortableKeychain" tag --force "$version" HEAD >/dev/null
cp -r "$here/../Examples/TokenTool" "$work/in/tool"
rm -rf "$work/in/tool/.build" "$work/in/tool/Package.resolved"
mkdir "$work/in/tool/Sources/FirstProgram"
cp "$here/../Examples/FirstProgram/main.swift" "$work/in/tool/Sources/FirstProgram/"
cat >"$work/in/tool/Package.swift" <<END
// swift-tools-version: 6.1
import PackageDescription

let keychain: Target.Dependency = .product(name: "PortableKeychain", package: "PortableKeychain")
let package = Package(
    name: "TokenTool",
    dependencies: [.package(url: "file://$work/in/PortableKeychain", from: "$version")],
    targets: [
        .target(name: "TokenKit", dependencies: [keychain]),
        .executableTarget(name: "token", dependencies: ["TokenKit", keychain]),
        .executableTarget(name: "FirstProgram", dependencies: [keychain]),
        .testTarget(name: "TokenKitTests", dependencies: ["TokenKit", keychain]),
    ]
)
END
# The new system has no network of its own kind to fetch the others from.
swift package --package-path "$work/in/tool" resolve >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
grep -o '"identity" : "[^"]*"' "$work/in/tool/Package.resolved"

step "a clean Debian"
# What Swift's own page names for Debian 12, and what README says that this package needs.
mmdebstrap --quiet --variant=apt \
    --include=binutils-gold,ca-certificates,git,libc6-dev,libcurl4-openssl-dev,libedit2,libgcc-12-dev,libncurses6,libpython3.11,libsqlite3-dev,libstdc++-12-dev,libxml2,openssl,tzdata,zlib1g-dev \
    bookworm "$work/root" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
mkdir -p "$work/root$toolchain" "$work/root$work/in"
# In a namespace of its own, whose mounts end with it.
unshare --mount bash -euo pipefail -c '
    mount --rbind /proc "$1/proc" && mount --rbind /dev "$1/dev" && mount --rbind /sys "$1/sys"
    mount --bind "$2" "$1$2" && mount --options remount,bind,ro "$1$2"
    mount --bind "$3/in" "$1$3/in"
    chroot "$1" /usr/bin/env -i PATH="$2/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin" bash "$3/in/in-a-first-hour.sh" "$3/in"
' mounts "$work/root" "$toolchain" "$work"
