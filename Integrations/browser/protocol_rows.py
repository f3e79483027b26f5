"""Every action of the protocol, and every refusal, with messages that no browser can be made to send.

Usage: protocol_rows.py PROGRAMS CHOSEN
"""

import os
import secrets
import struct
import sys
import time

from desk import Rows, check
from extension import (
    DENIED,
    LOCKED,
    NO_ITEM,
    UNKNOWN_BROWSER,
    WRONG_ACTION,
    Refused,
    text_of,
)
from site_pages import one_time_code
from stage import Stage

SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
rows = Rows()


def identity(browser):
    """The content of a browser's wish to be connected."""
    return {"key": text_of(bytes(browser.private.public_key)), "idKey": text_of(secrets.token_bytes(32))}


@rows.row("a browser is known again by a new host, with other session keys, without a question")
def known(stage):
    again = stage.again()
    check(again.box.shared_key() != stage.browser.box.shared_key(), "two starts have the same keys")
    answer = again.ask("test-associate", stage.browser.identity)
    check(answer["id"] == stage.browser.identity["id"], "another name:", answer)
    check(again.ask("get-databasehash")["hash"] == answer["hash"], "another hash")
    check(not stage.desk.asked(), "a known browser is asked about")


@rows.row("associate: asked once; a refusal leaves nothing behind")
def associate(stage):
    count = len(stage.desk.items())
    stage.desk.answers("no")
    stranger = stage.stranger()
    stranger.refused(DENIED, "associate", identity(stranger))
    check(len(stage.desk.asked()) == 1, "the person was not asked exactly once")
    check(len(stage.desk.items()) == count, "a refused browser left an item")


@rows.row("a browser that is not known, or has another key, gets nothing")
def strangers(stage):
    stage.desk.store("https://ann@example.com", "pw")
    name = stage.browser.identity["id"]
    for known_as in (
        None,
        {"id": name, "key": text_of(secrets.token_bytes(32))},
        {"id": "other", "key": stage.browser.identity["key"]},
    ):
        stranger = stage.stranger(known_as)
        if known_as:
            stranger.refused(UNKNOWN_BROWSER, "test-associate", known_as)
        for action, inner in (
            ("get-logins", {"url": "https://example.com/", "keys": stranger.keys}),
            ("set-login", {"url": "https://example.com/", "login": "eve", "password": "x", "id": name}),
            ("get-totp", {"uuid": "x"}),
            ("generate-password", {}),
            ("get-database-groups", {}),
            (
                "passkeys-get",
                {
                    "publicKey": {"challenge": "A" * 22, "rpId": "example.com"},
                    "origin": "https://example.com",
                    "keys": stranger.keys,
                },
            ),
        ):
            try:
                answer = stranger.ask(action, inner)
                check("errorCode" in answer.get("response", {}), f"a stranger's {action} is answered:", answer)
            except Refused:
                pass
    check(not stage.desk.asked(), "a stranger leads to a question")
    check(
        len([item for item in stage.desk.items() if item.get("account") == "eve"]) == 0,
        "a stranger has stored something",
    )


@rows.row("get-logins: exact host, port and scheme; never https into http")
def matching(stage):
    for address in (
        "https://tls@example.com",
        "http://plain@example.com",
        "https://port@example.com:8443",
        "https://other@example.org",
        "https://local@localhost:3000",
        "https://deep@a.b.example.net",
    ):
        stage.desk.store(address, "of " + address.split("/")[2].split("@")[0])
    stage.desk.answers("no")
    # A password of http may be filled into the encrypted page of the same host; never the other way round.
    for url, wanted in (
        ("https://example.com/login?x=1#y", ["plain", "tls"]),
        ("http://example.com/", ["plain"]),
        ("https://example.com:8443/", ["port"]),
        ("https://example.com:443/", ["plain", "tls"]),
        ("https://example.com:8444/", []),
        ("https://EXAMPLE.com/", ["plain", "tls"]),
        ("https://example.com./", None),
        ("https://xexample.com/", []),
        ("https://example.com.evil.org/", []),
        ("https://example.com@evil.org/", []),
        ("https://evil.org/https://example.com/", []),
        ("https://localhost:3000/", ["local"]),
        ("https://localhost:3001/", []),
        ("http://localhost:3000/", []),
        ("https://b.example.net/", []),
        ("https://com/", []),
    ):
        found = stage.browser.names(url)
        check(wanted is None or found == wanted, f"{url} gets", found, wanted)
        check(wanted is not None or found in ([], ["plain", "tls"]), f"{url} gets", found)


@rows.row("a form that sends in clear gets no password of https")
def submitting(stage):
    stage.desk.store("https://ann@example.com", "pw")
    check(stage.browser.logins("https://example.com/", submit="https://example.com/send"), "nothing for its own host")
    check(
        not stage.browser.logins("https://example.com/", submit="http://example.com/send"), "given to a form in clear"
    )
    check(
        not stage.browser.logins("http://example.com/", submit="https://example.com/send"), "given to a page in clear"
    )
    check(not stage.desk.asked(), "asked")


@rows.row("a subdomain gets the password of its parent by a yes that is remembered, and never of a public suffix")
def subdomain(stage):
    stage.desk.store("https://ann@example.com", "pw")
    stage.desk.store("https://bob@github.io", "pw")
    stage.desk.store("https://cat@co.uk", "pw")
    url = "https://login.example.com/"
    stage.desk.answers("no")
    check(stage.browser.names(url) == [], "given after a no")
    (text,) = stage.desk.asked()
    check("login.example.com" in text and " example.com" in text, "the question does not name both hosts:", text)
    stage.desk.answers("yes")
    check(stage.again().names(url) == ["ann"], "not given after a yes")
    check(len(stage.desk.asked()) == 1, "the person was not asked exactly once")
    check(stage.again().names(url) == ["ann"], "not given again")
    check(not stage.desk.asked(), "the yes is not remembered")
    for foreign in (
        "https://evil.github.io/",
        "https://evil.co.uk/",
        "https://example.com.co/",
        "http://login.example.com/",
    ):
        check(stage.browser.names(foreign) == [], f"{foreign} gets something")
    check(not stage.desk.asked(), "sites of one public suffix lead to a question")


@rows.row("a subdomain that shall never get it is not asked about again, until the decisions are forgotten")
def never(stage):
    stage.desk.store("https://ann@example.com", "pw")
    url = "https://login.example.com/"
    stage.desk.answers("other")
    check(stage.browser.names(url) == [], "given")
    check(len(stage.desk.asked()) == 1, "the person was not asked exactly once")
    stage.desk.answers("yes")
    check(stage.again().names(url) == [], "given later")
    check(not stage.desk.asked(), "asked again")
    stage.desk.run("browser", "forget", "--all")
    browser = stage.start().associate()
    check(browser.names(url) == ["ann"], "not given after the decision was forgotten")


@rows.row("a page that asks again and again is not heard: once in 10 s, and after five refusals no more")
def patience(stage):
    stage.desk.answers("no")
    for number in range(8):
        stage.desk.store(f"https://ann@site{number}.example", "pw")
    for _ in range(3):
        check(stage.browser.names("https://a.site0.example/") == [], "given")
    check(len(stage.desk.asked()) == 1, "the same question was not asked exactly once")
    for number in range(1, 8):
        check(stage.browser.names(f"https://a.site{number}.example/") == [], "given", number)
    asked = len(stage.desk.asked())
    check(asked == 4, "not five questions in all, but", asked + 1)
    check(stage.browser.names("https://site7.example/") == ["ann"], "a password that needs no question is not filled")


@rows.row("a form that sends to another site: asked, and given only after a yes")
def forms(stage):
    stage.desk.store("https://ann@example.com", "pw")
    stage.desk.answers("no")
    check(not stage.browser.logins("https://example.com/", submit="https://evil.org/take"), "given after a no")
    (text,) = stage.desk.asked()
    check("evil.org" in text and "example.com" in text, "the question does not name both:", text)
    check(
        stage.browser.logins("https://example.com/", submit="https://login.example.com/"), "not given to the same site"
    )
    check(not stage.desk.asked(), "asked about the same site")
    stage.desk.answers("yes")
    check(stage.again().logins("https://example.com/", submit="https://evil.org/take"), "not given after a yes")


@rows.row("get-logins: words of other alphabets, and accounts with every kind of character")
def alphabets(stage):
    stage.desk.store("https://jörg@xn--bcher-kva.example", 'ä"\\€😀')
    stage.desk.answers("no")
    entries = stage.browser.logins("https://xn--bcher-kva.example/")
    check([(entry["login"], entry["password"]) for entry in entries] == [("jörg", 'ä"\\€😀')], "found:", entries)
    check(
        stage.browser.names("https://b\u00fccher.example/") in ([], ["jörg"]),
        "the other spelling gets another password",
    )
    check(stage.browser.names("https://bucher.example/") == [], "given to a host that looks alike")


@rows.row("get-logins-count counts the logins of get-logins")
def count(stage):
    stage.desk.store("https://ann@example.com", "1")
    stage.desk.store("https://bob@example.com", "2")
    answer = stage.browser.ask("get-logins-count", {"url": "https://example.com/", "keys": stage.browser.keys})
    check(str(answer["count"]) == "2", "the count:", answer)
    check("1" not in [entry.get("password") for entry in answer.get("entries") or []], "the answer has passwords")


@rows.row("set-login: saved for the page's scheme, host and port; nothing asked for a new one")
def save(stage):
    stage.browser.save("https://shop.example:8443/account/new?x=1", "eve", "typed")
    item = next(item for item in stage.desk.items() if item.get("account") == "eve")
    check((item["server"], item["protocol"], item.get("port")) == ("shop.example", "https", 8443), "the item:", item)
    check(stage.desk.secret("https://eve@shop.example:8443") == "typed", "another password")
    stage.desk.answers("no")
    check(stage.browser.names("https://shop.example:8443/") == ["eve"], "not filled again")
    check(stage.browser.names("http://shop.example:8443/") == [], "given to http")


@rows.row("set-login: an update is asked; a no keeps the old password, a yes replaces it")
def update(stage):
    stage.desk.store("https://ann@example.com", "old")
    (entry,) = stage.browser.logins("https://example.com/")
    stage.desk.answers("no")
    for more in ({"uuid": entry["uuid"]}, {}):
        new = {"url": "https://example.com/", "submitUrl": "https://example.com/", "login": "ann", "password": "new"}
        stage.again().refused(DENIED, "set-login", {**new, "id": stage.browser.identity["id"], **more})
        check(len(stage.desk.asked()) == 1, "the person was not asked exactly once", more)
        check(stage.desk.secret("https://ann@example.com") == "old", "the password was overwritten", more)
    stage.desk.answers("yes")
    stage.browser.save("https://example.com/", "ann", "new", uuid=entry["uuid"])
    check(len(stage.desk.asked()) == 1, "the person was not asked exactly once")
    check(stage.desk.secret("https://ann@example.com") == "new", "the password is the old one")
    check(len([item for item in stage.desk.items() if item.get("account") == "ann"]) == 1, "there is a second item")
    stage.browser.save("https://example.com/", "ann", "new", uuid=entry["uuid"])
    check(not stage.desk.asked(), "asked where nothing changes")


@rows.row("set-login with the number of an item of another site changes nothing there")
def foreign_update(stage):
    stage.desk.store("https://ann@bank.example", "old")
    (entry,) = stage.browser.logins("https://bank.example/")
    stage.desk.answers("yes")
    try:
        stage.browser.save("https://evil.example/", "ann", "new", uuid=entry["uuid"])
    except Refused:
        pass
    check(stage.desk.secret("https://ann@bank.example") == "old", "the password of another site was overwritten")


@rows.row("get-totp: a code that its site accepts, only for an item that the browser was given")
def totp(stage):
    stage.desk.store("https://ann@example.com", "pw")
    stage.desk.run("otp", "add", "example.com/ann", text=SECRET)
    (entry,) = stage.browser.logins("https://example.com/")
    now = time.time()
    code = stage.browser.ask("get-totp", {"uuid": entry["uuid"]})["totp"]
    check(code in [one_time_code(SECRET, now + ago) for ago in (-1, 0, 30)], "the code:", code)
    check(entry.get("totp"), "the entry does not say that there is a code:", sorted(entry))
    stage.browser.refused(NO_ITEM, "get-totp", {"uuid": "0" * 32})


@rows.row("generate-password: long, another one each time; the action in clear is answered too")
def generator(stage):
    first, second = (
        stage.browser.ask("generate-password", {"requestID": "1234abcd"}, requestID="1234abcd") for _ in range(2)
    )
    words = [answer.get("password") or answer["entries"][0]["password"] for answer in (first, second)]
    check(words[0] != words[1] and min(map(len, words)) >= 16, "generated:", [len(word) for word in words])


@rows.row("get-database-groups: a list as the extension reads it")
def groups(stage):
    answer = stage.browser.ask("get-database-groups")
    inner = answer["groups"]
    check(isinstance(inner.get("groups"), list) and inner["groups"], "groups:", answer)
    for group in inner["groups"]:
        check(
            isinstance(group["name"], str) and group["uuid"] and isinstance(group["children"], list), "a group:", group
        )


@rows.row("request-autotype is refused; an action that nobody knows too")
def unknown_actions(stage):
    for action in ("request-autotype", "format-disk", "GET-LOGINS", "a" * 60):
        stage.browser.refused(WRONG_ACTION, action, {"search": "x"})
    check(stage.browser.ask("get-databasehash")["hash"], "the session has ended")


@rows.row("locked: refused without a question; asked once where the person wants it; the signal comes")
def locked(stage):
    stage.desk.store("https://ann@example.com", "pw")
    stage.desk.set_passcode()
    stage.desk.lock()
    stage.desk.asked()
    stage.browser.refused(LOCKED, "get-databasehash")
    stage.browser.refused(LOCKED, "get-logins", {"url": "https://example.com/", "keys": stage.browser.keys})
    stage.browser.refused(
        LOCKED,
        "set-login",
        {"url": "https://example.com/", "login": "eve", "password": "x", "id": stage.browser.identity["id"]},
    )
    check(not stage.desk.asked(), "a locked keychain asks by itself")
    stage.desk.answers("no")
    other = stage.stranger(stage.browser.identity)
    other.refused(LOCKED, "get-databasehash", triggerUnlock="true")
    check(len(stage.desk.asked()) == 1, "the person was not asked exactly once")
    stage.desk.answers("yes")
    check(stage.browser.ask("get-databasehash", triggerUnlock="true")["hash"], "not unlocked")
    check(len(stage.desk.asked()) == 1, "the person was not asked exactly once")
    check(stage.browser.host.signal(2) == "database-unlocked", "no signal")
    check(stage.browser.names("https://example.com/") == ["ann"], "not filled")
    check(not stage.desk.asked(), "asked again")


@rows.row("locked and unlocked from outside: the host says so by itself within 2 s")
def signals(stage):
    stage.desk.set_passcode()
    stage.browser.ask("get-databasehash")
    while not stage.browser.host.signals.empty():
        stage.browser.host.signals.get()
    stage.desk.lock()
    check(stage.browser.host.signal(2) == "database-locked", "not the signal of a lock")
    stage.desk.run("unlock", text="1234\n")
    check(stage.browser.host.signal(2) == "database-unlocked", "not the signal of an unlock")


@rows.row("lock-database locks for everyone")
def lock(stage):
    stage.desk.set_passcode()
    stage.desk.run("unlock", text="1234\n")
    try:
        stage.browser.ask("lock-database")
    except Refused as refusal:
        check(refusal.code == LOCKED, "refused:", refusal)
    stage.browser.refused(LOCKED, "get-databasehash")
    check("state\tlocked" in stage.desk.run("status"), "the keychain is not locked")


@rows.row("where nobody can be asked, each question is a refusal at once")
def nobody(stage):
    stage.desk.store("https://ann@example.com", "old")
    alone = stage.again(PORTABLE_KEYCHAIN_AUTHENTICATOR="")
    began = time.monotonic()
    check(alone.names("https://example.com/") == ["ann"], "a password that needs no question is refused")
    check(alone.names("https://login.example.com/") == [], "a subdomain is given")
    alone.refused(DENIED, "associate", identity(alone))
    alone.refused(
        DENIED,
        "set-login",
        {"url": "https://example.com/", "login": "ann", "password": "new", "id": stage.browser.identity["id"]},
    )
    check(time.monotonic() - began < 5, "it took", time.monotonic() - began)
    check(stage.desk.secret("https://ann@example.com") == "old", "the password was overwritten")


@rows.row("a message that comes again, in another order or with another's nonce, is not answered with secrets")
def replay(stage):
    stage.desk.store("https://ann@example.com", "pw")
    browser = stage.browser
    browser.logins("https://example.com/")
    first = browser.last
    browser.host.send(first)
    answer = browser.host.receive()
    check("message" not in answer, "a replayed message is answered:", answer.get("action"))
    # The same bytes under another nonce, another client or another action cannot be read.
    for change in (
        {"nonce": text_of(secrets.token_bytes(24))},
        {"clientID": text_of(secrets.token_bytes(24))},
        {"action": "generate-password"},
    ):
        message = browser.sealed(
            "get-logins", {"action": "get-logins", "url": "https://example.com/", "keys": browser.keys}
        )
        answer = browser.plain({**message, **change})
        check("errorCode" in answer and "message" not in answer, "answered:", change, answer)
    # Messages of two requests, the later one first: each answer fits its request.
    requests = [
        browser.sealed("get-logins", {"action": "get-logins", "url": url, "keys": browser.keys})
        for url in ("https://example.com/", "https://example.com/x")
    ]
    for request in reversed(requests):
        browser.opened(request, browser.plain(request))


@rows.row("a message sealed for another session cannot be read")
def sessions(stage):
    other = stage.again()
    message = other.sealed("get-databasehash", {"action": "get-databasehash"})
    answer = stage.browser.plain({**message, "clientID": stage.browser.client})
    check("errorCode" in answer, "answered:", answer)
    # New keys in the same host replace the old ones.
    before = stage.browser.sealed("get-databasehash", {"action": "get-databasehash"})
    stage.browser.exchange()
    answer = stage.browser.plain(before)
    check("errorCode" in answer, "old keys still work:", answer)
    check(stage.browser.ask("get-databasehash")["hash"], "new keys do not work")


GARBAGE = [
    b"",
    b"{",
    b"null",
    b"[]",
    b"1",
    b'"x"',
    b"{}",
    b"\xff\xfe\x00",
    b'{"action":1}',
    b'{"action":"get-logins"}',
    b'{"action":null,"nonce":[]}',
    b'{"action":"change-public-keys"}',
    b'{"action":"change-public-keys","publicKey":"AAAA","nonce":"AAAA","clientID":"x"}',
    b'{"action":"change-public-keys","publicKey":"' + b"A" * 43 + b'=","nonce":"' + b"A" * 32 + b'","clientID":"x"}',
    b'{"action":"change-public-keys","publicKey":{"a":' * 300 + b"1" + b"}}" * 300,
    b"[" * 100_000,
    b'{"action":"get-logins","message":"%%%","nonce":"?","clientID":"x"}',
    b'{"action":"' + b"x" * 900_000 + b'"}',
]


@rows.row(f"garbage: {len(GARBAGE)} bad messages, each refused, and the session goes on")
def garbage(stage):
    for data in GARBAGE:
        stage.browser.host.send(data)
        answer = stage.browser.host.receive()
        check(answer is not None, "the host ended at", data[:80])
        check("errorCode" in answer, "answered:", data[:80], answer)
    inner = [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"action":"get-logins","url":5,"keys":7}',
        b'{"action":"get-logins","url":"https://","keys":[{}]}',
        b'{"action":"get-logins","url":"' + b"h" * 100_000 + b'"}',
        b'{"url":"https://example.com"}',
        b"\xff" * 100,
    ]
    for data in inner:
        answer = stage.browser.plain(stage.browser.sealed("get-logins", data))
        check("errorCode" in answer, "answered:", data[:80], answer)
    check(stage.browser.ask("get-databasehash")["hash"], "the session has ended")
    check(not stage.desk.asked(), "garbage leads to questions")


@rows.row("frames: a length beyond the limit, or an end inside of a frame, ends the host without a crash")
def frames(stage):
    for data in (
        b"\xff\xff\xff\xff",
        struct.pack("=I", 1 << 30) + b"x" * 100,
        struct.pack("=I", 100) + b"{",
        b"\x01\x00",
    ):
        browser = stage.again()
        try:
            browser.host.send_bytes(data)
        except BrokenPipeError:
            pass
        status = browser.host.close()
        check(status >= 0, "the host died of a signal:", status)
        stage.hosts.remove(browser.host)
    status = stage.browser.host.close()
    check(status == 0, "the host's status after its browser has gone:", status)


@rows.row("a storm of 1,000 requests: all answered in order, none lost")
def storm(stage):
    stage.desk.store("https://ann@example.com", "pw")
    requests = [stage.browser.sealed("get-databasehash", {"action": "get-databasehash"}) for _ in range(1000)]
    for request in requests:
        stage.browser.host.send(request)
    for request in requests:
        stage.browser.opened(request, stage.browser.host.receive())
    check(stage.browser.names("https://example.com/") == ["ann"], "not filled afterwards")


@rows.row("no question twice at the same time, however many pages want one")
def questions(stage):
    stage.desk.set_passcode()
    stage.desk.lock()
    stage.desk.asked()
    stage.desk.answers("no")
    requests = [
        stage.browser.sealed("get-databasehash", {"action": "get-databasehash"}, triggerUnlock="true")
        for _ in range(20)
    ]
    for request in requests:
        stage.browser.host.send(request)
    for _ in requests:
        check("errorCode" in stage.browser.host.receive(60), "answered without a passcode")
    check(len(stage.desk.asked()) == 1, "the person was not asked exactly once")


@rows.row("an idle host takes no processor time")
def idle(stage):
    stage.browser.ask("get-databasehash")
    time.sleep(0.5)
    before = stage.browser.host.seconds_used()
    time.sleep(3)
    used = stage.browser.host.seconds_used() - before
    check(used < 0.003, "it used", used)


@rows.row("secrets are in no argument, variable or log of the host")
def leaks(stage):
    stage.desk.store("https://ann@example.com", "n0t-to-be-seen")
    stage.browser.logins("https://example.com/")
    for name in ("cmdline", "environ"):
        with open(f"/proc/{stage.browser.host.process.pid}/{name}", "rb") as file:
            check(b"n0t-to-be-seen" not in file.read(), f"in {name}")
    for folder, _, names in os.walk(stage.desk.folder):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    check(b"n0t-to-be-seen" not in file.read(), f"in {path}")


@rows.row("10,000 items: a fill takes at most the processor time of the limit")
def speed(stage):
    lines = ["name,url,username,password"]
    lines += [f"site{number},https://site{number}.example/,user{number},pw{number}" for number in range(10_000)]
    path = os.path.join(stage.desk.folder, "many.csv")
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
    stage.desk.run("import", "--yes", path)
    browser = stage.again()
    check(browser.names("https://site7.example/") == ["user7"], "not found")
    before, began = browser.host.seconds_used(), time.monotonic()
    for number in range(100):
        check(browser.names(f"https://site{number * 97}.example/") == [f"user{number * 97}"], "not found", number)
    used, passed = browser.host.seconds_used() - before, time.monotonic() - began
    limit = float(os.environ.get("FILL_LIMIT", "10"))
    words = f"{used * 10:.1f} ms of the processor and {passed * 10:.1f} ms on the clock for each"
    check(used * 10 <= limit, words, f"more than {limit} ms")
    return words


def main():
    programs, chosen = sys.argv[1:]
    sys.exit(rows.run(lambda: Stage(programs), chosen) != 0)


main()
