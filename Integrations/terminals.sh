#!/usr/bin/env bash
# Reads from the windows of xterm what 'browse' shows, and pastes into a prompt there.
# What is missing is installed where the system has a package of it, and else skipped, which is said.
#   Integrations/terminals.sh [PATH-OF-KEYCHAINCTL]
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
for need in xterm Xvfb:xvfb xdotool xclip; do
    command -v "${need%%:*}" >/dev/null || missing+=("${need##*:}")
done
for package in "${missing[@]}"; do
    Scripts/install-needs.sh "$package" || echo "There is no package $package to install here."
done
for need in xterm Xvfb xdotool xclip; do
    command -v "$need" >/dev/null || { echo "SKIPPED  xterm: $need is not installed"; exit 0; }
done

program=$(realpath "${1:-$(swift build --show-bin-path)/keychainctl}")
folder=$(mktemp -d)
servers=()
cleanup() {
    kill "${servers[@]}" 2>/dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT
export HOME=$folder/home XDG_DATA_HOME=$folder/data LANG=C.UTF-8
unset PORTABLE_KEYCHAIN_AUTHENTICATOR TMUX WAYLAND_DISPLAY
mkdir -p "$HOME"
cd "$folder"

passed() { printf 'passed   %s\n' "$1"; }
fail() {
    printf 'FAILED   %s\n' "$1" >&2
    [ ! -s screen ] || cat screen >&2
    exit 1
}

# A display that no other server has: it writes its number.
Xvfb -displayfd 3 -screen 0 1600x1200x24 -nolisten tcp 3>display 2>/dev/null &
servers+=($!)
for _ in $(seq 100); do [ -s display ] || sleep 0.1; done
export DISPLAY=:$(cat display)

# Opens a window of so many columns, in which a shell runs a line.
open_window() {
    rm -f screen
    xterm -u8 -geometry "$1x50" -xrm "XTerm*printerCommand: cat >'$folder/printed'; mv '$folder/printed' '$folder/screen'" \
        -xrm 'XTerm*printAttributes: 0' -xrm 'XTerm*printerFormFeed: false' \
        -xrm 'XTerm*VT100.translations: #override <Key>F12: print() \n Shift<Key>Insert: insert-selection(PRIMARY)' \
        -e sh -c "$2" &
    window=$!
    servers+=("$window")
    id=$(xdotool search --sync --onlyvisible --pid "$window" | head -n 1)
    xdotool windowfocus --sync "$id"
}
close_window() { kill "$window" 2>/dev/null || true; wait "$window" 2>/dev/null || true; }
press() { xdotool key --delay 50 "$@"; }
# Waits until the screen has a line that matches.
see() {
    for _ in $(seq 100); do
        rm -f screen
        press F12
        for _ in $(seq 20); do [ -s screen ] || sleep 0.05; done
        ! grep -q -- "$1" screen 2>/dev/null || return 0
        sleep 0.1
    done
    fail "there is no '$1' on the screen"
}

ascii=$(for number in $(seq 0 399); do printf '%d' $((number % 10)); done)
wide=$(for _ in $(seq 20); do printf '漢字かな交じり文✅🇩🇪👍🏽é'; done)
printf '%s' "$ascii" | "$program" set --service ascii
printf '%s' "$wide" | "$program" set --service wide
for columns in 33 40 79 80 81 132; do
    for name in ascii wide; do
        open_window "$columns" "exec '$program' browse"
        see '^Find:'
        xdotool type --delay 50 "$name"
        see " 1 item"
        press Return
        see '^Secret: '
        press r
        see '^Secret: *$'
        # xterm prints U+FFFF for the second column of a wide character.
        shown=$(LC_ALL=C sed 's/\xef\xbf\xbf//g' screen | sed -n '2,/^ *$/p' | sed 's/ *$//' | tr -d '\n' | sed 's/^ *//')
        [ "$shown" = "${!name}" ] || fail "of the secret '$name', $columns columns show: $shown"
        close_window
    done
    passed "browse shows whole secrets in $columns columns of xterm"
done

# A paste of several lines is one secret, and is refused for a passcode; the shell runs nothing of it.
open_window 80 "'$program' set --service pasted; echo status=\$?; sleep 1000"
for prompt in 'Secret: ' 'Secret again: '; do
    see "^$prompt"
    printf 'one\ntouch ran\n' | xclip -selection primary
    press shift+Insert
    sleep 0.5
    press Return
done
see 'status=0'
[ "$("$program" get --service pasted)" = $'one\ntouch ran' ] || fail "a paste was stored otherwise"
close_window
passed "a paste of several lines is stored whole"

open_window 80 "'$program' passcode set; echo status=\$?; exec sh"
see '^New passcode: '
press shift+Insert
see 'status=64'
sleep 1
[ ! -e ran ] || fail "the shell ran a line of a refused paste"
grep -q 'a paste of several lines is not taken here' screen || fail "the refusal is not said"
close_window
passed "a refused paste leaves nothing to run"
