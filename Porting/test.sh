#!/usr/bin/env bash
# Tests port-package: its rules, and five folders in styles of old that are ported, built and tested.
#
#     Porting/test.sh [SCRATCH]     with the folder in which to build, which examples can share
#
# Nothing is downloaded: the ported package uses the versions that this repository was resolved to.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
scratch=${1:-$root/.build/porting}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    printf 'port-package: %s\n' "$1" >&2
    cat "$folder/output" >&2
    exit 1
}
# Runs the program; checks its status, and words of its output.
expect() { # STATUS WORDS ARGUMENTS…
    local status=$1 words=$2 actual=0
    shift 2
    "$program" "$@" >"$folder/output" 2>&1 || actual=$?
    [ "$actual" = "$status" ] || fail "'$*' ends with $actual, not $status"
    grep -qF -- "$words" "$folder/output" || fail "'$*' does not say '$words'"
}
says() { grep -qF -- "$1" "$folder/output" || fail "the report does not say '$1'"; }
changed() { git -C "$package" status --porcelain; }

swift test --quiet --package-path Porting --scratch-path "$root/.build/porting"
program=$(swift build --package-path Porting --scratch-path "$root/.build/porting" --show-bin-path)/port-package

package=$folder/Notebook
cp -r Porting/Fixtures/Notebook "$package"
git -C "$package" init -q

# What is refused.
expect 2 "Give the folder" --dry-run
expect 2 "no option '--force'" --force "$package"
expect 1 "There is no Package.swift" "$folder"
expect 1 "has uncommitted changes" "$package"
git -C "$package" add -A
git -C "$package" -c user.name=n -c user.email=e@example.com commit -qm old
echo 'let package = ' >"$folder/Package.swift"
expect 1 "SwiftPM cannot read the package" --allow-dirty "$folder"

# A rehearsal says what would be done, and does nothing.
expect 0 "Would change in 'Notebook'" --dry-run "$package"
[ -z "$(changed)" ] || fail "a rehearsal changed something"

# The port; a second one has nothing to do.
expect 0 "Package.swift:1: tools version 5.0 is now 5.9" "$package"
says "Sources/Notebook/Notebook.swift:3: 'import UIKit' is behind"
says "Sources/Notebook/Notebook.swift:8: '@objc(NBNotebook) @objcMembers' is behind"
says "Sources/Notebook/Fingerprint.swift:1: 'import CryptoKit' is"
says "Sources/Notebook/Checksum.swift:1: 'import CommonCrypto' is"
says "Tests/NotebookTests/SecurityOnLinux.swift:1: new"
says "Left for you"
says "Linux does not compile this up to line"
says "PORTABLE_KEYCHAIN_AUTHENTICATOR"
git -C "$package" diff >"$folder/first"
expect 0 "ported already: nothing to change" --allow-dirty "$package"
git -C "$package" diff | cmp - "$folder/first" || fail "a second run changed something"

# A target that lists its sources, and a second manifest.
listed=$folder/Listed
mkdir -p "$listed/Sources/Listed"
echo 'public let listed = kSecClass' >"$listed/Sources/Listed/A.swift"
cat >"$listed/Package@swift-5.9.swift" <<'END'
// swift-tools-version:5.9
import PackageDescription
let listed = Package(name: "Listed", targets: [.target(name: "Listed", sources: ["A.swift"])])
END
sed 's/5.9/5.5/' "$listed/Package@swift-5.9.swift" >"$listed/Package.swift"
expect 1 "is not in a git repository" "$listed"
expect 0 "Package@swift-5.9.swift:5: target 'Listed' gets 'Security' on Linux" --allow-dirty "$listed"
says "Sources/Listed/SecurityOnLinux.swift:1: Add this file to the 'sources'"
says "Package.swift:1: This manifest, for other versions of Swift"

# The files of strangers: each is refused by name, and nothing is changed.
hostile=$folder/Hostile
mkdir -p "$hostile/Sources/Hostile"
printf '%s\n' '// swift-tools-version:5.0' 'import PackageDescription' \
    'let hostile = Package(name: "Hostile", targets: [.target(name: "Hostile")])' >"$hostile/Package.swift"
echo 'import Security' >"$hostile/Sources/Hostile/A.swift"
git -C "$hostile" init -q
kept=$(cat "$hostile/Package.swift" "$hostile/Sources/Hostile/A.swift")
refuses() { # WORDS, after the file Sources/Hostile/B.swift was made
    expect 1 "$1" --allow-dirty "$hostile"
    says "Nothing was changed."
    [ "$(cat "$hostile/Package.swift" "$hostile/Sources/Hostile/A.swift")" = "$kept" ] || fail "it changed something"
    rm "$hostile/Sources/Hostile/B.swift"
}
echo 'import Security' >"$folder/outside.swift"
ln -s "$folder/outside.swift" "$hostile/Sources/Hostile/B.swift"
refuses "is a symbolic link out of the package"
[ "$(cat "$folder/outside.swift")" = 'import Security' ] || fail "it followed a symbolic link"
printf 'let a = "\377"\n' >"$hostile/Sources/Hostile/B.swift"
refuses "is not UTF-8"
truncate --size 9M "$hostile/Sources/Hostile/B.swift"
refuses "has more than 8 MiB"
# A filter that the configuration of the repository names is a program, which 'git status' would run.
git -C "$hostile" config filter.x.clean "touch '$folder/ran'"
expect 1 "names programs as filters" "$hostile"
[ ! -e "$folder/ran" ] || fail "git ran a program of the repository"
# Without git there are copies of what was changed.
expect 0 "as they were, are in '.port-package-before'" --allow-dirty "$hostile"
[ "$(cat "$hostile/.port-package-before/Package.swift" "$hostile/Sources/Hostile/A.swift")" = "$kept" ] ||
    fail "the copies are not what was there"
expect 2 "Leave one out" --dry-run --build "$hostile"

# A folder without a manifest. A rehearsal makes none, and a second run is one without the option.
wallet=$folder/Wallet
cp -r Porting/Fixtures/Wallet "$wallet"
expect 1 "has a manifest already. Leave out --from-files" --from-files "$package"
expect 1 "or use --from-files, which makes one" --allow-dirty "$wallet"
expect 1 "is not in '$wallet'" --from-files --allow-dirty "$wallet" "$package"
expect 0 "Would make a Package.swift" --from-files --dry-run "$wallet"
[ ! -e "$wallet/Package.swift" ] || fail "a rehearsal made a manifest"
expect 1 "is not in a git repository" --from-files "$wallet"

# The folders of strangers: nothing is made, and nothing outside is read.
project=$folder/Project
mkdir -p "$project/A"
echo 'import Security' >"$project/A/A.swift"
refusesFiles() { # WORDS
    expect 1 "$1" --from-files --allow-dirty "$project"
    [ ! -e "$project/Package.swift" ] || fail "it made a manifest"
}
name=$(printf '\377.txt')
touch "$project/$name"
refusesFiles "has a name in it that is not UTF-8"
rm "$project/$name"
deep=$project/$(printf 'd/%.0s' {1..33})
mkdir -p "$deep"
refusesFiles "is in more than 32 folders"
rm -r "$project/d"
mkdir "$project/many"
(cd "$project/many" && seq 50000 | xargs touch)
refusesFiles "has more than 50000 files"
rm -r "$project/many"
ln -s nowhere "$project/Package.swift"
expect 1 "has a manifest already" --from-files --allow-dirty "$project"
[ ! -e "$project/nowhere" ] || fail "it wrote through a symbolic link"
rm "$project/Package.swift"
truncate --size 9M "$project/B.swift"
refusesFiles "has more than 8 MiB"
rm "$project/B.swift"
# Links are not followed, and names are no code of the manifest.
ln -s / "$project/A/root"
ln -s "$folder/outside.swift" "$project/A/B.swift"
mkfifo "$project/A/C.swift"
mkdir "$project/B\", fatalError()"
echo 'let b = 1' >"$project/B\", fatalError()/B.swift"
expect 0 "a symbolic link:" --from-files --allow-dirty "$project"
says "    A/B.swift"
says "    A/C.swift"
[ "$(cat "$folder/outside.swift")" = 'import Security' ] || fail "it followed a symbolic link"
expect 0 "ported already: nothing to change" --allow-dirty "$project"

# What was left is nothing that the build needs: the package works as it is.
cp Package.resolved "$package/"
echo 'import Surprise' >"$package/Sources/Notebook/Broken.swift"
expect 1 "Put the import and what uses it behind '#if canImport" --allow-dirty --build --scratch-path "$scratch" "$package"
rm "$package/Sources/Notebook/Broken.swift"
expect 0 "The package and its tests build." --allow-dirty --build --scratch-path "$scratch" "$package"

# The tests of a ported folder, after what the report said was done by hand.
work() {
    mkdir "$folder/data-$1"
    XDG_DATA_HOME="$folder/data-$1" swift test --package-path "$folder/$1" --scratch-path "$scratch" \
        --only-use-versions-from-resolved-file
}
# Ports a fixture; looks for words of the report, each of which is the reason of an edit that its patch makes.
ports() { # FIXTURE OPTIONS… -- WORDS…
    local name=$1 options=()
    shift
    while [ "$1" != -- ]; do
        options+=("$1")
        shift
    done
    shift
    rm -rf "${folder:?}/$name"
    cp -r "Porting/Fixtures/$name" "$folder/$name"
    expect 0 "Changed in '$name'" --allow-dirty "${options[@]}" "$folder/$name"
    for words in "$@"; do says "$words"; done
    cp Package.resolved "$folder/$name/"
    [ ! -e "Porting/Fixtures/$name.patch" ] || git -C "$folder/$name" apply "$PWD/Porting/Fixtures/$name.patch"
    work "$name"
}
work Notebook
# A target with the name of one of our products.
ports Lockers -- "target 'Valet' gets 'Security' on Linux"
# An Xcode project. It says what it left out, and the project stays as it is.
ports Wallet --from-files -- "target 'Wallet', of sources: 2" "target 'WalletTests', of sources: 1" \
    "    Wallet/AppDelegate.swift" "    Wallet/Beep.m" "    Wallet/Base.lproj/Main.storyboard" \
    "    Wallet/CardsViewController.swift" "    WalletUITests/WalletUITests.swift"
diff -r Porting/Fixtures/Wallet/Wallet.xcodeproj "$folder/Wallet/Wallet.xcodeproj"
# Pinned keys. Whether the pins are looked at on Linux is not for a program to decide.
ports Courier -- "Sources/Courier/Courier.swift:37: URLSession on Linux judges servers itself" \
    "Pins.swift:31: the object whose bytes are used is kept" "'import FoundationNetworking' is there"
# Sources that conditions hide from Linux whole.
ports Strongbox --include 'os(Linux)' -- "Strongbox.swift:1: Linux compiles this too" \
    "Registry.swift:8: Foundation on Linux has no collections of weak references"
