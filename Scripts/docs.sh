#!/usr/bin/env bash
# Builds the documentation of every module that has some; a broken link fails. The sites are left in
# .build/documentation.
set -euo pipefail
cd "$(dirname "$0")/.."

docc="$(dirname "$(readlink -f "$(command -v swift)")")/docc"
mkdir -p .build/documentation
graphs="$(mktemp -d)"
trap 'rm -rf "$graphs"' EXIT
Scripts/symbol-graphs.sh "$graphs" -skip-synthesized-members
for catalogue in Sources/*/Documentation.docc; do
    module="$(basename "$(dirname "$catalogue")")"
    mkdir "$graphs/$module"
    find "$graphs" -maxdepth 1 -name "$module*.symbols.json" \( -name "$module.*" -o -name "$module@*" \) -exec mv {} "$graphs/$module/" \;
    "$docc" convert "$catalogue" \
        --additional-symbol-graph-dir "$graphs/$module" \
        --fallback-display-name "$module" \
        --fallback-bundle-identifier "$module" \
        --output-path ".build/documentation/$module" \
        --warnings-as-errors
done
