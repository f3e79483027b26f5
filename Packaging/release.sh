#!/usr/bin/env bash
# Makes a release from a clean commit: Documentation/Releasing.md.
set -euo pipefail
cd "$(dirname "$0")/.."

refuse() { echo "not released: $1" >&2; exit 1; }

[ -z "$(git status --porcelain)" ] || refuse "there are changes that are not committed"
version=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/Tool/KeychainctlKit/SoftwareVersion.swift)
date=$(sed -n 's/.*static let date = "\(.*\)"/\1/p' Sources/Tool/KeychainctlKit/SoftwareVersion.swift)
[[ $date =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] ||
    refuse "SoftwareVersion.date is '$date': set it, and the heading of CHANGELOG.md, to the date of the release"
! git rev-parse --quiet --verify "refs/tags/$version" >/dev/null || refuse "there is a tag $version already"
[ -n "${DEBEMAIL:-}" ] || refuse "set DEBFULLNAME and DEBEMAIL to the name and address of who answers for the package"

Scripts/install-needs.sh
Scripts/check.sh all

# The same commit in two folders with names of different lengths, from nothing: whoever doubts a program builds it again and compares.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for folder in one another-folder; do
    git clone --quiet . "$work/$folder"
    make -C "$work/$folder" packages
done
diff --recursive "$work/one/.build/packages" "$work/another-folder/.build/packages" ||
    refuse "two builds of the same commit differ"

rm -rf .build/packages
mkdir -p .build
cp -r "$work/one/.build/packages" .build/packages
if [ -n "${DEBSIGN_KEYID:-}" ]; then
    gpg --local-user "$DEBSIGN_KEYID" --armor --detach-sign .build/packages/SHA256SUMS
fi
cat <<END

Release $version is in .build/packages. What is left:
  git tag --sign $version --message "$version" && git push origin $version
  publish the files of .build/packages with the section $version of CHANGELOG.md
END
