#!/bin/sh
# How a build machine gets its signing identity on macOS.
set -eu
PATH="$HOME/bin:$PATH"
KEYCHAIN="$HOME/app-signing.keychain-db"
PASSWORD="correct horse"
security create-keychain -p "$PASSWORD" "$KEYCHAIN"
security set-keychain-settings -lut 21600 "$KEYCHAIN"
security unlock-keychain -p "$PASSWORD" "$KEYCHAIN"
security import identity.p12 -P s3cret -A -t cert -f pkcs12 -k "$KEYCHAIN"
security set-key-partition-list -S apple-tool:,apple: -s -k "$PASSWORD" "$KEYCHAIN" >/dev/null
security list-keychain -d user -s "$KEYCHAIN"
security find-identity -v -p codesigning "$KEYCHAIN"
security delete-keychain "$KEYCHAIN"
