"""A web server that does not serve a mirror as it was published, for mirror.sh.

Usage: mirror.py PORT-FILE MODES OLD NEW. Serves the folder NEW at each address http://127.0.0.1:PORT/READER/, and does
to that reader what the file READER in the folder MODES says: the name of a method below, and behind it 'objects' or
'stamp' if only these are wrong. OLD is the mirror as it was before. Writes its port into the file.
"""

import http.server
import os
import sys
import time

PORT_FILE, MODES, OLD, NEW = sys.argv[1:]


class Mirror(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        _, reader, path = self.path.split("/", 2)
        mode = "honest"
        if os.path.exists(f"{MODES}/{reader}"):
            with open(f"{MODES}/{reader}") as file:
                mode, *only = file.read().split()
            if only and (only == ["objects"]) != path.startswith("o/"):
                mode = "honest"
        getattr(self, mode)(path)

    def log_message(self, *_):
        pass

    def file(self, path, folder=NEW):
        try:
            with open(f"{folder}/{path}", "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def answer(self, status, body, headers=(), length=None):
        self.send_response(status)
        for name, value in dict(headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)

    def found(self, body):
        self.answer(404 if body is None else 200, body or b"")

    def honest(self, path):
        self.found(self.file(path))

    # What servers do wrong.

    def frozen(self, path):
        self.found(self.file(path, OLD))

    def mixed(self, path):
        self.found(self.file(path, NEW if path == "stamp" else OLD))

    def empty(self, path):
        self.found(None)

    def cut(self, path):
        body = self.file(path) or b""
        self.answer(200, body[: len(body) // 2], length=len(body))
        self.close_connection = True

    def short(self, path):
        body = self.file(path) or b""
        self.answer(200, body[: len(body) // 2])

    def altered(self, path):
        body = self.file(path) or b"?"
        self.answer(200, body[:-1] + bytes([body[-1] ^ 1]))

    def slow(self, path):
        body = self.file(path) or b"?" * 1000
        self.answer(200, b"", length=len(body))
        try:
            for byte in body:
                self.wfile.write(bytes([byte]))
                time.sleep(1)
        except OSError:
            self.close_connection = True

    def endless(self, path):
        self.send_response(200)
        self.end_headers()
        self.close_connection = True
        try:
            while True:
                self.wfile.write(b"\0" * 65536)
        except OSError:
            pass

    def elsewhere(self, path):
        self.answer(302, b"", {"Location": f"http://{self.headers['Host']}/followed/{path}"})

    def forbidden(self, path):
        self.answer(403, b"no")

    def broken(self, path):
        self.answer(500, b"secret-of-the-server")

    def page(self, path):
        self.answer(200, b"<html>Log in to this network</html>", {"Content-Type": "text/html"})


class Followed(Mirror):
    """Remembers that a reader came where no reader has been told to go."""

    def do_GET(self):
        if self.path.startswith("/followed/"):
            with open(f"{MODES}/.followed", "w"):
                pass
        super().do_GET()


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Followed)
with open(f"{PORT_FILE}.new", "w") as file:
    file.write(str(server.server_address[1]))
os.rename(f"{PORT_FILE}.new", PORT_FILE)
server.serve_forever()
