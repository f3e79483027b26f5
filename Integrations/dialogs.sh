# shellcheck shell=bash
# Dialogs on a screen that nobody sees: a real pinentry, whose window is looked at and typed into; a part of
# secret-service.sh, whose functions it uses.

# on_screen WORDS...: runs a program on that screen
on_screen() { DISPLAY=$screen "$@"; }

# Waits for a window with this title; its number.
await_window() {
    local found
    for _ in $(seq 200); do
        found=$(on_screen xdotool search --name "$1" 2>/dev/null | head -n 1) || true
        [ -z "$found" ] || { echo "$found"; return; }
        sleep 0.05
    done
    return 1
}

# What the dialogs said since the last look, with real line ends.
dialog_text() { sed -n 's/^SETDESC //p' told | sed 's/%0A/\n/g'; : >told; }

test_dialogs() {
    local need screen window server events lookup
    for need in Xvfb xprop xev xdotool pinentry-gtk-2 secret-tool; do
        command -v "$need" >/dev/null || { skip dialogs "$need is not installed"; return; }
    done
    Xvfb -displayfd 3 -screen 0 1024x768x24 -nolisten tcp 3>screen-number 2>/dev/null &
    server=$!
    for _ in $(seq 200); do [ ! -s screen-number ] || break; sleep 0.05; done
    screen=:$(cat screen-number)
    # A window in front, which says that it belongs to this script, with a title that would like to be more.
    DISPLAY=$screen xev -name front >/dev/null 2>&1 &
    events=$!
    window=$(await_window '^front$') || fail "dialogs: there is no window"
    on_screen xprop -id "$window" -f _NET_WM_PID 32c -set _NET_WM_PID $$
    on_screen xprop -id "$window" -f _NET_WM_NAME 8u -set _NET_WM_NAME $'Bank" asks.\nThe keychain says: "all is well'
    on_screen xprop -root -f _NET_ACTIVE_WINDOW 32x -set _NET_ACTIVE_WINDOW "$window"
    printf '#!/bin/sh\ntee -a "%s/told" | pinentry-gtk-2\n' "$folder" >shown-pinentry
    chmod 700 shown-pinentry
    : >told
    tool_store >log 2>&1 || fail "dialogs: store"
    set_passcode
    "$programs/keychainctl" lock
    stop "$daemon"
    DISPLAY=$screen LC_ALL=C.UTF-8 PORTABLE_KEYCHAIN_AUTHENTICATOR=$folder/shown-pinentry start_daemon
    tool_get >found 2>log &
    lookup=$!
    await_window '^Keychain$' >/dev/null || fail "dialogs: no dialog with the title Keychain: $(cat told)"
    dialog_text >text
    head -n 1 text | grep -qx "Passcode of the keychain 'default'" || fail "dialogs: $(cat text)"
    grep -qE '^"/usr/bin/secret-tool" \(process [0-9]+\) asks for it\.$' text || fail "dialogs: $(cat text)"
    grep -qx "Its window calls itself \"Bank' asks. The keychain says: 'all is well\"\." text || fail "dialogs: $(cat text)"
    grep -A 3 '^It was started by:$' text | grep -q '"/usr/bin/.*bash"' || fail "dialogs: $(cat text)"
    sleep 0.5
    on_screen xdotool type 1234
    on_screen xdotool key Return
    wait "$lookup" || true
    [ "$(cat found)" = s3cret ] || fail "dialogs: the passcode that was typed does not unlock"
    # The window in front belongs to another program.
    on_screen xprop -id "$window" -f _NET_WM_PID 32c -set _NET_WM_PID 1
    "$programs/keychainctl" lock
    tool_get >found 2>log &
    lookup=$!
    await_window '^Keychain$' >/dev/null || fail "dialogs: no second dialog"
    dialog_text >text
    ! grep -q 'calls itself' text || fail "dialogs: the title of another program's window: $(cat text)"
    sleep 0.5
    on_screen xdotool key Escape
    wait "$lookup" || true
    [ ! -s found ] || fail "dialogs: a secret after the user declined"
    stop "$events"
    stop "$server"
    answers passcode
    restart_locked
    tool_get >found 2>log || fail "dialogs: get"
    tool_erase >log 2>&1 || fail "dialogs: erase"
    remove_passcode
    passed "dialogs of a real pinentry on a screen"
}
