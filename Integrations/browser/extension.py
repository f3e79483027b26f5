"""The extension's side of its protocol, for messages that no browser can be made to send."""

import base64
import json
import os
import queue
import secrets
import struct
import subprocess
import threading
import time

from desk import FIREFOX_ID, Failure, check
from nacl.public import Box, PrivateKey, PublicKey

# The errors of the protocol.
LOCKED, DENIED, UNKNOWN_BROWSER, WRONG_ACTION, NO_ADDRESS, NO_LOGINS, NO_ITEM = 1, 6, 8, 12, 14, 15, 18
EXCLUDED, CANCELED, NO_OPTIONS, BAD_DOMAIN, FOREIGN, NO_ALGORITHM, WAIT = 21, 22, 24, 27, 28, 29, 30


class Refused(Exception):
    """An error that the host answers in clear."""

    def __init__(self, answer):
        self.code = int(answer["errorCode"])
        super().__init__(f"{self.code} {answer.get('error')}")


def text_of(data):
    return base64.b64encode(data).decode()


def next_nonce(nonce):
    """The nonce of the answer: one more, as a little-endian number."""
    return ((int.from_bytes(nonce, "little") + 1) % (1 << 192)).to_bytes(24, "little")


class Host:
    """The program that a browser starts, and its frames."""

    def __init__(self, desk, manifest, environment=None, launcher=()):
        path = os.path.join(desk.home, ".mozilla/native-messaging-hosts")
        self.errors = open(os.path.join(desk.folder, "host.log"), "ab")
        self.process = subprocess.Popen(
            [*launcher, manifest["path"], os.path.join(path, manifest["name"] + ".json"), FIREFOX_ID],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env=environment or desk.environment,
            cwd=desk.home,
        )
        self.answers = queue.Queue()
        self.signals = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        pipe = self.process.stdout
        while len(head := pipe.read(4)) == 4:
            answer = json.loads(pipe.read(struct.unpack("=I", head)[0]))
            room = self.signals if answer.get("action") in ("database-locked", "database-unlocked") else self.answers
            room.put(answer)
        self.answers.put(None)

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.send_bytes(struct.pack("=I", len(data)) + data)

    def receive(self, seconds=30):
        """The next answer, or nothing if the host has ended."""
        try:
            return self.answers.get(timeout=seconds)
        except queue.Empty:
            raise Failure(f"the host has not answered within {seconds} s") from None

    def signal(self, seconds=10):
        try:
            return self.signals.get(timeout=seconds)["action"]
        except queue.Empty:
            raise Failure(f"no signal within {seconds} s") from None

    def seconds_used(self):
        """The processor time of the host so far."""
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def close(self):
        """Ends it as browsers do, and returns its status."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            return self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise Failure("the host runs on after its browser has gone") from None
        finally:
            self.errors.close()


class Extension:
    """A browser's profile: an identity, and a session with a host."""

    def __init__(self, host, identity=None):
        self.host = host
        self.client = text_of(secrets.token_bytes(24))
        self.private = PrivateKey.generate()
        # The name that the keychain has given to this profile, and the profile's public key.
        self.identity = identity
        self.last = None

    def exchange(self):
        nonce = secrets.token_bytes(24)
        public = text_of(bytes(self.private.public_key))
        answer = self.plain(
            {"action": "change-public-keys", "publicKey": public, "nonce": text_of(nonce), "clientID": self.client}
        )
        check(answer.get("success") == "true", "success is not the string 'true':", answer)
        check(answer.get("nonce") == text_of(next_nonce(nonce)), "the answer's nonce is not one more")
        check(
            tuple(map(int, answer["version"].split("."))) >= (2, 7, 7),
            "a version without passkeys:",
            answer["version"],
        )
        self.box = Box(self.private, PublicKey(base64.b64decode(answer["publicKey"])))
        return self

    def plain(self, message):
        """Sends a message in clear, and returns the answer."""
        self.host.send(message)
        answer = self.host.receive()
        check(answer is not None, "the host has ended")
        return answer

    def sealed(self, action, inner, nonce=None, **outer):
        nonce = nonce or secrets.token_bytes(24)
        data = inner if isinstance(inner, bytes) else json.dumps(inner).encode()
        sealed = text_of(self.box.encrypt(data, nonce).ciphertext)
        return {"action": action, "message": sealed, "nonce": text_of(nonce), "clientID": self.client, **outer}

    def opened(self, request, answer):
        """The content of an answer, which must belong to the request."""
        if "errorCode" in answer and "message" not in answer:
            check(answer.get("action") == request["action"], "an error does not name the action:", answer)
            check(answer.get("error"), "an error has no text:", answer)
            raise Refused(answer)
        nonce = next_nonce(base64.b64decode(request["nonce"]))
        check(answer.get("action") == request["action"], "the answer names another action:", answer.get("action"))
        check(answer.get("nonce") == text_of(nonce), "the answer's nonce is not one more")
        inner = json.loads(self.box.decrypt(base64.b64decode(answer["message"]), nonce))
        check(inner.get("nonce") == text_of(nonce), "the inner nonce is another one:", inner.get("nonce"))
        check(inner.get("success") == "true", "success is not the string 'true':", inner)
        return inner

    def ask(self, action, inner=None, **outer):
        """Sends a message, and returns the content of the answer."""
        self.last = self.sealed(action, {"action": action, **(inner or {})}, **outer)
        return self.opened(self.last, self.plain(self.last))

    def refused(self, code, action, inner=None, **outer):
        """Sends a message that must be refused with one of some codes, and returns the refusal."""
        codes = code if isinstance(code, tuple) else (code,)
        try:
            answer = self.ask(action, inner, **outer)
        except Refused as refusal:
            check(refusal.code in codes, f"{action} is refused with {refusal}, not with", codes)
            return refusal
        raise Failure(f"{action} is not refused: {answer}")

    # The actions that need an identity.

    def associate(self):
        public = text_of(bytes(PrivateKey.generate().public_key))
        answer = self.ask(
            "associate", {"key": text_of(bytes(self.private.public_key)), "idKey": public}, triggerUnlock="true"
        )
        check(answer.get("id") and answer.get("hash"), "associate brings no name or no hash:", answer)
        self.identity = {"id": answer["id"], "key": public}
        return self

    @property
    def keys(self):
        return [self.identity] if self.identity else []

    def logins(self, url, submit=None, **more):
        """The entries for a page; none if there are none."""
        inner = {"id": (self.identity or {}).get("id"), "url": url, "keys": self.keys, **more}
        if submit:
            inner["submitUrl"] = submit
        try:
            answer = self.ask("get-logins", inner)
        except Refused as refusal:
            if refusal.code not in (NO_LOGINS, NO_ADDRESS):
                raise
            return []
        check(answer["count"] == str(len(answer["entries"])), "the count is not a string:", answer.get("count"))
        return answer["entries"]

    def names(self, url, **more):
        return sorted(entry["login"] for entry in self.logins(url, **more))

    def save(self, url, login, password, **more):
        inner = {
            "id": (self.identity or {}).get("id"),
            "url": url,
            "submitUrl": url,
            "login": login,
            "password": password,
            **more,
        }
        return self.ask("set-login", inner)

    def register(self, options, origin):
        return self.passkey("passkeys-register", options, origin)

    def get(self, options, origin):
        return self.passkey("passkeys-get", options, origin)

    def passkey(self, action, options, origin):
        """A credential, or the code of the refusal, which is inside of the answer or in clear."""
        inner = {"publicKey": options, "origin": origin, "keys": self.keys, "groupName": ""}
        try:
            response = self.ask(action, inner)["response"]
        except Refused as refusal:
            return refusal.code
        return int(response["errorCode"]) if "errorCode" in response else response
