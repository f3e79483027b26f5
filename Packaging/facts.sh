# What all packages are named after. To be sourced; reads 'program' and 'here'.
export LC_ALL=C
# Without the tool's environment: a version must not depend on who asks for it.
version=$(env -i "$program" --version | awk '{ print $NF }')
released=$(sed -n 's/^## '"${version//./\\.}"' (\(.*\))$/\1/p' "$here/../CHANGELOG.md")
[ -n "$released" ] || { echo "CHANGELOG.md has no heading for version $version" >&2; exit 1; }
architecture=$(dpkg --print-architecture)
# Who answers for a package is who makes it; the names of these variables are Debian's (debchange(1)).
maintainer="${DEBFULLNAME:-PortableKeychain developers} <${DEBEMAIL:-portable-keychain@localhost}>"

# A release has the date of its heading; anything else that of its last commit, and sorts before the release.
if [ "$released" = unreleased ]; then
    commit=$(git -C "$here" log -1 --format='%ct %h')
    export SOURCE_DATE_EPOCH=${commit% *}
    deb_version=$version~$(date --utc --date "@$SOURCE_DATE_EPOCH" +%Y%m%d.%H%M%S).${commit#* }
else
    SOURCE_DATE_EPOCH=$(date --utc --date "$released" +%s)
    export SOURCE_DATE_EPOCH
    deb_version=$version
fi
# For trials, such as packages of a later version.
deb_version=${DEB_VERSION:-$deb_version}

# The programs of two versions work together if their first numbers are the same, and before 1.0 their second ones too:
# apt may upgrade one of their packages and leave the others. 'first' sorts before all of these versions, 'next' after.
IFS=.~+- read -r major minor _ <<<"$deb_version"
if [ "$major" = 0 ]; then
    first=0.$minor~ next=0.$((minor + 1))~
else
    first=$major~ next=$((major + 1))~
fi
