#!/usr/bin/env python3
"""Serves git repositories over https on 127.0.0.1, with a password, through git's own http-backend.

  Integrations/git-server.py FOLDER CERTIFICATE KEY PORT-FILE

Writes its port to PORT-FILE. The user is 'ann'; the password is the first line of FOLDER/password, read for each
request. FOLDER/trouble, if it is there, says what the server does instead: 'error' (status 500), 'silence' (no answer),
'garbage' (an answer that is not git's), 'elsewhere' (a redirection to another host).
"""

import base64
import http.server
import os
import pathlib
import ssl
import subprocess
import sys
import time

folder, certificate, key, port_file = sys.argv[1:]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, headers, body=b""):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def serve(self):
        body = self.body()
        trouble = pathlib.Path(folder, "trouble")
        if trouble.exists() and self.is_troubled(trouble.read_text().strip()):
            return
        password = pathlib.Path(folder, "password").read_text().strip()
        wanted = "Basic " + base64.b64encode(f"ann:{password}".encode()).decode()
        if self.headers.get("Authorization") != wanted:
            return self.answer(401, [("WWW-Authenticate", 'Basic realm="git"')])
        self.run_git(body)

    do_GET = do_POST = serve

    def body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while length := int(self.rfile.readline(), 16):
            body += self.rfile.read(length)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def is_troubled(self, what):
        if what == "error":
            self.answer(500, [])
        elif what == "silence":
            time.sleep(600)
        elif what == "garbage":
            kind = "application/x-git-upload-pack-advertisement"
            self.answer(200, [("Content-Type", kind)], os.urandom(1 << 20))
        elif what == "elsewhere":
            self.answer(301, [("Location", "https://other.invalid" + self.path)])
        else:
            return False
        return True

    def run_git(self, body):
        path, _, query = self.path.partition("?")
        environment = {
            "PATH": os.environ["PATH"], "GIT_PROJECT_ROOT": folder, "GIT_HTTP_EXPORT_ALL": "1",
            "PATH_INFO": path, "QUERY_STRING": query, "REQUEST_METHOD": self.command, "REMOTE_USER": "ann",
            "CONTENT_TYPE": self.headers.get("Content-Type", ""), "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "HTTP_GIT_PROTOCOL": self.headers.get("Git-Protocol", ""), "REMOTE_ADDR": "127.0.0.1",
        }
        said = subprocess.run(["git", "http-backend"], input=body, env=environment, capture_output=True, check=False)
        head, _, content = said.stdout.partition(b"\r\n\r\n")
        headers = [tuple(line.split(": ", 1)) for line in head.decode().split("\r\n") if ": " in line]
        status = next((int(value.split()[0]) for name, value in headers if name == "Status"), 200)
        self.answer(status, [header for header in headers if header[0] != "Status"], content)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
server.socket = context.wrap_socket(server.socket, server_side=True)
temporary = pathlib.Path(port_file + ".new")
temporary.write_text(str(server.server_port))
temporary.rename(port_file)
server.serve_forever()
