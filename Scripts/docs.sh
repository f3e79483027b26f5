#!/usr/bin/env bash
# Builds the documentation; a broken link fails. The site is left in .build/documentation.
set -euo pipefail
cd "$(dirname "$0")/.."

docc="$(dirname "$(readlink -f "$(command -v swift)")")/docc"
swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members >/dev/null

graphs="$(mktemp -d)"
trap 'rm -rf "$graphs"' EXIT
find .build -path '*/symbolgraph/PortableKeychain.symbols.json' -exec cp {} "$graphs/" \;
find .build -path '*/symbolgraph/PortableKeychain@*.symbols.json' -exec cp {} "$graphs/" \;

"$docc" convert Sources/PortableKeychain/Documentation.docc \
    --additional-symbol-graph-dir "$graphs" \
    --fallback-display-name PortableKeychain \
    --fallback-bundle-identifier PortableKeychain \
    --output-path .build/documentation \
    --warnings-as-errors
