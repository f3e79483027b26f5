"""Firefox without a window, driven over Marionette."""

import base64
import json
import os
import signal
import socket
import subprocess

from desk import FIREFOX_ID, Failure, await_true, check, steady

PREFERENCES = {
    "marionette.port": 0,
    "extensions.autoDisableScopes": 0,
    "extensions.enabledScopes": 15,
    "xpinstall.signatures.required": False,
    # Nothing of this profile may reach beyond this machine.
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.no_proxies_on": "localhost, 127.0.0.1",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False,
    "signon.rememberSignons": False,
}


class Firefox:
    name = "Firefox"

    def __init__(self, program, desk, addon=None):
        """Starts it with the extension of the system, or with the one in a folder."""
        self.desk = desk
        self.profile = os.path.join(desk.folder, "firefox")
        os.makedirs(self.profile, exist_ok=True)
        port_file = os.path.join(self.profile, "MarionetteActivePort")
        if os.path.exists(port_file):
            os.remove(port_file)
        with open(os.path.join(self.profile, "user.js"), "w") as file:
            for name, value in PREFERENCES.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        self.log = open(os.path.join(desk.folder, "firefox.log"), "ab")
        self.process = subprocess.Popen(
            [
                program,
                "--headless",
                "--marionette",
                "--remote-allow-system-access",
                "--no-remote",
                "--profile",
                self.profile,
            ],
            env={**desk.environment, "MOZ_CRASHREPORTER_DISABLE": "1"},
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
        )
        self.number = 0
        try:
            port = await_true(lambda: os.path.exists(port_file) and open(port_file).read(), "Firefox listens", 90)
            self.socket = socket.create_connection(("127.0.0.1", int(port)), timeout=120)
            self.read()
            self.call("WebDriver:NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})
            self.call("WebDriver:SetTimeouts", script=60000, pageLoad=60000)
            if addon:
                self.call("Addon:Install", path=addon, temporary=True)
            self.grant()
        except BaseException:
            self.close()
            raise

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.log.close()

    def read(self):
        size = b""
        while not size.endswith(b":"):
            size += self.receive(1)
        return json.loads(self.receive(int(size[:-1])))

    def receive(self, count):
        text = b""
        while len(text) < count:
            part = self.socket.recv(count - len(text))
            check(part, "Firefox has ended")
            text += part
        return text

    def call(self, command, **arguments):
        self.number += 1
        text = json.dumps([0, self.number, command, arguments]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.read()
        if error:
            raise Failure(f"{command}: {error.get('message')}")
        return result.get("value") if isinstance(result, dict) and "value" in result else result

    def chrome(self, script, *arguments):
        """Runs JavaScript with the rights of the browser; the last argument is called with the result."""
        self.call("Marionette:SetContext", value="chrome")
        try:
            return self.call("WebDriver:ExecuteAsyncScript", script=script, args=list(arguments))
        finally:
            self.call("Marionette:SetContext", value="content")

    def grant(self):
        """Allows the extension to see pages, as a user does with a click."""
        self.base = f"moz-extension://{await_true(self.granted, 'the extension runs', 60)}/"

    def granted(self):
        """The host of the extension's own pages, once it runs and may see others."""
        return self.chrome(
            """
            const [id, done] = arguments;
            const policy = WebExtensionPolicy.getByID(id);
            if (!policy?.extension) return done(null);
            ChromeUtils.importESModule("resource://gre/modules/ExtensionPermissions.sys.mjs").ExtensionPermissions
                .add(id, { permissions: [], origins: ["<all_urls>"] }, policy.extension)
                .then(() => done(policy.mozExtensionHostname), () => done(null));
            """,
            FIREFOX_ID,
        )

    # The actions of a person.

    def open(self, url):
        self.call("WebDriver:Navigate", url=url)

    def script(self, body):
        return self.call("WebDriver:ExecuteScript", script=body, args=[])

    def extension(self, body, *given):
        """Runs JavaScript in a page of the extension, with its rights, and returns its result."""
        here = self.call("WebDriver:GetWindowHandle")
        there = self.call("WebDriver:NewWindow", type="tab", focus=True)["handle"]
        self.call("WebDriver:SwitchToWindow", handle=there)
        try:
            self.open(self.base + "options/options.html")
            text = self.call(
                "WebDriver:ExecuteAsyncScript",
                script="const done = arguments[arguments.length - 1];"
                "(async (...given) => {" + body + "})(...JSON.parse(arguments[0]))"
                ".then(value => done(JSON.stringify([value ?? null])), error => done('!' + error));",
                args=[json.dumps(given)],
            )
            check(text.startswith("["), "a page of the extension:", text)
            return json.loads(text)[0]
        finally:
            self.call("WebDriver:CloseWindow")
            self.call("WebDriver:SwitchToWindow", handle=here, focus=True)

    def place_of(self, selector):
        """The middle of an element of the page, also of one that pages cannot reach."""
        return self.call(
            "WebDriver:ExecuteScript",
            script="""
            const find = root => {
                const found = root.querySelector(arguments[0]);
                if (found) return found;
                for (const element of root.querySelectorAll("*")) {
                    const inner = element.openOrClosedShadowRoot && find(element.openOrClosedShadowRoot);
                    if (inner) return inner;
                }
            };
            const box = find(document)?.getBoundingClientRect();
            return box && box.width ? [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)] : null;
            """,
            args=[selector],
            sandbox="system",
        )

    def act(self, kind, *actions):
        parameters = {"pointerType": "mouse"} if kind == "pointer" else {}
        self.call(
            "WebDriver:PerformActions",
            actions=[{"type": kind, "id": kind, "parameters": parameters, "actions": list(actions)}],
        )
        self.call("WebDriver:ReleaseActions")

    def click(self, selector):
        x, y = steady(lambda: self.place_of(selector), f"there is {selector}")
        self.act(
            "pointer",
            {"type": "pointerMove", "x": x, "y": y, "origin": "viewport"},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        )

    def write(self, selector, text):
        self.click(selector)
        self.script(f"document.querySelector({json.dumps(selector)}).select()")
        self.keys(*text)

    def press(self, key):
        self.keys({"ArrowDown": "\ue015", "Enter": "\ue007"}[key])

    def keys(self, *keys):
        self.act("key", *({"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")))

    def shot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("WebDriver:TakeScreenshot", full=False)))
