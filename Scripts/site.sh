#!/usr/bin/env bash
# Builds one site of all guides and the documentation of all modules, in .build/site; a broken link fails.
#
#   Scripts/site.sh [GRAPHS]     with a folder of symbol graphs, if there are some already (Scripts/symbol-graphs.sh)
#
# The guides are the documents for GitHub (Scripts/site/guides.py). The site opens through any web server, under any
# path: python3 -m http.server --directory .build/site
set -euo pipefail
cd "$(dirname "$0")/.."

docc="$(dirname "$(readlink -f "$(command -v swift)")")/docc"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
graphs=${1-$work/graphs}
[ -n "${1-}" ] || Scripts/symbol-graphs.sh "$graphs" -skip-synthesized-members

# Converts a catalogue to an archive. A link that leads nowhere is a warning, and fails.
convert() { # NAME, and what 'docc convert' takes
    echo "$1"
    "$docc" convert "${@:2}" --fallback-display-name "$1" --fallback-bundle-identifier "$1" \
        --output-path "$work/$1.doccarchive" --enable-experimental-external-link-support --warnings-as-errors |
        sed '/^$/d'
}

# Every library, also those that have no catalogue. Two are another one under Apple's name.
archives=()
for interface in API/*.txt; do
    module="$(basename "$interface" .txt)"
    [ "$module" != Security ] && [ "$module" != LocalAuthentication ] || continue
    catalogue=$(echo Sources/*/"$module")/Documentation.docc
    mkdir "$work/$module"
    if [ ! -e "$catalogue" ]; then
        # What the module is, from the map.
        catalogue=$work/$module.docc
        mkdir "$catalogue"
        sed -nE 's/^\| `Sources\/[A-Za-z]+\/'"$module"'` \| ([^|]*) \|.*/# ``'"$module"'``\n\n\1/p' ARCHITECTURE.md \
            >"$catalogue/$module.md"
    fi
    find "$graphs" -maxdepth 1 -name "$module*.symbols.json" \( -name "$module.*" -o -name "$module@*" \) \
        -exec cp {} "$work/$module/" \;
    convert "$module" "$catalogue" --additional-symbol-graph-dir "$work/$module"
    archives+=("$work/$module.doccarchive")
done

python3 -B Scripts/site/guides.py "$work/Guides.docc"
convert Guides "$work/Guides.docc" "${archives[@]/#/--dependency=}"

rm -rf .build/site
"$docc" merge "$work/Guides.doccarchive" "${archives[@]}" --output-path .build/site \
    --synthesized-landing-page-name "All modules" --synthesized-landing-page-kind PortableKeychain \
    --synthesized-landing-page-topics-style list
python3 -B Scripts/site/web.py .build/site
python3 -B Scripts/site/links.py .build/site
