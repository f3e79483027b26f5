"""A person's use of a real browser with the extension, checked where it arrives: in the site and in the keychain.

Usage: browser_rows.py PROGRAMS FOLDER-FOR-PICTURES CHOSEN BROWSER=PROGRAM[=ADDON]…
"""

import contextlib
import os
import sys
import time

from chromium import Chromium
from desk import PASSCODE, Desk, Failure, Rows, await_true, check, steady
from firefox import Firefox
from site_pages import Site

SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
# A password with characters that pages, forms and JSON tend to break.
PASSWORD = 'p ä"ß\\<€>&+%41😀'

rows = Rows()
# Rows of extensions that have passkeys, and rows for which the browser's host reaches the keychain through the agent.
passkey_rows = Rows()
agent_rows = Rows()


class Stage:
    """A browser with the extension, beside a keychain and a site."""

    def __init__(self, programs, pictures, make, chosen_settings, with_agent=False):
        self.pictures = pictures
        self.visits = 0
        self.desk = Desk(programs)
        self.desk.enable()
        if with_agent:
            self.desk.start_agent()
        self.site = Site()
        try:
            self.browser = make(self.desk)
        except BaseException:
            self.site.close()
            self.desk.close()
            raise
        self.settings(autoFillSingleEntry=True, showNotifications=False, usePredefinedSites=False, **chosen_settings)

    def close(self):
        self.browser.close()
        self.site.close()
        self.desk.close()

    def report(self):
        print(f"  asked: {self.desk.asked()}\n  site: {self.site.events}", file=sys.stderr)
        with contextlib.suppress(Failure, OSError):
            self.picture("failed")

    def settings(self, **changes):
        self.browser.extension(
            """
            const { settings } = await browser.storage.local.get("settings");
            await browser.storage.local.set({ settings: { ...settings, ...given[0] } });
            await browser.runtime.sendMessage({ action: "load_settings" });
            """,
            changes,
        )

    def identities(self):
        return self.browser.extension(
            "return Object.values((await browser.storage.local.get({ keyRing: {} })).keyRing)"
        )

    def associate(self):
        """Presses the button in the options of the extension, and waits until it knows the keychain."""
        self.browser.extension("""
            const pause = time => new Promise(next => setTimeout(next, time));
            const isConnected = () => browser.runtime.sendMessage({ action: "is_connected" });
            for (let n = 0; n < 100 && !(await isConnected()); n++) await pause(100);
            // It connects by itself, and a question that overtakes that is lost after half a second.
            await pause(1000);
            document.querySelector("#connect-button").click();
            for (let n = 0; n < 100; n++) {
                await pause(100);
                const { keyRing } = await browser.storage.local.get({ keyRing: {} });
                if (!Object.keys(keyRing).length) continue;
                const status = await browser.runtime.sendMessage({ action: "get_status" }).catch(() => null);
                if (status?.associated) return;
            }
            """)

    def page(self, path="login"):
        # The extension takes the same address in the same tab for a repeated question, and does not ask again.
        self.visits += 1
        self.browser.open(f"{self.site.origin}/{path}{'&' if '?' in path else '?'}visit={self.visits}")

    def form(self, path="login"):
        """Opens a page with a form, and waits until the extension has found its fields and filled them if it can."""
        self.page(path)
        steady(lambda: self.browser.place_of(".kpxc-username-icon"), "the extension has found the form")
        names = ("username", "password", "old", "new", "again")
        steady(lambda: ["form", *map(self.value, names)], "the form stays as it is")

    def value(self, name):
        return self.browser.script(f"return document.getElementById('{name}')?.value")

    def address(self, name="ann", scheme="http"):
        return f"{scheme}://{name}@localhost:{self.site.port}"

    def account(self, name="ann", password=PASSWORD):
        """An account of the site, which the keychain knows too."""
        self.site.passwords[name] = password
        self.desk.store(self.address(name), password)

    def filled(self, password=PASSWORD):
        await_true(lambda: self.value("password") == password, "the password is filled")

    def sign_in(self, name="ann", event="login"):
        self.browser.click("#send")
        await_true(lambda: self.site.had(event, name), f"the site has {event} {name}")

    def picture(self, name):
        if self.pictures:
            self.browser.shot(os.path.join(self.pictures, f"{type(self.browser).__name__.lower()}-{name}.png"))


@rows.row("associate: asked once, by name, and known again without a question")
def associate(stage):
    stage.associate()
    asked = stage.desk.asked()
    check(len(asked) == 1, "the person was not asked exactly once:", asked)
    check(len(stage.identities()) == 1, "the extension has not one identity:", stage.identities())
    stage.page()
    check(not stage.desk.asked(), "a known browser is asked about")


@rows.row("associate, refused: the extension knows no keychain, and no page gets a password")
def refused(stage):
    stage.account()
    stage.desk.answers("no")
    stage.associate()
    check(stage.desk.asked(), "nobody was asked")
    check(not stage.identities(), "the extension has an identity")
    stage.page()
    time.sleep(2)
    check(stage.value("password") == "", "a password was filled:", stage.value("password"))


@rows.row("fill: name and password, with every kind of character, accepted by the site")
def fill(stage):
    stage.account()
    stage.associate()
    stage.page()
    stage.filled()
    check(stage.value("username") == "ann", "the name is", stage.value("username"))
    stage.picture("filled")
    stage.sign_in()


@rows.row("two accounts: the person chooses with the keyboard")
def two_accounts(stage):
    stage.account("ann", "first")
    stage.account("bob", "second")
    stage.associate()
    stage.form()
    check(stage.value("password") == "", "a password was filled before anyone chose:", stage.value("password"))
    names = set()
    for presses in (1, 2):
        stage.form()
        stage.browser.click("#username")
        steady(lambda: stage.browser.place_of(".kpxcAutocomplete-items"), "the extension lists the accounts")
        for _ in range(presses):
            stage.browser.press("ArrowDown")
        stage.browser.press("Enter")
        await_true(lambda: stage.value("password"), "the chosen password is filled")
        names.add((stage.value("username"), stage.value("password")))
    check(names == {("ann", "first"), ("bob", "second")}, "the filled accounts are", names)


@rows.row("save: a password typed into the page is in the keychain, for this scheme, host and port")
def save(stage):
    stage.associate()
    stage.site.passwords["eve"] = "typed 1"
    stage.form()
    stage.browser.write("#username", "eve")
    stage.browser.write("#password", "typed 1")
    stage.sign_in("eve")
    stage.browser.click("#kpxc-banner-btn-new")
    await_true(lambda: any(item.get("account") == "eve" for item in stage.desk.items()), "the keychain has the account")
    check(
        stage.desk.secret(stage.address("eve")) == "typed 1", "the password is", stage.desk.secret(stage.address("eve"))
    )
    stage.page()
    stage.filled("typed 1")


def change_on_page(stage, new):
    stage.form("change")
    stage.browser.write("#username", "ann")
    stage.browser.write("#old", "before")
    stage.browser.write("#new", new)
    stage.browser.write("#again", new)
    stage.sign_in("ann", "changed")
    stage.browser.click("#kpxc-banner-btn-update")


@rows.row("change: asked before the old password is overwritten")
def change(stage):
    stage.account("ann", "before")
    stage.associate()
    stage.desk.asked()
    change_on_page(stage, "after 2")
    await_true(lambda: stage.desk.secret(stage.address()) == "after 2", "the password is changed")
    check(len(stage.desk.asked()) == 1, "the person was not asked exactly once")
    check(sum(item.get("account") == "ann" for item in stage.desk.items()) == 1, "there is a second item")


@rows.row("change, refused: the keychain keeps the old password")
def change_refused(stage):
    stage.account("ann", "before")
    stage.associate()
    stage.desk.asked()
    stage.desk.answers("no")
    change_on_page(stage, "after 2")
    await_true(lambda: stage.desk.asked(), "the person is asked")
    time.sleep(1)
    check(stage.desk.secret(stage.address()) == "before", "the password was overwritten")


@rows.row("one-time code: filled from the icon in the field, accepted by the site")
def code(stage):
    stage.account()
    stage.desk.run("otp", "add", "localhost/ann", text=SECRET)
    stage.site.codes["ann"] = SECRET
    stage.associate()
    stage.page()
    stage.filled()
    stage.sign_in()
    await_true(lambda: stage.browser.script("return location.pathname") == "/code", "the second step is asked for")
    stage.browser.click(".kpxc-totp-icon")
    await_true(lambda: stage.value("otp"), "the code is filled")
    stage.sign_in("ann", "code")


@rows.row("HTTP authentication: answered without a dialog")
def http_authentication(stage):
    stage.account("ann", "plain 3")
    stage.settings(autoFillAndSend=True)
    stage.browser.extension('await browser.runtime.sendMessage({ action: "init_http_auth" })')
    stage.associate()
    stage.page("welcome")
    stage.page("private")
    await_true(lambda: stage.site.had("private", "ann"), "the site lets the person in")


@rows.row("locked: opening a page asks nothing, a click on the icon asks for the passcode once, and fills")
def locked(stage):
    stage.account()
    stage.associate()
    stage.desk.set_passcode()
    stage.desk.lock()
    stage.desk.asked()
    stage.page()
    time.sleep(2)
    check(not stage.desk.asked(), "opening a page asked something")
    check(stage.value("password") == "", "a locked keychain gave a password")
    stage.browser.click(".kpxc-username-icon")
    stage.filled()
    asked = stage.desk.asked()
    check(len(asked) == 1, "the person was not asked exactly once:", asked)


@rows.row("an http page gets no password of https, nor of another port")
def schemes(stage):
    stage.desk.store(stage.address(scheme="https"), "for https")
    stage.desk.store(f"http://bob@localhost:{stage.site.port + 1}", "for another port")
    stage.associate()
    stage.page()
    time.sleep(2)
    check(stage.value("password") == "", "filled:", stage.value("password"))
    # The same page does get its own password.
    stage.account()
    stage.page()
    stage.filled()


def passkey_result(stage, button, query=""):
    stage.page("passkeys" + query)
    stage.browser.click(button)
    return await_true(
        lambda: stage.browser.script("return document.getElementById('result').textContent"),
        "the page says something",
        40,
    )


@passkey_rows.row("a password, a one-time code and a passkey: each accepted by the site")
def everything(stage):
    stage.account()
    stage.desk.run("otp", "add", "localhost/ann", text=SECRET)
    stage.site.codes["ann"] = SECRET
    stage.associate()
    if stage.desk.agent:
        # Whoever answers the agent's questions opens the page again.
        stage.page()
        await_true(lambda: any("'keychainctl'" in question for question in stage.desk.asked()), "the agent asks")
    stage.page()
    stage.filled()
    stage.picture("filled")
    stage.sign_in()
    await_true(lambda: stage.browser.script("return location.pathname") == "/code", "the second step is asked for")
    stage.browser.click(".kpxc-totp-icon")
    await_true(lambda: stage.value("otp"), "the code is filled")
    stage.sign_in("ann", "code")
    stage.desk.asked()
    text = passkey_result(stage, "#make")
    check(stage.site.had("made", "ann"), "no passkey is made:", text)
    check(len(stage.desk.asked()) == 1, "making a passkey was not asked exactly once")
    text = passkey_result(stage, "#use")
    check(stage.site.had("passkey", "ann"), "the passkey does not sign in:", text)
    check(len(stage.desk.asked()) == 1, "using a passkey was not asked exactly once")
    stage.picture("passkey")


@agent_rows.row("through the agent, which says whose host asks: a password, a one-time code and a passkey")
def everything_through_the_agent(stage):
    # The agent asks for the tool, too; its answer is for one run of a program.
    everything(stage)
    heard = stage.desk.heard
    check(any("keychain-browser" in question for question in heard), "the agent does not name the host:", heard)


@passkey_rows.row("a page of localhost gets no passkey of example.com, and none is made for it")
def foreign(stage):
    stage.associate()
    stage.desk.asked()
    text = passkey_result(stage, "#make", "?foreign=1")
    check(text.startswith("Error"), "the page says", text)
    check(not stage.site.had("made", "ann"), "a passkey was made for another site")
    check(not stage.desk.asked(), "a refused page leads to a question")
    check(
        not any("example.com" in str(item) for item in stage.desk.items()), "the keychain has a passkey of example.com"
    )


@passkey_rows.row("two passkeys of one site: the person chooses the account")
def passkey_accounts(stage):
    stage.associate()
    for name in ("ann", "bob"):
        text = passkey_result(stage, "#make", f"?name={name}")
        check(stage.site.had("made", name), "no passkey is made:", text)
    for chosen in ("ann", "bob"):
        stage.desk.answers((rf"'{chosen}'", "yes"), "other")
        text = passkey_result(stage, "#use")
        check(stage.site.had("passkey", chosen), f"does not sign in as {chosen}:", text)


@passkey_rows.row("a site that requires user verification: the passcode is asked each time, and accepted")
def passkey_verification(stage):
    stage.associate()
    stage.desk.set_passcode()
    stage.desk.run("unlock", text=f"{PASSCODE}\n")
    stage.desk.asked()
    for button, event in (("#make", "made"), ("#use", "passkey")):
        text = passkey_result(stage, button, "?verify=required")
        check(stage.site.had(event, "ann"), f"not {event}:", text)
        asked = stage.desk.asked()
        check(any("asscode" in question for question in asked), "the passcode was not asked for:", asked)


@passkey_rows.row("a refused question makes no passkey")
def passkey_refused(stage):
    stage.associate()
    stage.desk.answers("no")
    count = len(stage.desk.items())
    text = passkey_result(stage, "#make")
    check(text.startswith("Error"), "the page says", text)
    check(len(stage.desk.items()) == count, "the keychain has a new item")


def main():
    programs, pictures, chosen, *browsers = sys.argv[1:]
    failed = 0
    for words in browsers:
        kind, program, *addon = words.split("=")
        make = {"firefox": Firefox, "chromium": Chromium}[kind]
        settings = {"passkeys": True, "passkeysFallback": False} if addon else {}

        def stage(with_agent=False):
            return Stage(programs, pictures, lambda desk: make(program, desk, *addon), settings, with_agent)

        print(f"         {kind}{' with a newer extension' if addon else ''}:", flush=True)
        failed += rows.run(stage, chosen)
        if addon:
            # The extension of Debian 12 has no passkeys.
            failed += passkey_rows.run(stage, chosen)
            failed += agent_rows.run(lambda: stage(with_agent=True), chosen)
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
