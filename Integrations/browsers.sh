# Browsers and Evolution's library against keychaind. To be sourced by secret-service.sh, which starts the bus.
#
# They are large, so they are installed only with BROWSERS=1, and used where they are already.

# A server that gives a cookie for a day, and writes down what it gets back.
serve_cookies() {
    cat >cookies.py <<'END'
import http.server
import sys


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        with open("cookies", "a") as log:
            print(self.path, self.headers.get("Cookie", "none"), file=log)
        self.send_response(200)
        if self.path == "/set":
            self.send_header("Set-Cookie", "sess=c00kie; Max-Age=86400")
        self.end_headers()
        self.wfile.write(b"<html><body>here</body></html>")

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
with open("cookie-port", "w") as file:
    print(server.server_port, file=file)
server.serve_forever()
END
    python3 -B cookies.py >/dev/null 2>&1 &
    cookie_server=$!
    for _ in $(seq 100); do [ ! -s cookie-port ] || break; sleep 0.1; done
}

# How often an item with this label is in the keychain.
stored() { "$programs/keychainctl" list --group org.freedesktop.secrets | grep -c "$1" || true; }

test_chromium() {
    local chromium
    chromium=$(command -v chromium || command -v chromium-browser) ||
        { skip chromium "it is not installed; BROWSERS=1 installs it"; return; }
    serve_cookies
    browse() { # PAGE
        # Chromium writes cookies half a minute after they came, or at its end.
        timeout 90 "$chromium" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
            --user-data-dir="$folder/chromium" --password-store=gnome-libsecret --dump-dom \
            "http://127.0.0.1:$(cat cookie-port)/$1" >log 2>&1 || fail "chromium $1"
        grep -q here log || fail "chromium has not shown $1"
    }
    rm -f cookies
    browse set
    [ "$(stored 'Chromium Safe Storage')" = 1 ] || fail "chromium has not stored its key"
    local kind
    kind=$(python3 - "$folder/chromium" <<'END'
import glob, sqlite3, sys
kinds = set()
for path in glob.glob(sys.argv[1] + "/Default/**/Cookies", recursive=True):
    rows = sqlite3.connect(path).execute("SELECT encrypted_value FROM cookies WHERE name = 'sess'")
    kinds |= {row[0][:3].decode("ascii", "replace") for row in rows}
print(",".join(sorted(kinds)))
END
    )
    [ "$kind" = v11 ] || fail "chromium's cookie is encrypted as '$kind', not with the key of the keychain"
    browse second
    grep -q '^/second sess=c00kie' cookies || fail "chromium cannot read its cookie"
    set_passcode
    answers decline
    restart_locked
    # Without its key Chromium throws away what it cannot read, whoever provides keys. It must not make a new key over
    # the old one: then nothing of the profile could ever be read again, which a copy shows.
    cp -r chromium chromium.before
    browse declined
    rm -rf chromium && mv chromium.before chromium
    answers passcode
    restart_locked
    browse third
    grep -q '^/third sess=c00kie' cookies || fail "chromium has lost its key after a declined question"
    [ "$(stored 'Chromium Safe Storage')" = 1 ] || fail "chromium has made a second key"
    remove_passcode
    stop "$cookie_server"
    cookie_server=
    passed "$("$chromium" --version 2>/dev/null | awk '{ print $1, $2 }'): a cookie encrypted with a key of the keychain, also after a declined question"
}

# Firefox keeps a key for passwords and cards in the keychain: nsIOSKeyStore, through Marionette.
test_firefox() {
    local firefox
    firefox=$(command -v firefox-esr || command -v firefox) ||
        { skip firefox "it is not installed; BROWSERS=1 installs it"; return; }
    cat >marionette.py <<'END'
import json
import socket
import sys
import time


class Marionette:
    def __init__(self, port):
        for _ in range(600):
            try:
                self.socket = socket.create_connection(("127.0.0.1", port))
                break
            except OSError:
                time.sleep(0.1)
        self.number = 0
        self.read()

    def read(self):
        text = b""
        while not text.endswith(b":"):
            text += self.socket.recv(1)
        rest = int(text[:-1])
        text = b""
        while len(text) < rest:
            text += self.socket.recv(rest - len(text))
        return json.loads(text)

    def call(self, name, **arguments):
        self.number += 1
        text = json.dumps([0, self.number, name, arguments]).encode()
        self.socket.sendall(str(len(text)).encode() + b":" + text)
        answer = self.read()
        if answer[2]:
            raise SystemExit(f"{name}: {answer[2].get('message')}")
        return answer[3]


firefox = Marionette(int(sys.argv[1]))
firefox.call("WebDriver:NewSession", capabilities={"alwaysMatch": {}})
firefox.call("Marionette:SetContext", value="chrome")
what, text = sys.argv[2], sys.argv[3]
script = {
    "encrypt": "store.asyncEncryptBytes(label, [...text].map(c => c.charCodeAt(0)))",
    "decrypt": "store.asyncDecryptBytes(label, text).then(b => String.fromCharCode(...b))",
    "make": "store.asyncGenerateSecret(label).then(phrase => 'made')",
    "has": "store.asyncSecretAvailable(label).then(found => String(found))",
}[what]
answer = firefox.call(
    "WebDriver:ExecuteAsyncScript",
    script="""
        const [text, done] = arguments;
        const label = "Firefox Encrypted Storage";
        const store = Cc["@mozilla.org/security/oskeystore;1"].getService(Ci.nsIOSKeyStore);
        try { %s.then(done, e => done("failed: " + e)); } catch (e) { done("failed: " + e); }
    """ % script,
    args=[text],
    scriptTimeout=60000,
)
print(answer["value"])
firefox.call("Marionette:Quit", flags=["eForceQuit"])
END
    ask_firefox() { # WHAT TEXT
        rm -rf profile && mkdir profile
        local port=$((20000 + RANDOM % 20000))
        printf 'user_pref("marionette.port", %s);\n' "$port" >profile/user.js
        timeout 120 "$firefox" --headless --marionette -remote-allow-system-access --no-remote --profile profile >firefox.log 2>&1 &
        local browser=$!
        timeout 90 python3 -B marionette.py "$port" "$1" "$2" 2>log || { cat firefox.log >>log; fail "firefox: $1"; }
        wait "$browser" || true
    }
    answers decline
    ask_firefox make x | grep -q made || fail "firefox has not stored its key"
    [ "$(stored 'Firefox Encrypted Storage')" = 1 ] || fail "the keychain does not have firefox's key"
    local text
    text=$(ask_firefox encrypt s3cret)
    [ "$(ask_firefox decrypt "$text")" = s3cret ] || fail "firefox cannot decrypt what it encrypted"
    set_passcode
    restart_locked
    ! ask_firefox decrypt "$text" | grep -q s3cret || fail "firefox decrypts with a locked keychain"
    answers passcode
    restart_locked
    [ "$(ask_firefox decrypt "$text")" = s3cret ] || fail "firefox has lost its key after a declined question"
    remove_passcode
    passed "$("$firefox" --version 2>/dev/null): its store of keys"
}

test_evolution() {
    /usr/bin/python3 -c 'import gi; gi.require_version("EDataServer", "1.2"); from gi.repository import EDataServer' \
        2>/dev/null || { skip evolution-data-server "its library for Python is not here; BROWSERS=1 installs it"; return; }
    cat >evolution.py <<'END'
import sys

import gi

gi.require_version("EDataServer", "1.2")
from gi.repository import EDataServer  # noqa: E402

what = sys.argv[1]
if what == "store":
    EDataServer.secret_store_store_sync("mail-account", "s3cret", "Mail of ann", True, None)
elif what == "get":
    found, secret = EDataServer.secret_store_lookup_sync("mail-account", None)
    print(secret)
else:
    EDataServer.secret_store_delete_sync("mail-account", None)
END
    mail() { timeout 60 /usr/bin/python3 -B evolution.py "$1"; }
    mail_store() { mail store; }
    mail_get() { mail get; }
    mail_erase() { mail erase; }
    three_states "evolution-data-server's library" mail_store mail_get mail_erase
}
