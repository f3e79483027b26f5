#!/usr/bin/env bash
# Compares two folders with an interface in each, as Scripts/api.sh writes it.
#
#   compare.sh same OLD NEW                   fails where they differ, and shows how
#   compare.sh breaking OLD NEW CHANGELOG     fails where a declaration of OLD is gone or is another
#                                             one, and its name is not below a heading
#                                             "Breaking changes" of the newest version
#   compare.sh few FILE LIMIT                 fails where the interface in a file declares more than so
#                                             many symbols, and says which types have the most
set -euo pipefail
export LC_ALL=C
mode=$1 old=$2 new=$3

if [ "$mode" = few ]; then
    # A conformance is no symbol, and neither is another module under a name of its own.
    symbols=$(grep -v ' | : \|^@' "$old" || true)
    count=$(grep -c . <<<"$symbols" || true)
    if [ "$count" -gt "$new" ]; then
        sed 's/[. ].*//' <<<"$symbols" | sort | uniq -c | sort -rn | head -n 20
        echo "$(basename "$old" .txt) has these $count public symbols, more than $new. What keepers" \
            "and doors alone need is '@_spi(Keepers)'; what this package alone needs is 'package'."
        exit 1
    fi
    echo "$(basename "$old" .txt) has $count public symbols, at most $new."
    exit 0
fi

# All lines of a folder, each with its product: the same name may be in two.
lines() { (cd "$1" && for file in *.txt; do [ ! -e "$file" ] || sed "s/^/${file%.txt}: /" "$file"; done) | sort; }

gone=$(comm -23 <(lines "$old") <(lines "$new"))
added=$(comm -13 <(lines "$old") <(lines "$new"))

if [ "$mode" = same ]; then
    [ -n "$gone$added" ] || exit 0
    [ -z "$gone" ] || sed 's/^/- /' <<<"$gone"
    [ -z "$added" ] || sed 's/^/+ /' <<<"$added"
    exit 1
fi

# From the first heading of a version to the second, what is below "Breaking changes".
announced=$(awk '
    /^## / { versions++ }
    versions > 1 { exit }
    /^##/ { is_breaking = /^###+ Breaking changes/ }
    is_breaking' "$4")

failed=0
while IFS= read -r line; do
    [ -n "$line" ] || continue
    name=${line#*: }
    name=${name%% | *}
    if ! grep -qF -- "\`$name\`" <<<"$announced"; then
        echo "- $line"
        failed=1
    fi
done <<<"$gone"
if [ $failed = 1 ]; then
    echo "This was released and is gone, or is declared otherwise. Keep it, deprecated; or name it" \
        "in $4, below a heading '### Breaking changes' of the newest version, between backticks:" \
        "the full name, as above up to the bar."
fi
exit $failed
