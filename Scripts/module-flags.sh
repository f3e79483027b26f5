#!/usr/bin/env bash
# Builds everything and prints, one on a line, the options with which the compiler and its tools find the modules.
set -euo pipefail
cd "$(dirname "$0")/.."

# As in the Makefile.
export SWIFT_DETERMINISTIC_HASHING=1
: "${SWIFT:=swift}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT

if ! $SWIFT build --enable-all-traits --build-tests >"$log" 2>&1; then
    { grep -A 4 'error:' "$log" | cut -c 1-500 | head -n 40 || tail -n 20 "$log"; } >&2
    exit 1
fi
products=$($SWIFT build --enable-all-traits --show-bin-path 2>>"$log")
tools=$(dirname "$(readlink -f "$(command -v ${SWIFT%% *})")")

# What the compiler says of itself: its target and the folders of its own modules and headers.
info=$("$tools/swift" -print-target-info)
of_info() { sed -nE 's/^ *"'"$1"'": "([^"]*)",?$/\1/p' <<<"$info" | head -n 1; }
runtime=$(of_info runtimeResourcePath)
search=(-I "$products/Modules" -target "$(of_info triple)" -resource-dir "$runtime")
search+=(-Xcc -resource-dir -Xcc "$(readlink -f "$runtime/clang")")
# C modules: those with a map of their own, and those for which the package manager has written one. Maps in a folder
# 'include' are for Objective-C.
while read -r map; do search+=(-Xcc -I -Xcc "$(dirname "$map")"); done \
    < <(find Sources .build/checkouts -name module.modulemap -not -path '*/Tests/*')
while read -r map; do search+=(-Xcc "-fmodule-map-file=$map"); done \
    < <(find "$products"/*.build -name module.modulemap -not -path '*/include/*')
printf '%s\n' "${search[@]}"
