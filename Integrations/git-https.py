"""Git repositories behind https that let nobody in without a password, for sync.sh and GitOverHTTPSTests.

Usage: git-https.py PORT-FILE FOLDER CERTIFICATE PASSWORD-FILE. Serves the repositories of the folder with git's own
program for it (git-http-backend(1)), listens on this machine alone, and writes its port into the file. The certificate
has its key in the same file; the password file has USER:PASSWORD. It ends when its standard input does.
The first part of a path may name something that a server does wrong (WRONGS).
"""

import base64
import http.server
import os
import ssl
import subprocess
import sys
import threading
import time

PORT_FILE, FOLDER, CERTIFICATE, PASSWORD_FILE = sys.argv[1:]
WRONGS = ("fails", "moved", "unprotected", "circle", "silent", "nonsense", "endless", "page")


class Repositories(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path, _, query = self.path.partition("?")
        wrong = path.split("/")[1]
        if wrong in WRONGS:
            getattr(self, wrong)(path.removeprefix(f"/{wrong}"), query)
        elif not self.is_known():
            self.answer(401, {"WWW-Authenticate": 'Basic realm="vault"'})
        else:
            self.serve(path, query)

    do_POST = do_GET

    def is_known(self):
        with open(PASSWORD_FILE, "rb") as file:
            wanted = "Basic " + base64.b64encode(file.read().strip()).decode()
        return self.headers.get("Authorization") == wanted

    def answer(self, status, headers=(), body=b""):
        self.body()
        self.send_response(status)
        for name, value in dict(headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def serve(self, path, query):
        body = self.body()
        variables = {
            "PATH": os.environ["PATH"], "GIT_PROJECT_ROOT": FOLDER, "GIT_HTTP_EXPORT_ALL": "1", "PATH_INFO": path,
            "QUERY_STRING": query, "REQUEST_METHOD": self.command, "REMOTE_USER": "me", "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_TYPE": self.headers.get("Content-Type", ""), "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""), "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*",
            "GIT_CONFIG_KEY_1": "receive.autogc", "GIT_CONFIG_VALUE_1": "false",
        }
        end = subprocess.run(["git", "http-backend"], input=body, stdout=subprocess.PIPE, env=variables)
        head, _, content = end.stdout.partition(b"\r\n\r\n")
        lines = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if line)
        # What keep-alive needs is said by 'answer'.
        lines.pop("Content-Length", None)
        self.body = lambda: b""
        self.answer(int(lines.pop("Status", "200").split()[0]), lines, content)
        del self.body

    # What servers do wrong.

    def fails(self, path, query):
        self.answer(500, {}, b"secret-of-the-server")

    def moved(self, path, query):
        self.answer(301, {"Location": f"https://{self.headers['Host']}{path}?{query}"})

    def unprotected(self, path, query):
        self.answer(301, {"Location": f"http://{self.headers['Host']}{path}?{query}"})

    def circle(self, path, query):
        self.answer(302, {"Location": self.path})

    def silent(self, path, query):
        time.sleep(3600)

    def page(self, path, query):
        self.answer(200, {"Content-Type": "text/html"}, b"<html>Please log in</html>")

    def nonsense(self, path, query):
        self.answer(200, {"Content-Type": "application/x-git-upload-pack-advertisement"}, b"\x00\xff" * 5000)

    def endless(self, path, query):
        """References without an end."""
        self.send_response(200)
        self.send_header("Content-Type", "application/x-git-upload-pack-advertisement")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b"001e# service=git-upload-pack\n0000")
        number = 0
        while True:
            lines = (f"{n:040x} refs/heads/{n:0100}\n" for n in range(number, number + 1000))
            self.wfile.write("".join(f"{len(line) + 4:04x}{line}" for line in lines).encode())
            number += 1000

    def log_message(self, *words):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, address):
        """A client that goes away is no news."""


server = Server(("127.0.0.1", 0), Repositories)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(CERTIFICATE)
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
with open(PORT_FILE + ".new", "w") as file:
    file.write(f"{server.server_address[1]}\n")
os.rename(PORT_FILE + ".new", PORT_FILE)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
