"""A registry of each kind that lets nobody in without a password, for test.sh.

Usage: server.py FILE [CERTIFICATE]. Listens on this machine alone, and writes its port into the file. The certificate,
with its key in the same file, is for TLS.
"""

import base64
import http.server
import io
import json
import os
import ssl
import sys
import zipfile

PASSWORD = "Basic " + base64.b64encode(b"me:s3 cret").decode()
TOKEN = "t0ken"
BEARER = f"Bearer {TOKEN}"


def wheel():
    """A package of Python with nothing in it (the binary distribution format, PEP 427)."""
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w") as archive:
        about = "hello_keychain-1.0.dist-info"
        archive.writestr("hello_keychain.py", "")
        archive.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: hello-keychain\nVersion: 1.0\n")
        archive.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{about}/RECORD", "")
    return room.getvalue()


class Registry(http.server.BaseHTTPRequestHandler):
    """Indexes of pip and cargo, registries of docker and npm, and an interface of Kubernetes."""

    def do_GET(self):
        host = f"http://{self.headers['Host']}"
        path = self.path.split("?")[0]
        name = "hello_keychain-1.0-py3-none-any.whl"
        answers = {
            "/simple/hello-keychain/": (PASSWORD, f"<a href='/{name}'>{name}</a>".encode(), "text/html"),
            f"/{name}": (PASSWORD, wheel(), "application/zip"),
            "/v2/": (PASSWORD, b"{}", "application/json"),
            "/-/whoami": (BEARER, b'{"username": "me"}', "application/json"),
            "/k8s": (BEARER, b'"welcome"', "application/json"),
            "/index/config.json": (
                TOKEN,
                json.dumps({"dl": host, "api": host, "auth-required": True}).encode(),
                "application/json",
            ),
            "/api/v1/crates": (
                TOKEN,
                json.dumps({"crates": [], "meta": {"total": 0}}).encode(),
                "application/json",
            ),
        }
        permit, body, kind = answers.get(path, (None, b"", "text/plain"))
        allowed = permit is not None and self.headers.get("Authorization") == permit
        self.send_response(200 if allowed else 404 if permit is None else 401)
        if not allowed:
            body = b""
            self.send_header("WWW-Authenticate", "Cargo" if permit == TOKEN else 'Basic realm="x"')
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Docker-Distribution-Api-Version", "registry/2.0")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
with open(sys.argv[1] + ".new", "w") as file:
    file.write(str(server.server_port))
os.rename(sys.argv[1] + ".new", sys.argv[1])
server.serve_forever()
