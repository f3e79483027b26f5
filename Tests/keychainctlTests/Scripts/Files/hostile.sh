#!/bin/sh
# Words that no careful program gives.
PATH="$HOME/bin:$PATH"
MALFORMED=$(printf 'a\377b')
security add-generic-password -a "$MALFORMED" -s "$MALFORMED" -w "$MALFORMED" 2>/dev/null
security find-generic-password -a "$MALFORMED" -w
security find-generic-password -a "$MALFORMED" | sed -n 's/.*"svce"<blob>=//p'
security find-generic-password "$MALFORMED" 2>/dev/null || echo "no such keychain ($?)"
security "$MALFORMED" 2>/dev/null || echo "no such command ($?)"
security find-generic-password "-$(printf '\377')" 2>/dev/null || echo "no such option ($?)"
security find-internet-password -P "$MALFORMED" 2>/dev/null || echo "no such port ($?)"
LARGE=$(head -c 100000 /dev/zero | tr '\0' x)
security add-generic-password -a large -s "$LARGE" -w "$LARGE" 2>/dev/null
security find-generic-password -a large -w | wc -c | tr -d ' '
security find-generic-password -s "$LARGE" -w | wc -c | tr -d ' '
head -c 1000000 /dev/zero | tr '\0' x | security -i 2>&1 | cut -c1-61
head -c 1000000 /dev/zero | security -i 2>&1 | cut -c1-61
head -c 10000000 /dev/urandom >noise
security import noise >/dev/null 2>&1 || echo "noise ($?)"
security import /dev/zero >/dev/null 2>&1 || echo "no end ($?)"
{ echo "-----BEGIN CERTIFICATE-----"; head -c 1000000 /dev/zero | tr '\0' A; } >unended
security import unended >/dev/null 2>&1 || echo "unended ($?)"
security find-certificate -a | wc -l | tr -d ' '
