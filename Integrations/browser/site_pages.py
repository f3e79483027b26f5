"""A small site on this machine: accounts with passwords, one-time codes and passkeys, and HTTP authentication."""

import base64
import hashlib
import hmac
import html
import http.server
import json
import secrets
import struct
import threading
import time
import urllib.parse

from relying import RelyingParty

FORM = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 16px sans-serif; margin: 4em }}
label {{ display: block; margin: 1em 0 }}
input {{ font-size: 16px; width: 16em }}
</style>
<h1>{title}</h1>
<form id="form" method="post" action="{action}">{fields}<button id="send" type="submit">Send</button></form></html>"""
FIELD = '<label>{label}<br><input id="{name}" name="{name}" type="{kind}" autocomplete="{complete}"></label>'
PASSKEYS = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Passkeys</title>
<style>body { font: 16px sans-serif; margin: 4em } button { font-size: 16px }</style>
<h1>Passkeys</h1><button id="make">Make a passkey</button> <button id="use">Sign in with a passkey</button>
<p id="result"></p><script>
const text = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const post = async (path, body) => {
    const answer = await fetch(path + location.search, { method: "POST", body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
};
const show = words => { document.getElementById("result").textContent = words; };
const json = credential => {
    const response = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"])
        if (credential.response[name]) response[name] = text(credential.response[name]);
    return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response };
};
// The extension takes over some time after the page has begun.
const taken = async () => {
    for (let n = 0; n < 100 && !Object.hasOwn(navigator, "credentials"); n++)
        await new Promise(next => setTimeout(next, 50));
};
async function make() {
    try {
        await taken();
        const options = await post("/passkeys/begin-registration");
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
        const credential = await navigator.credentials.create({ publicKey });
        show("Made for " + (await post("/passkeys/end-registration", json(credential))).name);
    } catch (error) { show("Error: " + error.name + ": " + error.message); }
}
async function use() {
    try {
        await taken();
        const options = await post("/passkeys/begin-sign-in");
        const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
        const credential = await navigator.credentials.get({ publicKey });
        show("Signed in as " + (await post("/passkeys/end-sign-in", json(credential))).name);
    } catch (error) { show("Error: " + error.name + ": " + error.message); }
}
document.getElementById("make").onclick = make;
document.getElementById("use").onclick = use;
</script></html>"""


def one_time_code(secret, now=None):
    """A code of six digits (RFC 6238) of a secret in Base32."""
    counter = struct.pack(">Q", int(now or time.time()) // 30)
    digest = hmac.new(base64.b32decode(secret), counter, hashlib.sha1).digest()
    number = struct.unpack_from(">I", digest, digest[-1] & 15)[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


class Quiet(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        """A browser that goes away is no news."""


class Site:
    """The server, in a thread. What it was sent is in its members."""

    def __init__(self):
        self.passwords = {}
        self.codes = {}
        self.events = []
        self.server = Quiet(("127.0.0.1", 0), type("Pages", (Pages,), {"site": self}))
        self.port = self.server.server_port
        self.origin = f"http://localhost:{self.port}"
        self.relying = RelyingParty("localhost", self.origin)
        # A page may ask for passkeys of others; it must not get them.
        self.foreign = RelyingParty("example.com", self.origin)
        self.begun = {}
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def had(self, *event):
        return event in self.events


class Pages(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site = None

    def answer(self, status, body="", **headers):
        body = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", headers.pop("type", "text/html; charset=utf-8"))
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def page(self, title, action, *fields):
        names = ("label", "name", "kind", "complete")
        rows = "".join(FIELD.format(**dict(zip(names, field))) for field in fields)
        self.answer(200, FORM.format(title=title, action=action, fields=rows))

    def do_GET(self):
        path = urllib.parse.urlsplit(self.path).path
        if path == "/login":
            self.page(
                "Sign in",
                "/login",
                ("Name", "username", "text", "username"),
                ("Password", "password", "password", "current-password"),
            )
        elif path == "/change":
            self.page(
                "Change your password",
                "/change",
                ("Name", "username", "text", "username"),
                ("Password", "old", "password", "current-password"),
                ("New password", "new", "password", "new-password"),
                ("New password again", "again", "password", "new-password"),
            )
        elif path == "/code":
            self.page("Second step", "/code", ("Code", "otp", "text", "one-time-code"))
        elif path == "/passkeys":
            self.answer(200, PASSKEYS)
        elif path == "/private":
            self.private()
        elif path == "/welcome":
            self.answer(200, "<!DOCTYPE html><title>Welcome</title><h1>Welcome</h1>")
        else:
            self.answer(404, "not here")

    def private(self):
        given = self.headers.get("Authorization", "")
        if given:
            name, _, password = base64.b64decode(given.partition(" ")[2]).decode().partition(":")
            if self.site.passwords.get(name) == password:
                self.site.events.append(("private", name))
                return self.answer(200, "<!DOCTYPE html><title>Private</title><h1>Private</h1>")
        self.answer(401, "no", WWW_Authenticate='Basic realm="private"')

    def do_POST(self):
        path = urllib.parse.urlsplit(self.path).path
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if path.startswith("/passkeys/"):
            return self.passkeys(path.removeprefix("/passkeys/"), json.loads(body or "null"))
        form = {name: values[0] for name, values in urllib.parse.parse_qs(body.decode()).items()}
        site, name = self.site, form.get("username", "")
        if path == "/login":
            known = secrets.compare_digest(site.passwords.get(name, "").encode(), form.get("password", "").encode())
            site.events.append(("login" if known else "refused", name))
            if not known:
                return self.answer(403, "<!DOCTYPE html><title>Refused</title><h1>Refused</h1>")
            site.begun["code"] = name
            return self.answer(303, Location="/code" if name in site.codes else "/welcome")
        if path == "/change":
            known = site.passwords.get(name) == form.get("old") and form.get("new") == form.get("again")
            site.events.append(("changed" if known else "refused", name))
            if known:
                site.passwords[name] = form["new"]
            return self.answer(303, Location="/welcome")
        if path == "/code":
            name = site.begun.get("code")
            now = time.time()
            known = form.get("otp") in [one_time_code(site.codes[name], now - ago) for ago in (0, 30)]
            site.events.append(("code" if known else "refused", name))
            return self.answer(303, Location="/passkeys")
        self.answer(404, "not here")

    def passkeys(self, step, body):
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        site = self.site
        party = site.foreign if "foreign" in query else site.relying
        try:
            if step == "begin-registration":
                answer, site.begun["make"] = party.begin_registration(
                    query.get("name", "ann"), verification=query.get("verify")
                )
            elif step == "end-registration":
                party.end_registration(site.begun["make"], body)
                answer = {"name": site.begun["make"][0]}
                site.events.append(("made", answer["name"]))
            elif step == "begin-sign-in":
                answer, site.begun["use"] = party.begin_sign_in(query.get("name"), verification=query.get("verify"))
            else:
                answer = {"name": party.end_sign_in(site.begun["use"], body)}
                site.events.append(("passkey", answer["name"]))
        except Exception as error:
            return self.answer(400, f"{type(error).__name__}: {html.escape(str(error))}", type="text/plain")
        self.answer(200, json.dumps(answer), type="application/json")

    def log_message(self, *_):
        pass
