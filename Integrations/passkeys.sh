#!/usr/bin/env bash
# Lets the servers of python-fido2, which is fetched from PyPI, judge the passkeys of this project.
#
#     Integrations/passkeys.sh
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install -q 'fido2==2.2.1'
export SWIFT_DETERMINISTIC_HASHING=1
swift build -q --enable-all-traits --product PasskeyDriver
driver=$(swift build --enable-all-traits --show-bin-path)/PasskeyDriver
"$scratch/venv/bin/python" -B Integrations/passkeys.py "$driver"
