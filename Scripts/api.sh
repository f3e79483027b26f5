#!/usr/bin/env bash
# The public interface of each library product, as text in API/: a declaration on a line, sorted.
#
#   Scripts/api.sh                 writes it anew ('make api')
#   Scripts/api.sh --check         fails where the code differs from it, where something that was
#                                  released is gone and CHANGELOG.md does not say so, and where a
#                                  keychain has more members, or the library more symbols, than the
#                                  limits below
#   Scripts/api.sh --completions   lists these members
#
# What was released is what the newest tag v* has; without such a tag nothing was.
set -euo pipefail
cd "$(dirname "$0")/.."

# How many instance members Keychain may have: more are too many to choose from after a full stop.
# Those with other labels count each.
members_at_most=40
# How many symbols PortableKeychain may have: an editor offers them all after the import, and each is
# a promise. The interface of keepers (@_spi) is not among them.
symbols_at_most=750

: "${SWIFT:=swift}"
work=.build/api
tool=$work/interface
rm -rf "$work"
mkdir -p "$work/now"

graphs=$work/graphs
SWIFT="$SWIFT" Scripts/symbol-graphs.sh "$graphs"
# The compiler is beside the package manager.
"$(dirname "$(readlink -f "$(command -v ${SWIFT%% *})")")/swiftc" -swift-version 6 \
    Scripts/api/interface.swift -o "$tool"

completions() { "$tool" completions "$graphs" PortableKeychain Keychain; }

check_completions() {
    local members count
    members=$(completions)
    count=$(wc -l <<<"$members")
    if [ "$count" -gt "$members_at_most" ]; then
        printf '%s\n' "$members"
        echo "Keychain has these $count instance members, more than $members_at_most: put some" \
            "into types of their own."
        return 1
    fi
    echo "Keychain has $count instance members, at most $members_at_most."
}

if [ "${1:-}" = --completions ]; then
    completions
    check_completions >/dev/null || echo "More than $members_at_most: $(completions | wc -l)."
    exit 0
fi

products=$($SWIFT package describe --type json | "$tool" products)
while read -r product targets; do
    for target in $targets; do
        # A module can be another one under a name of Apple's.
        grep -rhE '^@_exported (public )?import ' Sources/*/"$target" |
            sed -E 's/^@_exported (public )?import (.*)/@_exported import \2/' || true
        "$tool" declarations "$graphs" "$target"
    done >"$work/now/$product.txt"
done <<<"$products"

if [ "${1:-}" != --check ]; then
    rm -rf API
    cp -r "$work/now" API
    wc -l API/*.txt
    exit 0
fi

failed=0
if ! Scripts/api/compare.sh same API "$work/now"; then
    echo "The public interface (+) is not what API/ says (-). If that is meant, run 'make api' and" \
        "commit what it writes."
    failed=1
fi
if released=$(git describe --tags --match 'v*' --abbrev=0 2>/dev/null); then
    mkdir "$work/released"
    git archive "$released" API | tar -x --strip-components 1 -C "$work/released"
    Scripts/api/compare.sh breaking "$work/released" "$work/now" CHANGELOG.md || failed=1
else
    echo "Nothing was released yet: there is no tag v*."
fi
check_completions || failed=1
Scripts/api/compare.sh few "$work/now/PortableKeychain.txt" "$symbols_at_most" || failed=1
exit $failed
