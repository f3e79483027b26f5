#!/usr/bin/env bash
# Runs programs of desktops and of Python against keychaind, on a session bus of its own: secret-tool, git's and
# docker's stock helpers, SecretStorage with its own tests, and keyring. What is missing is installed where the
# system has a package of it, and else skipped, which is said. BROWSERS=1 also installs Chromium and Firefox.
#   Integrations/secret-service.sh [FOLDER-OF-PROGRAMS]
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
for need in dbus-daemon:dbus secret-tool:libsecret-tools docker-credential-secretservice:golang-docker-credential-helpers \
    cc:gcc make:make python3:python3-venv bwrap:bubblewrap /usr/libexec/xdg-desktop-portal:xdg-desktop-portal \
    Xvfb:xvfb xprop:x11-utils xdotool:xdotool pinentry-gtk-2:pinentry-gtk2; do
    command -v "${need%%:*}" >/dev/null || missing+=("${need##*:}")
done
pkg-config --exists libsecret-1 || missing+=(libsecret-1-dev)
for package in "${missing[@]}"; do
    Scripts/install-needs.sh "$package" || echo "There is no package $package to install here."
done

# Large ones only where they are asked for.
if [ -n "${BROWSERS-}" ]; then
    Scripts/install-needs.sh chromium firefox-esr gir1.2-edataserver-1.2 python3-gi ||
        echo "Some of the packages with browsers are not to be installed here."
fi

integrations=$PWD/Integrations
programs=$(realpath "${1:-$(swift build --show-bin-path)}")
folder=$(mktemp -d)
bus=
daemon=
cookie_server=
stop() {
    [ -z "$1" ] || { kill "$1" && wait "$1"; } 2>/dev/null || true
}
cleanup() {
    stop "$cookie_server"
    stop "$daemon"
    "$programs/keychainctl" lock >/dev/null 2>&1 || true
    stop "$bus"
    rm -rf "$folder"
}
trap cleanup EXIT
export HOME=$folder/home XDG_DATA_HOME=$folder/data KEYCHAINCTL_QUICK_PASSCODES=1
export DBUS_SESSION_BUS_ADDRESS=unix:path=$folder/bus
export PORTABLE_KEYCHAIN_AUTHENTICATOR=$folder/pinentry
mkdir -p "$HOME" "$XDG_DATA_HOME"
cd "$folder"

skip() { printf 'SKIPPED  %s: %s\n' "$1" "$2"; }
passed() { printf 'passed   %s\n' "$1"; }
fail() {
    printf 'FAILED   %s\n' "$1" >&2
    [ ! -s log ] || tail -n 40 log >&2
    exit 1
}
must() { timeout 60 "$@" >log 2>&1 || fail "$*"; }
must_not() { ! timeout 60 "$@" >log 2>&1 || fail "$* (which should have failed)"; }

# A user who types the passcode, or declines.
answers() {
    case $1 in
    passcode) printf 'D 1234\nOK\n' >answer ;;
    decline) printf 'ERR 83886179 canceled\n' >answer ;;
    esac
}
cat >pinentry <<'END'
#!/bin/sh
echo OK
while read -r line; do
    case $line in
    GETPIN*) cat "${0%/*}/answer" ;;
    BYE*) exit 0 ;;
    *) echo OK ;;
    esac
done
END
chmod 700 pinentry

# types WORDS TEXT... -- COMMAND...: runs it on a terminal, where a person types each text after seeing the words; KEY
# in a text is the recovery key that was shown
types() {
    timeout 60 python3 -B - "$@" >log 2>&1 <<'END'
import os, pty, re, sys

end = sys.argv.index("--")
pairs = list(zip(sys.argv[1:end:2], sys.argv[2:end:2]))
process, terminal = pty.fork()
if process == 0:
    os.execv(sys.argv[end + 1], sys.argv[end + 1:])
seen = everything = b""
while True:
    try:
        piece = os.read(terminal, 4096)
    except OSError:
        break
    os.write(1, piece)
    seen += piece
    everything += piece
    if pairs and pairs[0][0].encode() in seen:
        text = pairs.pop(0)[1].encode()
        if b"KEY" in text:
            text = text.replace(b"KEY", re.search(rb"([0-9A-Z]{5}-){7}[0-9A-Z]{5}", everything)[0])
        os.write(terminal, text)
        seen = b""
sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) or len(pairs))
END
}

await_socket() {
    for _ in $(seq 200); do [ ! -S "$1" ] || return 0; sleep 0.05; done
    cat bus.log >&2
    fail "dbus-daemon has made no socket after 10 seconds"
}

# No program is started by this bus: others may want the name too.
cat >bus.conf <<END
<busconfig>
  <type>session</type>
  <listen>unix:path=$folder/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
END
dbus-daemon --nofork --config-file=bus.conf 2>bus.log &
bus=$!
await_socket "$folder/bus"
has_name() {
    dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
        org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>/dev/null | grep -q true
}
start_daemon() {
    "$programs/keychaind" --user &
    daemon=$!
    for _ in $(seq 200); do has_name && return; sleep 0.05; done
    fail "keychaind does not answer"
}
restart_locked() {
    "$programs/keychainctl" lock
    stop "$daemon"
    start_daemon
}
set_passcode() { printf '1234\n' | "$programs/keychainctl" passcode set >log 2>&1 || fail "setting a passcode"; }
remove_passcode() {
    printf '1234\n' | "$programs/keychainctl" passcode remove >log 2>&1 || fail "removing the passcode"
}

# Runs store, get and erase of a client in the three states of a keychain.
#   three_states NAME STORE GET ERASE     (GET prints s3cret)
three_states() {
    local name=$1 store=$2 get=$3 erase=$4
    "$store" >log 2>&1 || fail "$name: store"
    "$get" 2>log | grep -q s3cret || fail "$name: get"
    set_passcode
    answers passcode
    restart_locked
    "$get" 2>log | grep -q s3cret || fail "$name: get from a locked keychain, answered"
    answers decline
    restart_locked
    ! "$get" 2>log | grep -q s3cret || fail "$name: get from a locked keychain, declined"
    answers passcode
    "$get" 2>log | grep -q s3cret || fail "$name: the secret is lost after a declined question"
    "$erase" >log 2>&1 || fail "$name: erase"
    ! "$get" 2>log | grep -q s3cret || fail "$name: get after erase"
    remove_passcode
    passed "$name"
}

test_secret_tool() {
    command -v secret-tool >/dev/null || { skip secret-tool "it is not installed"; return; }
    tool_store() { printf s3cret | timeout 30 secret-tool store --label=x user ann; }
    tool_get() { timeout 30 secret-tool lookup user ann; }
    tool_erase() { timeout 30 secret-tool clear user ann; }
    three_states secret-tool tool_store tool_get tool_erase
}

test_git() {
    local sources=/usr/share/doc/git/contrib/credential/libsecret
    [ -d "$sources" ] && pkg-config --exists libsecret-1 || { skip git "its helper cannot be built here"; return; }
    cp -r "$sources" git-helper
    must make -C git-helper
    git_helper() { timeout 30 git-helper/git-credential-libsecret "$1"; }
    git_store() { printf 'protocol=https\nhost=x.org\nusername=ann\npassword=s3cret\n\n' | git_helper store; }
    git_get() { printf 'protocol=https\nhost=x.org\n\n' | git_helper get; }
    git_erase() { printf 'protocol=https\nhost=x.org\nusername=ann\n\n' | git_helper erase; }
    three_states git-credential-libsecret git_store git_get git_erase
}

# What seahorse and Remmina do: hold a collection and an item, while other programs store.
test_holding() {
    pkg-config --exists libsecret-1 || { skip holding "libsecret's headers are not installed"; return; }
    cat >holding.c <<'END'
#include <libsecret/secret.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void hear(void) {
    for (int i = 0; i < 60; i++) {
        while (g_main_context_iteration(NULL, FALSE)) {}
        g_usleep(5000);
    }
}

static int count(SecretCollection *collection) {
    GList *items = secret_collection_get_items(collection);
    int count = g_list_length(items);
    g_list_free_full(items, g_object_unref);
    return count;
}

int main(void) {
    SecretService *service = secret_service_get_sync(SECRET_SERVICE_LOAD_COLLECTIONS, NULL, NULL);
    SecretCollection *collection =
        secret_collection_for_alias_sync(service, "default", SECRET_COLLECTION_LOAD_ITEMS, NULL, NULL);
    int before = count(collection);
    for (int i = 0; i < 3; i++) {
        char command[100];
        snprintf(command, sizeof command, "printf %d | secret-tool store --label=l%d holding %d", i, i, i);
        if (system(command)) return 2;
        hear();
    }
    if (count(collection) != before + 3) return 3;
    GList *items = secret_collection_get_items(collection);
    SecretItem *item = g_list_last(items)->data;
    if (!secret_item_set_label_sync(item, "new", NULL, NULL)) return 4;
    hear();
    char *label = secret_item_get_label(item);
    if (!label || strcmp(label, "new")) return 5;
    if (!g_hash_table_lookup(secret_item_get_attributes(item), "holding")) return 6;
    if (!secret_item_delete_sync(item, NULL, NULL)) return 7;
    hear();
    return count(collection) == before + 2 ? 0 : 8;
}
END
    # shellcheck disable=SC2046
    must cc -o holding holding.c $(pkg-config --cflags --libs libsecret-1)
    G_DEBUG=fatal-criticals must ./holding
    for number in 0 1 2; do timeout 30 secret-tool clear holding "$number" || true; done
    passed holding
}

test_docker() {
    local helper=docker-credential-secretservice
    command -v "$helper" >/dev/null || { skip docker "$helper is not installed"; return; }
    docker_store() {
        printf '{"ServerURL":"https://x.org","Username":"ann","Secret":"s3cret"}' | timeout 30 "$helper" store
    }
    docker_get() { printf https://x.org | timeout 30 "$helper" get; }
    docker_erase() { printf https://x.org | timeout 30 "$helper" erase; }
    three_states "$helper" docker_store docker_get docker_erase
}

test_python() {
    python3 -m venv venv >log 2>&1 || { skip python "python3 has no venv"; return; }
    if ! venv/bin/pip install -q --timeout 20 --retries 1 secretstorage keyring pytest >log 2>&1; then
        skip python "packages of Python cannot be reached"
        return
    fi
    export PYTHON_KEYRING_BACKEND=keyring.backends.SecretService.Keyring
    python_store() { printf s3cret | timeout 60 venv/bin/keyring set service ann; }
    python_get() { timeout 60 venv/bin/keyring get service ann; }
    python_erase() { timeout 60 venv/bin/keyring del service ann; }
    three_states "keyring with SecretStorage" python_store python_get python_erase
    cat >test_keyring.py <<'END'
from keyring.backends.SecretService import Keyring
from keyring.testing.backend import BackendBasicTests


class TestKeyring(BackendBasicTests):
    def init_keyring(self):
        return Keyring()
END
    must venv/bin/python -B -m pytest -q -p no:cacheprovider test_keyring.py
    passed "keyring's own tests: $(tail -n 1 log)"
    # Its tests are in the archive of its sources.
    if ! venv/bin/pip download -q --no-binary :all: --no-deps secretstorage >log 2>&1; then
        skip "SecretStorage's own tests" "its sources cannot be reached"
        return
    fi
    tar xf [Ss]ecret[Ss]torage-*.tar.gz
    (cd [Ss]ecret[Ss]torage-*/ && must ../venv/bin/python -B -m pytest -q -p no:cacheprovider tests && mv log ..)
    passed "SecretStorage's own tests: $(tail -n 1 log)"
}

# The items of another provider, on a bus of its own.
test_import() {
    command -v gnome-keyring-daemon >/dev/null || { skip "an import" "gnome-keyring is not installed"; return; }
    local other=$folder/other
    mkdir -m 700 "$other"
    sed "s|path=$folder/bus|path=$other/bus|" bus.conf >other.conf
    dbus-daemon --nofork --config-file=other.conf 2>bus.log &
    local bus=$! address=unix:path=$other/bus
    await_socket "$other/bus"
    printf pw | DBUS_SESSION_BUS_ADDRESS=$address HOME=$other XDG_DATA_HOME=$other XDG_RUNTIME_DIR=$other \
        gnome-keyring-daemon --foreground --unlock --components=secrets >log 2>&1 &
    local keyring=$!
    for _ in $(seq 100); do ! DBUS_SESSION_BUS_ADDRESS=$address has_name || break; sleep 0.05; done
    for number in 1 2; do
        printf 's3cret%s' "$number" | DBUS_SESSION_BUS_ADDRESS=$address timeout 30 secret-tool store --label=x n "$number"
    done
    DBUS_SESSION_BUS_ADDRESS=$address must "$programs/keychaind" --import --no-passcode
    grep -q "^New items: 2 of 2" log || fail "the first import"
    DBUS_SESSION_BUS_ADDRESS=$address must "$programs/keychaind" --import --no-passcode
    grep -q "^New items: 0 of 2" log || fail "the second import"
    kill "$keyring" "$bus"
    wait "$keyring" "$bus" 2>/dev/null || true
    [ "$(timeout 30 secret-tool lookup n 1)$(timeout 30 secret-tool lookup n 2)" = s3cret1s3cret2 ] ||
        fail "imported items are not found"
    passed "an import from gnome-keyring"
}

# The choice of the TPM, which is one in software: a part of test_enable, where the keychain has no passcode.
with_a_tpm() {
    command -v swtpm >/dev/null || { skip "enable with a TPM" "swtpm is not installed"; return; }
    mkdir -p tpm
    swtpm socket --tpm2 --tpmstate dir=tpm --server type=unixio,path=tpm/s --ctrl type=unixio,path=tpm/s.ctrl \
        --flags not-need-init,startup-clear >/dev/null 2>&1 &
    local chip=$!
    await_socket tpm/s
    export KEYCHAIN_TPM_INTERFACE=swtpm:path=$PWD/tpm/s
    # Programs of a release take no other TPM than that of the machine.
    must "$programs/keychainctl" tpm status
    if grep -q 'tpm.ready' log; then
        types Choose $'2\n' 'Type it back:' $'KEY\n' 'Recovery key:' $'KEY\n' -- "${service[@]}" enable || fail "enable with a TPM"
        must "$programs/keychainctl" tpm status
        grep -q 'device-key.tpm$' log || fail "enable: the device key is not in the TPM"
        [[ $(owner) == keychaind* ]] || fail "enable with a TPM: the owner is $(owner)"
        must "${service[@]}" disable
        start_keyring
        # Its keychain is protected, so there is nothing to say.
        must "${service[@]}" enable
        must "${service[@]}" disable
        must "${service[@]}" status
        must "$programs/keychainctl" tpm unbind
        # As it was: without protection.
        must "$programs/keychainctl" recovery remove
        start_keyring
        passed "enable with a TPM"
    else
        skip "enable with a TPM" "the programs take none in software"
    fi
    unset KEYCHAIN_TPM_INTERFACE
    stop "$chip"
}

# A second keyring with a password of its own becomes a keychain of its own, whose passcode the user chooses; a part of
# test_enable, whose functions it uses. The default keychain has a passcode.
several_keyrings() {
    { python3 -m venv venv && venv/bin/pip install -q --timeout 20 --retries 1 jeepney; } >log 2>&1 ||
        { skip "several keyrings" "packages of Python cannot be reached"; return; }
    keyrings() { must venv/bin/python -B "$integrations/keyrings.py" "$@"; }
    start_keyring
    keyrings create Work wpw
    keyrings store Work work s3cret-work
    # Without a terminal it stays, locked or not, and nobody is asked for its password.
    for state in open locked; do
        must "${service[@]}" enable
        grep -q "'Work'" log && grep -q "or with --no-passcode" log || fail "several keyrings, $state: $(cat log)"
        ! secret work >/dev/null || fail "several keyrings, $state: the secret is in a keychain without a passcode"
        [ ! -e "$XDG_DATA_HOME/portable-keychain/Work.keychain" ] || fail "several keyrings, $state: a keychain was made"
        must "${service[@]}" disable
        start_keyring
    done
    keyrings unlock Work wpw
    types 'New passcode:' $'\n' '[y/N]' $'n\n' -- "${service[@]}" enable && fail "several keyrings: enabled after a no"
    [[ $(owner) == gnome-keyring* ]] || fail "several keyrings: the owner after a no is $(owner)"
    types 'New passcode:' $'5678\n' again: $'5678\n' -- "${service[@]}" enable || fail "several keyrings: enable"
    grep -q "Imported from its keyring 'Work' into the keychain 'Work': 1 new of 1 items" log || fail "several keyrings: $(cat log)"
    must "$programs/keychainctl" slot list --keychain Work
    grep -q passcode log || fail "several keyrings: Work has no passcode"
    [ "$(secret work)" = s3cret-work ] || fail "several keyrings: the secret is not found"
    keyrings list Work
    grep -qx work log || fail "several keyrings: $(cat log)"
    keyrings store Work later new
    must "${service[@]}" disable
    start_keyring
    keyrings unlock Work wpw
    must "${service[@]}" disable --give-back --yes
    keyrings list Work
    [ "$(paste -sd' ' log)" = "later work" ] || fail "several keyrings: given back: $(cat log)"
    # Once it is there, nothing is asked.
    must "${service[@]}" enable
    grep -q "Imported from its keyring 'Work' into the keychain 'Work': 0 new of 2 items" log || fail "several keyrings: $(cat log)"
    must "${service[@]}" disable
    # Killed while keychains are made and items stored, and finished by the next run: one keychain, and nothing twice.
    if command -v strace >/dev/null; then
        for step in 1 2 3 4 5 6 8 10; do
            start_keyring
            if [ "$step" = 1 ]; then
                keyrings create Killed kpw
                keyrings store Killed killed s3cret-killed
            fi
            keyrings unlock Killed kpw
            keyrings unlock Work wpw
            "$programs/keychainctl" remove-keychain Killed --yes >/dev/null 2>&1 || true
            strace -qq -f -o /dev/null -e trace=fsync,fdatasync -e inject=fsync,fdatasync:signal=KILL:when="$step" \
                "$programs/keychainctl" secret-service enable --no-passcode >log 2>&1 || true
            must "${service[@]}" enable --no-passcode
            [ "$("$programs/keychainctl" keychains | grep -c Killed)" = 1 ] || fail "several keyrings, killed at $step: keychains"
            [ "$(secret killed)" = s3cret-killed ] || fail "several keyrings, killed at $step: the secret is not found"
            [ "$(timeout 30 secret-tool search --all n killed 2>/dev/null | grep -c '^secret')" = 1 ] ||
                fail "several keyrings, killed at $step: an item is there twice"
            must "${service[@]}" disable
        done
    fi
    passed "several keyrings become several keychains"
}

# What 'enable' and 'disable' do on the bus of a desktop with gnome-keyring: nothing of it may be lost, and each file
# must be back at the end.
test_enable() {
    command -v gnome-keyring-daemon >/dev/null || { skip "enable" "gnome-keyring is not installed"; return; }
    local desktop=$folder/desktop
    (
        export HOME=$desktop XDG_DATA_HOME=$desktop/data XDG_CONFIG_HOME=$desktop/config XDG_RUNTIME_DIR=$desktop/run
        export DBUS_SESSION_BUS_ADDRESS=unix:path=$desktop/bus
        mkdir -p -m 700 "$HOME" "$XDG_DATA_HOME/dbus-1/services" "$XDG_CONFIG_HOME/autostart" "$XDG_RUNTIME_DIR"
        # The bus of a desktop starts programs: keychaind must be started so, and gnome-keyring no more.
        sed -e "s|path=$folder/bus|path=$desktop/bus|" -e 's|<auth>|<standard_session_servicedirs/>&|' bus.conf >desktop.conf
        dbus-daemon --nofork --config-file=desktop.conf 2>bus.log &
        bus=$!
        keyring=
        leave() {
            stop "$keyring"
            timeout 30 "$programs/keychainctl" secret-service disable >/dev/null 2>&1
            # The kernel keeps keys of keychains that had a passcode.
            for name in default Work Killed; do "$programs/keychainctl" remove-keychain "$name" --yes >/dev/null 2>&1; done
            stop "$bus"
        }
        trap leave EXIT
        await_socket "$desktop/bus"
        start_keyring() {
            printf pw | gnome-keyring-daemon --foreground --unlock --components=secrets >log 2>&1 &
            keyring=$!
            for _ in $(seq 200); do ! has_name || return 0; sleep 0.05; done
            fail "gnome-keyring does not answer"
        }
        owner() { timeout 30 "$programs/keychainctl" secret-service status | awk -F'\t' '$1 == "provider" { print $2 }'; }
        secret() { timeout 30 secret-tool lookup n "$1"; }
        service=("$programs/keychainctl" secret-service)
        # dates N: when the item N was made and changed last
        dates() {
            local call=(timeout 30 dbus-send --print-reply --dest=org.freedesktop.secrets) path name
            path=$("${call[@]}" /org/freedesktop/secrets org.freedesktop.Secret.Service.SearchItems \
                dict:string:string:n,"$1" | grep -o '/org/freedesktop/secrets/[^"]*' | head -1)
            for name in Created Modified; do
                "${call[@]}" "$path" org.freedesktop.DBus.Properties.Get string:org.freedesktop.Secret.Item \
                    string:"$name" | grep -o 'uint64 [0-9]*'
            done
        }
        listing() { find "$desktop/data/dbus-1" "$desktop/config" "$desktop/data/keyrings" -type f -exec md5sum {} + | LC_ALL=C sort; }

        start_keyring
        for number in 1 2; do
            printf 's3cret%s' "$number" | timeout 30 secret-tool store --label=x n "$number" || fail "storing in gnome-keyring"
        done
        # Names that look the same: one letter, and a letter with an accent after it.
        printf two | timeout 30 secret-tool store --label=x caf$'\u00e9' one cafe$'\u0301' two
        made=$(dates 1)
        sleep 2
        # What a user wrote comes back to the byte.
        printf '[D-BUS Service]\nName=org.freedesktop.secrets\nExec=/usr/bin/gnome-keyring-daemon --start --foreground --components=secrets\n' \
            >"$XDG_DATA_HOME/dbus-1/services/org.freedesktop.secrets.service"
        listing >before
        # Without a passcode, nothing is imported that had one before: not without a yes.
        ! timeout 30 "${service[@]}" enable >log 2>&1 </dev/null || fail "enable without a passcode"
        grep -q 'the keyring of gnome-keyring may have a password, and your keychain has none' log || fail "enable: $(cat log)"
        listing | diff before - || fail "enable: refused, and yet files differ"
        [[ $(owner) == gnome-keyring* ]] && [ ! -e "$XDG_DATA_HOME/portable-keychain" ] || fail "enable: refused, and yet done"
        must "${service[@]}" enable --no-passcode
        grep -q 'Imported from gnome-keyring: 3 new of 3 items' log || fail "enable: the import"
        [[ $(owner) == keychaind* ]] || fail "enable: the owner is $(owner)"
        ! kill -0 "$keyring" 2>/dev/null || fail "enable: gnome-keyring still runs"
        [ "$(secret 1)$(secret 2)" = s3cret1s3cret2 ] || fail "enable: imported items are not found"
        [ "$(dates 1)" = "$made" ] || fail "enable: the dates of an item are not those that it had: $made"
        [ "$(timeout 30 secret-tool lookup caf$'\u00e9' one cafe$'\u0301' two)" = two ] || fail "enable: attributes are lost"
        must "${service[@]}" enable
        grep -q 'there already' log || fail "enable, again"
        must "${service[@]}" status
        grep -qP '^state\tenabled$' log || fail "status"
        printf new | timeout 30 secret-tool store --label=x n 3
        # The bus starts keychaind anew after it has ended.
        kill "$(owner | grep -o '[0-9]*')"
        for _ in $(seq 100); do has_name || break; sleep 0.05; done
        [ "$(secret 3)" = new ] || fail "the bus does not start keychaind"
        printf 'mine' | "$programs/keychainctl" set --service api --account ci
        ! secret own >/dev/null || fail "an item that was not exposed is found"
        must "${service[@]}" expose api/ci --attribute n=own
        [ "$(secret own)" = mine ] || fail "an exposed item is not found"
        must "${service[@]}" expose api/ci --off
        ! secret own >/dev/null || fail "an item is still exposed"
        printf changed | timeout 30 secret-tool store --label=x n 2
        must "${service[@]}" disable
        grep -q "'keychainctl secret-service disable --give-back' hands it" log || fail "disable: no word of what stays"
        listing | diff before - || fail "disable: files differ from those before"
        start_keyring
        [ "$(secret 1)$(secret 2)" = s3cret1s3cret2 ] || fail "disable: the old keyring has lost something"
        ! secret 3 >/dev/null || fail "disable: the old keyring has an item of the new one"
        must "${service[@]}" disable
        grep -q 'Your keychain has 2 items that gnome-keyring does not have' log || fail "disable: $(cat log)"
        # Handed over: what is new and what was changed, and nothing twice. What was changed in the old keyring stays.
        ! timeout 30 "${service[@]}" disable --give-back >log 2>&1 </dev/null || fail "give-back without a question"
        ! secret 3 >/dev/null || fail "give-back: refused, and yet done"
        sleep 1
        printf later | timeout 30 secret-tool store --label=x n 1
        must "${service[@]}" disable --give-back --yes
        [ "$(secret 1) $(secret 2) $(secret 3)" = "later changed new" ] || fail "give-back: $(cat log)"
        grep -q 'Handed over to gnome-keyring: 2 items' log || fail "give-back: $(cat log)"
        must "${service[@]}" disable --give-back --yes
        grep -q 'gnome-keyring has another secret, which stays as it is, of 1 item' log || fail "give-back, again: $(cat log)"
        [ "$(timeout 30 secret-tool search --all n 3 2>/dev/null | grep -c '^secret')" = 1 ] || fail "give-back: an item is there twice"
        # gnome-keyring has added a schema to its items, which are the same nevertheless; one has another secret now.
        must "${service[@]}" enable --no-passcode
        grep -q 'Imported from gnome-keyring: 0 new of 4 items' log || fail "enable, for the second time: $(cat log)"
        grep -q 'Replaced in your keychain' log || fail "enable, for the second time: $(cat log)"
        [ "$(secret 1)" = later ] || fail "enable, for the second time: the secret is older than in gnome-keyring"
        must "${service[@]}" disable
        start_keyring
        for pair in "1 s3cret1" "2 s3cret2"; do
            printf '%s' "${pair#* }" | timeout 30 secret-tool store --label=x n "${pair% *}"
        done
        timeout 30 secret-tool clear n 3
        stop "$keyring"
        listing >before
        start_keyring
        # Killed at each step that can be seen from outside, and finished by the next run.
        if command -v strace >/dev/null; then
            for step in 1 2 3 4 5 6; do
                strace -qq -f -o /dev/null -e trace=/^rename -e inject=/^rename:signal=KILL:when="$step" \
                    "$programs/keychainctl" secret-service enable --no-passcode >log 2>&1 || true
                must "${service[@]}" enable --no-passcode
                [[ $(owner) == keychaind* ]] || fail "enable after a crash at step $step"
                strace -qq -f -o /dev/null -e trace=/^rename -e inject=/^rename:signal=KILL:when="$step" \
                    "$programs/keychainctl" secret-service disable >log 2>&1 || true
                must "${service[@]}" disable
                listing | diff before - || fail "disable after a crash at step $step: files differ"
                start_keyring
            done
        fi
        # A locked keyring is known to have a password. With a passcode, there is nothing to say.
        timeout 30 gdbus call --session --dest org.freedesktop.secrets --object-path /org/freedesktop/secrets \
            --method org.freedesktop.Secret.Service.Lock '["/org/freedesktop/secrets/collection/login"]' >/dev/null
        ! timeout 30 "${service[@]}" enable >log 2>&1 </dev/null || fail "enable, from a locked keyring"
        grep -q 'the keyring of gnome-keyring has a password' log || fail "enable, from a locked keyring: $(cat log)"
        stop "$keyring"
        start_keyring
        with_a_tpm
        # On a terminal, the user chooses.
        ! types Choose $'\n' -- "${service[@]}" enable || fail "enable, without a choice"
        grep -q 'nothing was changed' log || fail "enable, without a choice: $(cat log)"
        listing | diff before - || fail "enable, without a choice: files differ"
        types Choose $'1\n' 'New passcode:' $'1234\n' again: $'1234\n' -- "${service[@]}" enable ||
            fail "enable with a choice"
        [[ $(owner) == keychaind* ]] || fail "enable with a passcode: the owner is $(owner)"
        must "$programs/keychainctl" slot list
        grep -q passcode log || fail "enable: no passcode is set"
        must "${service[@]}" disable
        start_keyring
        # With a passcode, nothing is asked.
        must "${service[@]}" enable
        must "${service[@]}" disable
        several_keyrings
    ) || exit 1
    passed "enable and disable, beside gnome-keyring"
}

# Programs in sandboxes, as Flatpak makes them: the real portal finds out who asks, and libsecret encrypts what each
# program keeps with the secret that it gets.
test_portal() {
    local portal=/usr/libexec/xdg-desktop-portal files=$folder/portals app
    [ -x "$portal" ] && command -v bwrap secret-tool >/dev/null || { skip portal "it is not installed"; return; }
    bwrap --ro-bind / / true 2>log || { skip portal "no namespaces can be made here"; return; }
    mkdir -p "$files" sandboxes
    cp "$integrations/../Packaging/user/keychain.portal" "$files/"
    # Without the variable it would take the files of this machine.
    XDG_DESKTOP_PORTAL_DIR=$files "$portal" >portal.log 2>&1 &
    local portal_process=$!
    portal_has_secrets() {
        timeout 10 dbus-send --session --print-reply --dest=org.freedesktop.portal.Desktop \
            /org/freedesktop/portal/desktop org.freedesktop.DBus.Properties.Get \
            string:org.freedesktop.portal.Secret string:version >log 2>&1
    }
    for _ in $(seq 200); do ! portal_has_secrets || break; sleep 0.05; done
    portal_has_secrets || { cat portal.log >&2; fail "the portal has no secrets"; }
    # sandboxed APP WORDS...: runs secret-tool in a root of its own, because bwrap would leave an empty /.flatpak-info in
    # that of this machine, and all programs would believe that they are in a sandbox
    sandboxed() {
        local app=$1 home=$folder/sandboxes/$1
        shift
        mkdir -p "$home"
        printf '[Application]\nname=%s\n' "$app" >"$home.info"
        timeout 30 bwrap --ro-bind /usr /usr --ro-bind /etc /etc --symlink usr/bin /bin --symlink usr/lib /lib \
            --symlink usr/lib64 /lib64 --proc /proc --dev /dev --bind "$home" "$home" --ro-bind "$folder/bus" "$folder/bus" \
            --ro-bind "$home.info" /.flatpak-info --setenv HOME "$home" --setenv XDG_DATA_HOME "$home" secret-tool "$@"
    }
    items() { timeout 30 secret-tool search --all "$@" 2>&1 | grep -c '^attribute.app_id' || true; }
    local mark=(xdg:schema org.freedesktop.portal.Secret)
    for app in org.a.First org.b.Second; do
        printf 'secret of %s' "$app" | sandboxed "$app" store --label=x n 1 2>log || fail "portal: $app cannot store"
    done
    for app in org.a.First org.b.Second; do
        [ "$(sandboxed "$app" lookup n 1 2>log)" = "secret of $app" ] || fail "portal: $app cannot read"
    done
    [ "$(items "${mark[@]}")" = 2 ] || fail "portal: there are $(items "${mark[@]}") items"
    cp sandboxes/org.a.First/keyrings/* sandboxes/org.b.Second/keyrings/
    [ "$(sandboxed org.b.Second lookup n 1 2>/dev/null)" != "secret of org.a.First" ] ||
        fail "portal: a program reads what another one has encrypted"
    set_passcode
    answers decline
    restart_locked
    ! sandboxed org.a.First lookup n 1 >log 2>&1 || fail "portal: a secret from a locked keychain, declined"
    answers passcode
    [ "$(sandboxed org.a.First lookup n 1 2>log)" = "secret of org.a.First" ] ||
        fail "portal: a secret from a locked keychain, answered"
    [ "$(items "${mark[@]}")" = 2 ] || fail "portal: there are $(items "${mark[@]}") items after a declined question"
    remove_passcode
    # What a program keeps while gnome-keyring has its secret, it reads after the import.
    if command -v gnome-keyring-daemon >/dev/null; then
        stop "$daemon"
        mkdir -m 700 keyring
        local keyring
        start_keyring() {
            printf pw | HOME=$folder/keyring XDG_DATA_HOME=$folder/keyring XDG_RUNTIME_DIR=$folder/keyring \
                gnome-keyring-daemon --foreground --unlock --components=secrets >log 2>&1 &
            keyring=$!
            for _ in $(seq 200); do ! has_name || break; sleep 0.05; done
        }
        start_keyring
        printf moved | sandboxed org.c.Third store --label=x n 1 2>log || fail "portal: storing with gnome-keyring"
        # It shows what its own portal has stored only after it was started again (version 42).
        stop "$keyring"
        start_keyring
        must "$programs/keychaind" --import --no-passcode
        grep -q "^New items: 1 of 1" log || fail "portal: the import: $(cat log)"
        stop "$keyring"
        start_daemon
        [ "$(sandboxed org.c.Third lookup n 1 2>log)" = moved ] || fail "portal: a secret of gnome-keyring is lost"
        [ "$(items app_id org.c.Third)" = 1 ] || fail "portal: $(items app_id org.c.Third) items of the program after the import"
    fi
    stop "$portal_process"
    [ ! -e /.flatpak-info ] || fail "portal: this machine looks like a sandbox now"
    passed "xdg-desktop-portal, with two programs in sandboxes"
}

# shellcheck source=Integrations/browsers.sh
source "$integrations/browsers.sh"
# shellcheck source=Integrations/dialogs.sh
source "$integrations/dialogs.sh"

# The same clients without a desktop: on a bus that 'keychainctl session' starts for one command.
#   without_a_desktop NAME STORE GET ERASE     (functions, as three_states has them)
without_a_desktop() {
    local name=$1 store=$2 get=$3 erase=$4 since
    # What the functions need.
    export -f "$store" "$get" "$erase" git_helper tool_get
    export helper=docker-credential-secretservice
    session() {
        env --unset=DBUS_SESSION_BUS_ADDRESS --unset=PORTABLE_KEYCHAIN_AUTHENTICATOR --unset=DISPLAY \
            "$programs/keychainctl" session -- bash -c "$1" 2>log </dev/null
    }
    session "$store" >/dev/null || fail "$name in a session: store"
    session "$get" | grep -q s3cret || fail "$name in a session: get"
    set_passcode
    "$programs/keychainctl" lock
    since=$EPOCHREALTIME
    ! session "$get" | grep -q s3cret || fail "$name in a session: get from a locked keychain"
    # Of which some are for the start of the bus and of the client; nobody can be asked, so nothing waits.
    [ $(((${EPOCHREALTIME/./} - ${since/./}) / 1000000)) -lt 5 ] || fail "$name in a session: waits while it is locked"
    printf '1234\n' | "$programs/keychainctl" unlock >log 2>&1 || fail "unlock"
    session "$get" | grep -q s3cret || fail "$name in a session: get after unlock"
    session "$erase" >/dev/null || fail "$name in a session: erase"
    ! session "$get" | grep -q s3cret || fail "$name in a session: get after erase"
    remove_passcode
    passed "$name in a session without a desktop"
}

test_sessions() {
    ! command -v secret-tool >/dev/null || without_a_desktop secret-tool tool_store tool_get tool_erase
    [ ! -x git-helper/git-credential-libsecret ] ||
        without_a_desktop git-credential-libsecret git_store git_get git_erase
    ! command -v docker-credential-secretservice >/dev/null ||
        without_a_desktop docker-credential-secretservice docker_store docker_get docker_erase
    [ ! -x venv/bin/keyring ] || without_a_desktop keyring python_store python_get python_erase
    test_gh
}

# GitHub's program, which is asked for no network here: a token that is stored as it stores one.
test_gh() {
    local gh
    gh=$(command -v "${GH:-gh}") || { skip gh "it is not installed"; return; }
    export gh GH_CONFIG_DIR=$folder/gh
    mkdir "$GH_CONFIG_DIR"
    printf 'github.com:\n    users:\n        ann:\n    user: ann\n' >"$GH_CONFIG_DIR/hosts.yml"
    gh_store() { printf s3cret | timeout 30 secret-tool store --label=gh service gh:github.com username ""; }
    gh_get() { timeout 30 "$gh" auth token; }
    gh_erase() { timeout 30 secret-tool clear service gh:github.com; }
    without_a_desktop gh gh_store gh_get gh_erase
}

answers decline
start_daemon
test_enable
test_secret_tool
test_dialogs
test_git
test_holding
test_docker
test_import
test_portal
test_python
test_sessions
test_chromium
test_firefox
test_evolution
