#!/usr/bin/env bash
# Writes the symbol graphs of all modules to .build/*/symbolgraph: what is public, with its comments.
#   Scripts/symbol-graphs.sh LOG
set -euo pipefail
cd "$(dirname "$0")/.."

: "${SWIFT:=swift}"
log=${1:?a file for what the compiler prints}
# Graphs of targets that are gone would still be there.
rm -rf .build/*/symbolgraph
# The package manager dumps the graph of the tests too, and fails if nobody has built them.
if ! {
    $SWIFT build --enable-all-traits --build-tests &&
        $SWIFT package --enable-all-traits dump-symbol-graph --minimum-access-level public "${@:2}"
} >"$log" 2>&1; then
    grep -A 4 'error:' "$log" | cut -c 1-500 | head -n 40 || tail -n 20 "$log"
    exit 1
fi
