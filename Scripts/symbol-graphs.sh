#!/usr/bin/env bash
# Writes the symbol graphs of all modules below Sources to a folder: what is public, with its comments.
#   Scripts/symbol-graphs.sh FOLDER [OPTIONS-OF-swift-symbolgraph-extract]
#
# They come from the modules that 'make test' has compiled. 'swift package dump-symbol-graph' writes the same, but
# compiles everything once more for that, which takes minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

: "${SWIFT:=swift}"
folder=${1:?a folder for the graphs}
mkdir -p "$folder"
log=$folder/log

flags=$(Scripts/module-flags.sh)
readarray -t search <<<"$flags"
# The first flag is the folder of modules.
modules=${search[1]}
tools=$(dirname "$(readlink -f "$(command -v ${SWIFT%% *})")")

for source in Sources/*/*/; do
    module=$(basename "$source")
    [ -e "$modules/$module.swiftmodule" ] || continue
    if ! "$tools/swift-symbolgraph-extract" -module-name "$module" "${search[@]}" \
        -minimum-access-level public -output-dir "$folder" "${@:2}" >"$log" 2>&1; then
        cut -c 1-500 "$log" | head -n 40
        exit 1
    fi
done
