#!/usr/bin/env bash
# Runs the keychain of browsers under the real ones: Firefox with Debian's extension KeePassXC-Browser, Firefox and
# Chromium with the newer one that has passkeys, and messages that no browser can be made to send, with python-fido2 as
# the site that judges passkeys. What is missing is installed where the system has a package of it, and else skipped,
# which is said. Everything happens in temporary homes; pages are served on this machine alone.
#   Integrations/browser.sh [FOLDER-OF-PROGRAMS [PATTERN-OF-ROWS]]
# BROWSER_PICTURES=FOLDER keeps pictures of a filled page and of a sign-in.
set -euo pipefail
cd "$(dirname "$0")/.."

programs=$(realpath "${1:-$(swift build --show-bin-path)}")
chosen=${2-}
rows=$PWD/Integrations/browser
# The release whose extension has passkeys; its package is unpacked, not installed.
release=${EXTENSION_RELEASE:-trixie}

missing=()
for need in firefox-esr chromium python3:python3-venv; do
    command -v "${need%%:*}" >/dev/null || missing+=("${need##*:}")
done
[ -d /usr/share/webext/keepassxc-browser ] || missing+=(webext-keepassxc-browser)
known=$(/sbin/ldconfig -p)
[[ $known == *libsodium.so.23* ]] || missing+=(libsodium23)
[[ $known == *libpsl.so.5* ]] || missing+=(libpsl5)
[[ $known == *libidn2.so.0* ]] || missing+=(libidn2-0)
for package in "${missing[@]}"; do
    Scripts/install-needs.sh "$package" || echo "There is no package $package to install here."
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export TMPDIR=$folder

skip() { printf 'SKIPPED  %s: %s\n' "$1" "$2"; }
failed=0

python3 -m venv "$folder/venv" >"$folder/log" 2>&1 || { skip "the browser's keychain" "python3 has no venv"; exit 0; }
python=$folder/venv/bin/python
if ! "$python" -m pip install -q --timeout 20 --retries 1 'fido2>=2,<3' pynacl >"$folder/log" 2>&1; then
    skip "the browser's keychain" "packages of Python cannot be reached"
    exit 0
fi

echo "         messages:"
"$python" -B "$rows/protocol_rows.py" "$programs" "$chosen" || failed=1
echo "         passkeys:"
"$python" -B "$rows/passkey_rows.py" "$programs" "$chosen" || failed=1

# Unpacks the extension of the newer release.
newer_extension() {
    local keys=/usr/share/keyrings/debian-archive-keyring.gpg
    [ -e "$keys" ] && command -v apt-get >/dev/null || return
    mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial"
    echo "deb [signed-by=$keys] http://deb.debian.org/debian $release main" >"$folder/apt/sources"
    local apt=(apt-get -qq -o "Dir::Etc::sourcelist=$folder/apt/sources" -o Dir::Etc::sourceparts=/dev/null
        -o "Dir::State::lists=$folder/apt/lists" -o "Dir::Cache=$folder/apt" -o APT::Sandbox::User=root)
    (
        cd "$folder/apt"
        "${apt[@]}" update && "${apt[@]}" download "webext-keepassxc-browser/$release" &&
            dpkg-deb -x webext-keepassxc-browser_*.deb "$folder/extension"
    ) >"$folder/log" 2>&1
}

browsers=()
firefox=$(command -v firefox-esr || command -v firefox) || skip firefox "it is not installed"
chromium=$(command -v chromium || command -v chromium-browser) || skip chromium "it is not installed"
if [ -n "$firefox" ] && [ -d /usr/share/webext/keepassxc-browser ]; then
    browsers+=("firefox=$firefox")
elif [ -n "$firefox" ]; then
    skip "firefox with the extension of the system" "webext-keepassxc-browser is not installed"
fi
if newer_extension; then
    [ -z "$firefox" ] || browsers+=("firefox=$firefox=$folder/extension/usr/share/webext/keepassxc-browser")
    [ -z "$chromium" ] || browsers+=("chromium=$chromium=$folder/extension/usr/share/chromium/extensions/keepassxc-browser")
else
    skip "passkeys in browsers" "the extension of Debian's release $release cannot be reached"
fi
[ ${#browsers[@]} = 0 ] ||
    "$python" -B "$rows/browser_rows.py" "$programs" "${BROWSER_PICTURES-}" "$chosen" "${browsers[@]}" || failed=1
exit "$failed"
