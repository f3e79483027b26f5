#!/usr/bin/env bash
# Says how large the programs are without their symbols, as packages have them, and what is in them.
#
#   Scripts/size.sh [--check] [FOLDER]     --check: fails if a program is larger than its limit, or has ICU in it, or if
#                                          the list of functions that the linker puts side by side is of older sources
#
# FOLDER has the static build (make static) by default.
set -euo pipefail
check=no
if [ "${1-}" = --check ]; then check=yes && shift; fi
folder=${1:-.build/static/release}
for need in strip size nm; do
    command -v $need >/dev/null || { echo "skipped: needs $need, of binutils"; exit 0; }
done
stripped=$(mktemp)
trap 'rm -f "$stripped"' EXIT
bad=0

# The limits are in hundreds of thousands of bytes.
limits=(keychainctl:277 keychaind:212)
echo '| program | MB | code | data | stack traces | addresses | limit |'
echo '|---|--:|--:|--:|--:|--:|--:|'
for pair in "${limits[@]}"; do
    name=${pair%:*} limit=${pair#*:} verdict=
    # The packages are made without programs whose libraries are not here (Scripts/hardware.sh).
    [ -x "$folder/$name" ] || continue
    strip -o "$stripped" "$folder/$name"
    bytes=$(stat --format=%s "$stripped")
    if [ "$bytes" -gt "${limit}00000" ]; then verdict=' too large' bad=1; fi
    size -A "$stripped" | awk -v name="$name" -v bytes="$bytes" -v limit="$limit" -v verdict="$verdict" '
        $1 == ".text" { code = $2 }
        $1 ~ /^\.eh_frame|^swift5_backtrace/ { traces += $2 }
        $1 ~ /^\.rela/ { addresses += $2 }
        END {
            data = bytes - code - traces - addresses
            printf "| `%s` | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f |%s\n", name, bytes / 1e6, code / 1e6, \
                data / 1e6, traces / 1e6, addresses / 1e6, limit / 10, verdict
        }'
    # Foundation's locales and formats bring it, and 30 MB.
    if grep -q '_ZN6icu_' <<<"$(nm "$folder/$name")"; then echo "$name has ICU in it" >&2 && bad=1; fi
done
[ $bad = 0 ] || echo "the limits are exceeded" >&2
if [ -x "$folder/keychainctl" ] && [ -x "$folder/keychaind" ]; then
    # Functions of the list, and those of them that programs have.
    read -r listed found < <(
        nm "$folder/keychainctl" "$folder/keychaind" | awk '
            NR == FNR { if (!/^#/) { wanted[$1]; listed++ } next }
            ($3 in wanted) && !seen[$3]++ { found++ }
            END { print listed + 0, found + 0 }' Scripts/link/order.txt -
    )
    if [ $((found * 10)) -lt $((listed * 8)) ]; then
        echo "$found of $listed functions in Scripts/link/order.txt are left: write it with 'make link-order'" >&2
        bad=1
    fi
fi
[ $check = no ] || exit $bad
