"""Chromium without a window, driven through a pair of pipes by its own protocol."""

import base64
import hashlib
import json
import os
import select
import signal
import subprocess
import time

from desk import Failure, await_true, check, steady


class Chromium:
    name = "Chromium"

    def __init__(self, program, desk, addon):
        """Starts it with the extension in a folder, which must be known to the host's manifest."""
        self.desk = desk
        self.number = 0
        self.text = b""
        self.log = open(os.path.join(desk.folder, "chromium.log"), "ab")
        to_browser, self.to_browser = os.pipe()
        self.from_browser, from_browser = os.pipe()

        def place():
            # First out of the way, then to the numbers that Chromium reads.
            to, fro = os.dup2(to_browser, 200), os.dup2(from_browser, 201)
            os.dup2(to, 3)
            os.dup2(fro, 4)

        self.process = subprocess.Popen(
            [
                program,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-sync",
                "--disable-background-networking",
                "--disable-component-update",
                "--proxy-server=127.0.0.1:9",
                "--proxy-bypass-list=localhost;127.0.0.1",
                f"--user-data-dir={desk.home}/.config/chromium",
                "--remote-debugging-pipe",
                "--enable-unsafe-extension-debugging",
                "--disable-features=DisableLoadExtensionCommandLineSwitch",
                f"--load-extension={addon}",
                "--password-store=basic",
                "--window-size=1000,700",
                "about:blank",
            ],
            env=desk.environment,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
            preexec_fn=place,
            pass_fds=(3, 4),
        )
        os.close(to_browser)
        os.close(from_browser)
        self.identifier = extension_identifier(addon)
        self.base = f"chrome-extension://{self.identifier}/"
        try:
            self.target, self.session = self.new_page("about:blank")
        except BaseException:
            self.close()
            raise

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.to_browser)
        os.close(self.from_browser)
        self.log.close()

    def receive(self, seconds):
        end = time.monotonic() + seconds
        while b"\0" not in self.text:
            ready, _, _ = select.select([self.from_browser], [], [], max(0, end - time.monotonic()))
            check(ready, f"Chromium has said nothing for {seconds} s")
            part = os.read(self.from_browser, 1 << 20)
            check(part, "Chromium has ended")
            self.text += part
        message, _, self.text = self.text.partition(b"\0")
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(90)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error'].get('message')}")
                return answer["result"]

    def new_page(self, url):
        target = self.call("Target.createTarget", url=url)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return target, session

    def evaluate(self, session, script):
        answer = self.call("Runtime.evaluate", session, expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failure(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    # The actions of a person.

    def open(self, url):
        self.call("Target.activateTarget", targetId=self.target)
        self.call("Page.navigate", self.session, url=url)
        await_true(lambda: self.settled(url), f"Chromium shows {url}", 60)

    def settled(self, url):
        try:
            return self.script("return location.href != 'about:blank' && document.readyState == 'complete'")
        except Failure:
            # The page of before is gone.
            return False

    def script(self, body):
        return self.evaluate(self.session, "(() => {" + body + "})()")

    def extension(self, body, *given):
        """Runs JavaScript in a page of the extension, with its rights, and returns its result."""
        target, session = self.new_page(self.base + "options/options.html")
        try:
            await_true(
                lambda: self.evaluate(session, "document.readyState == 'complete' && typeof browser != 'undefined'"),
                "the extension shows its options",
                60,
            )
            return self.evaluate(session, "(async (...given) => {" + body + "})(..." + json.dumps(given) + ")")
        finally:
            self.call("Target.closeTarget", targetId=target)
            self.call("Target.activateTarget", targetId=self.target)

    def place_of(self, selector):
        """The middle of an element of the page, also of one that pages cannot reach."""
        name, wanted = ("id", selector[1:]) if selector[0] == "#" else ("class", selector[1:])
        pending = [self.call("DOM.getDocument", self.session, depth=-1, pierce=True)["root"]]
        while pending:
            node = pending.pop()
            pairs = dict(zip(node.get("attributes", [])[::2], node.get("attributes", [])[1::2]))
            if wanted in pairs.get(name, "").split():
                try:
                    quad = self.call("DOM.getBoxModel", self.session, nodeId=node["nodeId"])["model"]["border"]
                except Failure:
                    return None
                return sum(quad[::2]) / 4, sum(quad[1::2]) / 4
            pending += node.get("children", []) + node.get("shadowRoots", [])
        return None

    def click(self, selector):
        x, y = steady(lambda: self.place_of(selector), f"there is {selector}")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent",
                self.session,
                type=kind,
                x=x,
                y=y,
                button="left" if kind != "mouseMoved" else "none",
                clickCount=int(kind != "mouseMoved"),
            )

    def write(self, selector, text):
        self.click(selector)
        self.script(f"document.querySelector({json.dumps(selector)}).select()")
        self.call("Input.insertText", self.session, text=text)

    def press(self, key):
        code = {"ArrowDown": 40, "Enter": 13}[key]
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent",
                self.session,
                type=kind,
                key=key,
                code=key,
                windowsVirtualKeyCode=code,
                **({"text": "\r"} if key == "Enter" and kind == "keyDown" else {}),
            )

    def shot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", self.session)["data"]))


def extension_identifier(folder):
    """The identifier that Chromium gives the extension in a folder: of its key, or else of its path."""
    with open(os.path.join(folder, "manifest.json")) as file:
        key = json.load(file).get("key")
    digest = hashlib.sha256(base64.b64decode(key) if key else folder.encode()).hexdigest()
    return "".join(chr(ord("a") + int(digit, 16)) for digit in digest[:32])
