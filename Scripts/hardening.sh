#!/usr/bin/env bash
# Checks how the programs of one build were linked: that they load no library from their own folder, that their
# addresses are random and those of functions cannot be overwritten, nor their constants, and that their C code has
# checked calls and a guarded stack.
#
#   Scripts/hardening.sh PROGRAM...
set -euo pipefail
command -v readelf >/dev/null || { echo "skipped: needs readelf, of binutils"; exit 0; }

bad=0 checked=no
complain() { echo "$program: $1" >&2; bad=1; }

for program in "$@"; do
    dynamic=$(readelf --wide --dynamic "$program")
    segments=$(readelf --wide --program-headers "$program")
    symbols=$(readelf --wide --dyn-syms "$program")

    # The linker's folder for libraries would be searched before the system's.
    ! grep -qE '\((RPATH|RUNPATH)\)' <<<"$dynamic" || complain "it has a RUNPATH: build it with --disable-local-rpath"
    grep -qE '\(FLAGS_1\).*\bPIE\b' <<<"$dynamic" || complain "it is not position-independent (PIE)"
    grep -qE '\(BIND_NOW\)|\(FLAGS\).*BIND_NOW|\(FLAGS_1\).*\bNOW\b' <<<"$dynamic" ||
        complain "functions are bound late: link it with -z now"
    grep -q GNU_RELRO <<<"$segments" || complain "it has no RELRO segment: link it with -z relro"
    ! grep -qE ' \.rodata +PROGBITS .* WA' <<<"$(readelf --wide --sections "$program")" ||
        complain "its constants can be overwritten: link it with Scripts/link/constants.ld"
    ! grep -qE 'GNU_STACK.* RWE' <<<"$segments" || complain "its stack is executable"
    grep -q '__stack_chk_fail' <<<"$symbols" ||
        complain "no stack is guarded: compile C with -fstack-protector-strong"
    ! grep -qE '__[a-z]+_chk' <<<"$(grep -v __stack_chk_fail <<<"$symbols")" || checked=yes
done
# They share their C code, and not each of them links a function that copies into a buffer.
[ $checked = yes ] || complain "no call is checked: compile C with _FORTIFY_SOURCE"
exit $bad
