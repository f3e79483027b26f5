#!/usr/bin/env bash
# Adds packages to a folder that any web server or object store can serve as an apt repository, and signs it:
# Documentation/Releasing.md. Earlier packages in it stay. Needs apt-utils and gpg.
#
#   Packaging/repository.sh FOLDER ADDRESS KEY [PACKAGE.deb…]
#
# ADDRESS is where people reach the folder, such as https://packages.example.org/keychain; KEY is an OpenPGP key of gpg's,
# whose public half is written beside the packages. Without a package, what is there is signed again.
set -euo pipefail
export LC_ALL=C
refuse() { echo "repository: $1" >&2; exit 1; }
[ $# -ge 3 ] || refuse "usage: $0 FOLDER ADDRESS KEY [PACKAGE.deb…]"
folder=$1 address=${2%/} key=$3
shift 3
[[ $address =~ ^(https?|file)://[^[:space:]]+$ ]] || refuse "'$address' is no address that begins with https://"
command -v apt-ftparchive >/dev/null || refuse "apt-ftparchive is missing; install the package apt-utils"
gpg --batch --list-secret-keys "$key" >/dev/null 2>&1 || refuse "gpg has no secret key '$key'; see gpg --list-secret-keys"
for package; do dpkg-deb --field "$package" Package >/dev/null || refuse "'$package' is no package"; done

# A published version never changes: who has it, and who gets it, must have the same.
pool=$folder/pool
mkdir -p "$pool"
# The place of a package, whatever its file is called here: NAME_VERSION_ARCHITECTURE.deb.
place() {
    dpkg-deb --showformat='${Package}_${Version}_${Architecture}.deb\n' --show "$1" | sed "s/_[0-9]*:/_/; s|^|$pool/|"
}
for package; do
    place=$(place "$package")
    [ ! -e "$place" ] || cmp --silent "$package" "$place" ||
        refuse "$(basename "$place") is published with other content; make a package with a new version"
done
for package; do
    place=$(place "$package")
    [ -e "$place" ] || { cp "$package" "$place.new" && chmod 644 "$place.new" && mv "$place.new" "$place"; }
done
architectures=$(find "$pool" -name '*.deb' | sed 's/.*_//; s/\.deb$//' | grep -vx all | sort -u)
[ -n "$architectures" ] || refuse "there is no package for an architecture in $pool; name one"

# The lists are made beside the present ones, and take their place when all are there. Clients find a list by its hash
# too, so that one who reads while this runs gets both parts of the same state: old ones stay for a day.
mkdir -p "$folder/dists"
next=$(mktemp -d "$folder/dists/.stable-XXXXXX")
chmod 755 "$next"
trap 'rm -rf "$next"' EXIT
for architecture in $architectures; do
    list=$next/main/binary-$architecture
    mkdir -p "$list/by-hash/SHA256"
    (cd "$folder" && apt-ftparchive --arch "$architecture" packages pool) >"$list/Packages"
    xz --keep --check=crc32 "$list/Packages"
    for file in "$list/Packages" "$list/Packages.xz"; do
        cp "$file" "$list/by-hash/SHA256/$(sha256sum <"$file" | cut -d' ' -f1)"
    done
    old=$folder/dists/stable/main/binary-$architecture/by-hash/SHA256
    if [ -d "$old" ]; then
        find "$old" -type f -mtime -1 -exec cp --preserve=timestamps --no-clobber {} "$list/by-hash/SHA256/" \;
    fi
done
apt-ftparchive -o APT::FTPArchive::Release::Origin=PortableKeychain -o APT::FTPArchive::Release::Label=PortableKeychain \
    -o APT::FTPArchive::Release::Suite=stable -o APT::FTPArchive::Release::Codename=stable \
    -o APT::FTPArchive::Release::Components=main -o APT::FTPArchive::Release::Acquire-By-Hash=yes \
    -o APT::FTPArchive::Release::Architectures="$(paste -sd' ' <<<"$architectures")" release "$next" >"$folder/.release"
mv "$folder/.release" "$next/Release"
gpg --batch --yes --local-user "$key" --clearsign --output "$next/InRelease" "$next/Release"
gpg --batch --yes --local-user "$key" --armor --detach-sign --output "$next/Release.gpg" "$next/Release"

# What a person installs once: the address, and the key that is accepted for this address alone.
{
    printf '# The packages of PortableKeychain. Put this file into /etc/apt/sources.list.d.\n'
    printf 'Types: deb\nURIs: %s\nSuites: stable\nComponents: main\nSigned-By:\n' "$address"
    gpg --batch --armor --export "$key" | sed 's/^$/./; s/^/ /'
} >"$folder/.sources"

# A link is replaced in one step; there is no moment without lists.
ln -sfn "$(basename "$next")" "$folder/dists/.link"
mv --no-target-directory "$folder/dists/.link" "$folder/dists/stable"
trap - EXIT
find "$folder/dists" -mindepth 1 -maxdepth 1 -type d ! -name "$(basename "$next")" -exec rm -rf {} +
mv "$folder/.sources" "$folder/portable-keychain.sources"
echo "$folder: $(cd "$pool" && ls -- *.deb | wc -l) packages, signed by $key"
