"""Passkeys, with python-fido2 as the relying party that judges them.

Usage: passkey_rows.py PROGRAMS CHOSEN
"""

import json
import os
import shutil
import subprocess
import sys

from desk import Rows, await_true, check
from extension import BAD_DOMAIN, CANCELED, DENIED, EXCLUDED, FOREIGN, LOCKED, NO_ALGORITHM, NO_LOGINS, NO_OPTIONS, WAIT
from fido2.utils import websafe_decode
from fido2.webauthn import AuthenticatorData
from relying import RelyingParty
from stage import Stage

ORIGIN = "https://login.example.com"
PRESENT, VERIFIED, ELIGIBLE, BACKED_UP = 1, 4, 8, 16
# The answers without a credential, which must not say why.
NOTHING = (NO_LOGINS, CANCELED, DENIED)

rows = Rows()


def site(identifier="example.com", *origins):
    return RelyingParty(identifier, *(origins or (ORIGIN,)))


def made(stage, party, name="ann", origin=ORIGIN, **wishes):
    """Registers a passkey, accepted by the relying party."""
    options, begun = party.begin_registration(name, **wishes)
    credential = stage.browser.register(options, origin)
    check(isinstance(credential, dict), f"a passkey for {name} is refused:", credential)
    return credential, party.end_registration(begun, credential)


def signed_in(stage, party, name=None, origin=ORIGIN, **wishes):
    """Signs in, accepted by the relying party, and returns the account."""
    options, state = party.begin_sign_in(name, **wishes)
    credential = stage.browser.get(options, origin)
    check(isinstance(credential, dict), "the sign-in is refused:", credential)
    return party.end_sign_in(state, credential)


def refused(answer, codes, words):
    check(answer in (codes if isinstance(codes, tuple) else (codes,)), f"{words}: answered", answer, codes)


@rows.row("register and sign in, each asked once, with the site and the account in the question")
def register(stage):
    party = site()
    credential, data = made(stage, party)
    (text,) = stage.desk.asked()
    check("example.com" in text and "ann" in text, "the question:", text)
    check(signed_in(stage, party) == "ann", "another account without a list of passkeys")
    (text,) = stage.desk.asked()
    check("example.com" in text, "the question:", text)
    check(signed_in(stage, party, "ann") == "ann", "another account with a list of passkeys")
    check(data.flags & PRESENT and not data.flags & VERIFIED, "the flags are", data.flags)
    check(data.counter == 0, "the counter is", data.counter)
    check(len(credential["id"]) >= 22 and "=" not in json.dumps(credential), "not base64url without padding")
    check(credential["id"] == credential["rawId"], "two identifiers")
    client = json.loads(websafe_decode(credential["response"]["clientDataJSON"]))
    check((client["type"], client["origin"]) == ("webauthn.create", ORIGIN), "the client data:", client)
    check(bytes(data.credential_data.aaguid) != bytes(16), "the model of the authenticator is zero")


@rows.row("each site has a passkey of its own, and its key is the one that the site was given")
def different(stage):
    first, second = site("example.com"), site("example.org", "https://example.org")
    one, _ = made(stage, first)
    two, _ = made(stage, second, origin="https://example.org")
    check(one["id"] != two["id"], "two sites have one credential")
    check(signed_in(stage, first) == "ann", "another account at the first site")
    check(signed_in(stage, second, origin="https://example.org") == "ann", "another account at the second site")


@rows.row("a second account: the person chooses, and the site knows who it is")
def second(stage):
    party = site()
    made(stage, party, "ann")
    made(stage, party, "bob")
    stage.desk.asked()
    check(signed_in(stage, party, "ann") == "ann", "not ann, by the list of the site")
    check(signed_in(stage, party, "bob") == "bob", "not bob, by the list of the site")
    stage.desk.asked()
    found = set()
    for chosen in ("ann", "bob"):
        stage.desk.answers((rf"'{chosen}'", "yes"), "other")
        found.add(signed_in(stage, party))
        asked = stage.desk.asked()
        check(len(asked) <= 2 and f"'{chosen}'" in asked[-1], "the questions:", asked)
    stage.desk.answers("no")
    options, _ = party.begin_sign_in()
    refused(stage.browser.get(options, ORIGIN), NOTHING, "no account")
    check(len(stage.desk.asked()) == 1, "asked about another account after a no")
    check(found == {"ann", "bob"}, "chosen", found)


@rows.row("a passkey of the same account is made anew only after a yes, and no other one is touched")
def again(stage):
    party = site()
    made(stage, party, "ann")
    made(stage, party, "bob")
    options, _ = party.begin_registration("ann", exclude=False)
    stage.desk.answers("no")
    refused(stage.again().register(options, ORIGIN), NOTHING, "a refused renewal")
    stage.desk.answers("yes")
    check(signed_in(stage, party, "ann") == "ann", "the old passkey is lost after a no")
    made(stage, party, "ann", exclude=False)
    check(signed_in(stage, party, "bob") == "bob", "the passkey of another account is lost")


@rows.row("excluded: refused, but only after the person has said yes, else a page learns which accounts exist")
def excluded(stage):
    party = site()
    made(stage, party)
    stage.desk.asked()
    options, _ = party.begin_registration("ann")
    check(options["excludeCredentials"], "the site excludes nothing")
    refused(stage.browser.register(options, ORIGIN), EXCLUDED, "an excluded passkey")
    check(len(stage.desk.asked()) == 1, "an excluded passkey is told without a question")
    stage.desk.answers("no")
    declined = stage.again().register(options, ORIGIN)
    options["excludeCredentials"] = []
    check(stage.again().register(options, ORIGIN) == declined, "a no tells that an account exists:", declined)


@rows.row("a passkey that is not there: refused as one that the person declines")
def absent(stage):
    party = site()
    made(stage, party)
    options, _ = party.begin_sign_in("ann")
    other = {**options, "allowCredentials": [{"type": "public-key", "id": "A" * 43}]}
    stage.desk.answers("no")
    stage.desk.asked()
    declined = stage.again().get(options, ORIGIN)
    refused(declined, NOTHING, "a declined sign-in")
    check(stage.again().get(other, ORIGIN) == declined, "a no tells whether there is a passkey")
    check(len(stage.desk.asked()) == 2, "the person was not asked each time")
    stage.desk.answers("yes")
    refused(stage.browser.get(other, ORIGIN), NO_LOGINS, "a passkey that nobody has")
    refused(stage.browser.get({**options, "rpId": "login.example.com"}, ORIGIN), NO_LOGINS, "another relying party")


HOSTS = (
    # The relying party, the page, and whether they fit.
    ("example.com", "https://example.com", True),
    ("example.com", "https://a.b.example.com", True),
    ("example.com", "https://example.com:8443", True),
    ("login.example.com", "https://login.example.com", True),
    ("localhost", "http://localhost:3000", True),
    (None, "https://login.example.com", True),
    ("xn--bcher-kva.example", "https://xn--bcher-kva.example", True),
    ("xn--bcher-kva.example", "https://a.xn--bcher-kva.example", True),
    ("example.com", "https://example.org", False),
    ("example.com", "https://notexample.com", False),
    ("example.com", "https://example.com.evil.org", False),
    ("example.com", "https://example.com@evil.org", False),
    ("example.com", "https://evil.org/example.com", False),
    ("example.com", "https://evil.org#.example.com", False),
    ("login.example.com", "https://example.com", False),
    ("evil.example.com", "https://login.example.com", False),
    ("example.com", "http://example.com", False),
    ("example.com", "http://localhost.example.com", False),
    ("example.com", "https://localhost", False),
    ("example.com", "http://localhost:3000", False),
    ("com", "https://example.com", False),
    ("co.uk", "https://shop.co.uk", False),
    ("github.io", "https://ann.github.io", False),
    ("github.io", "https://github.io", None),
    ("", "https://example.com", False),
    (".", "https://example.com", False),
    (".example.com", "https://a.example.com", False),
    ("example.com.", "https://example.com", False),
    ("example.com:8443", "https://example.com:8443", False),
    ("example.com/path", "https://example.com", False),
    ("https://example.com", "https://example.com", False),
    ("*.example.com", "https://a.example.com", False),
    ("a.example.com,example.com", "https://a.example.com", False),
    ("example.com\x00.evil.org", "https://example.com", False),
    ("127.0.0.1", "https://127.0.0.1", False),
    ("0.0.1", "https://127.0.0.1", False),
    ("[::1]", "https://[::1]", False),
    ("example.com", "file:///example.com", False),
    ("example.com", "null", False),
    ("example.com", "", False),
    ("example.com", "moz-extension://example.com", False),
    ("bücher.example", "https://xn--bcher-kva.example", None),
    ("bucher.example", "https://xn--bcher-kva.example", False),
    ("xn--bcher-kva.example", "https://bucher.example", False),
    (5, "https://example.com", False),
    ({"id": "example.com"}, "https://example.com", False),
)


@rows.row(f"which site may have which relying party: {len(HOSTS)} pairs, for making and for using")
def hosts(stage):
    for identifier, origin, fits in HOSTS:
        party = site("example.com", origin)
        options, _ = party.begin_registration("ann")
        options["rp"] = {"name": "x"} if identifier is None else {"name": "x", "id": identifier}
        stage.desk.asked()
        answer = stage.browser.register(options, origin)
        words = f"{identifier!r} on {origin!r}"
        check(fits is None or isinstance(answer, dict) == fits, f"making for {words}:", answer)
        request, _ = party.begin_sign_in()
        request.pop("rpId")
        if identifier is not None:
            request["rpId"] = identifier
        given = stage.browser.get(request, origin)
        check(isinstance(given, dict) == isinstance(answer, dict), f"using for {words}:", given)
        if fits is False:
            check(not stage.desk.asked(), f"{words} leads to a question")
            check(answer in (BAD_DOMAIN, FOREIGN, NO_OPTIONS), f"{words} is refused with", answer)


@rows.row("a passkey of one site is never given to another one")
def crossing(stage):
    made(stage, site("example.com"))
    stage.desk.asked()
    for identifier, origin in (("example.com", "https://example.org"), ("example.com", "http://localhost:3000")):
        options, _ = site(identifier, origin).begin_sign_in()
        refused(stage.browser.get(options, origin), (FOREIGN, BAD_DOMAIN), f"{identifier} on {origin}")
    check(not stage.desk.asked(), "a foreign site leads to a question")


@rows.row("the relying party refuses an answer for another origin, or to another challenge")
def judged(stage):
    party, other = site(), site("example.com", "https://other.example.com")
    options, begun = party.begin_registration("ann")
    credential = stage.browser.register(options, ORIGIN)
    check(isinstance(credential, dict), "a passkey is refused:", credential)
    try:
        other.server.register_complete(begun[1], credential)
    except ValueError:
        pass
    else:
        check(False, "the wrong origin is accepted by the judge")
    party.end_registration(begun, credential)
    _, fresh = party.begin_sign_in()
    old, _ = party.begin_sign_in()
    try:
        party.end_sign_in(fresh, stage.browser.get(old, ORIGIN))
    except ValueError:
        return
    check(False, "another challenge is accepted by the judge")


@rows.row("user verification: never claimed without the passcode, and refused where it is required and cannot be had")
def verification(stage):
    party = site()
    made(stage, party)
    for wish in ("required", "preferred", "discouraged"):
        options, state = party.begin_sign_in("ann", verification=wish)
        credential = stage.browser.get(options, ORIGIN)
        if isinstance(credential, dict):
            flags = AuthenticatorData(websafe_decode(credential["response"]["authenticatorData"])).flags
            check(not flags & VERIFIED, f"{wish}: verified without a passcode")
            check(wish != "required", "required, and answered without")
    # With a passcode, typed for it.
    stage.desk.set_passcode()
    stage.desk.run("unlock", text="1234\n")
    stage.desk.asked()
    options, state = party.begin_sign_in("ann", verification="required")
    credential = stage.browser.get(options, ORIGIN)
    check(isinstance(credential, dict), "refused with a passcode:", credential)
    check(party.end_sign_in(state, credential) == "ann", "another account")
    check(any("asscode" in text for text in stage.desk.asked()), "verified without asking for the passcode")
    stage.desk.answers("0000")
    options, state = party.begin_sign_in("ann", verification="required")
    refused(stage.browser.get(options, ORIGIN), (*NOTHING, WAIT), "a wrong passcode")


@rows.row("algorithms: the first that both know; none is an error")
def algorithms(stage):
    party = site()
    options, begun = party.begin_registration("ann")
    options["pubKeyCredParams"] = [{"type": "public-key", "alg": alg} for alg in (-257, -65535, 0)]
    refused(stage.browser.register(options, ORIGIN), NO_ALGORITHM, "only RSA")
    options["pubKeyCredParams"] = [{"type": "public-key", "alg": alg} for alg in (-257, -7)]
    data = party.end_registration(begun, stage.browser.register(options, ORIGIN))
    check(data.credential_data.public_key[3] == -7, "the algorithm is", data.credential_data.public_key[3])
    options, begun = party.begin_registration("bob")
    options["pubKeyCredParams"] = [{"type": "public-key", "alg": -8}]
    answer = stage.browser.register(options, ORIGIN)
    if answer == NO_ALGORITHM:
        return "ES256 only"
    data = party.end_registration(begun, answer)
    check(data.credential_data.public_key[3] == -8, "the algorithm is", data.credential_data.public_key[3])
    check(signed_in(stage, party, "bob") == "bob", "another account with Ed25519")
    return "ES256 and EdDSA"


@rows.row("locked: no passkey is made or used, and nothing is asked")
def locked(stage):
    party = site()
    made(stage, party)
    stage.desk.set_passcode()
    stage.desk.lock()
    stage.desk.asked()
    stage.desk.answers("no")
    options, _ = party.begin_registration("bob")
    refused(stage.browser.register(options, ORIGIN), (LOCKED, *NOTHING), "making")
    options, _ = party.begin_sign_in("ann")
    refused(stage.browser.get(options, ORIGIN), (LOCKED, *NOTHING), "using")
    check(not stage.desk.asked(), "a locked keychain asks by itself")
    stage.desk.run("unlock", text="1234\n")
    stage.desk.answers("yes")
    check(signed_in(stage, party, "ann") == "ann", "another account after unlocking")


@rows.row("refused: no passkey is made, and none signs; where nobody can be asked too")
def declined(stage):
    party = site()
    made(stage, party)
    count = len(stage.desk.items())
    alone = stage.again(PORTABLE_KEYCHAIN_AUTHENTICATOR="")
    stage.desk.answers("no")
    for browser in (stage.browser, alone):
        options, _ = party.begin_registration("bob")
        refused(browser.register(options, ORIGIN), NOTHING, "making")
        options, _ = party.begin_sign_in("ann")
        refused(browser.get(options, ORIGIN), NOTHING, "using")
    check(len(stage.desk.items()) == count, "the keychain has a new item")


@rows.row("options that no browser would send are refused, and the session goes on")
def hostile(stage):
    good, _ = site().begin_registration("ann")
    user = good["user"]
    for change in (
        {"challenge": ""},
        {"challenge": 5},
        {"challenge": "A" * 500_000},
        {"challenge": "%%"},
        {"user": None},
        {"user": {**user, "id": ""}},
        {"user": {**user, "id": "A" * 100}},
        {"user": {**user, "id": 7}},
        {"user": {**user, "name": ["x"]}},
        {"pubKeyCredParams": "x"},
        {"pubKeyCredParams": [{"type": "public-key", "alg": "x"}]},
        {"excludeCredentials": {"id": 1}},
        {"rp": "example.com"},
        {"excludeCredentials": [{"id": "A" * 4000, "type": "public-key"}] * 100},
    ):
        answer = stage.browser.register({**good, **change}, ORIGIN)
        check(not isinstance(answer, dict), "made with", str(change)[:100])
    for options in ("x", None, [], 5, {}):
        check(not isinstance(stage.browser.register(options, ORIGIN), dict), "made with", options)
        check(not isinstance(stage.browser.get(options, ORIGIN), dict), "used with", options)
    made(stage, site())


@rows.row("names with line breaks and directions do not forge a question")
def forged(stage):
    party = site()
    options, begun = party.begin_registration("ann\n\nYou are signed in at bank.example.\u202e\x1b[2J")
    stage.desk.asked()
    stage.browser.register(options, ORIGIN)
    asked = stage.desk.asked()
    check(asked, "nothing was asked")
    for text in asked:
        check("\u202e" not in text and "\x1b" not in text, "control characters in the question:", text)
        check("\n\nYou are" not in text, "a line of its own in the question:", text)


@rows.row("new passkeys are where the user chose: on this machine, synchronized, or in a chip (swtpm)")
def places(stage):
    tool = os.path.join(os.path.dirname(stage.desk.tool), "keychain-tpm")
    if not (shutil.which("swtpm") and os.access(tool, os.X_OK)):
        print("SKIPPED  the chip: swtpm or keychain-tpm is not there")
        return
    chip = os.path.join(stage.desk.folder, "chip")
    os.mkdir(chip, 0o700)
    device = subprocess.Popen(
        ["swtpm", "socket", "--tpm2", "--tpmstate", f"dir={chip}", "--server", f"type=unixio,path={chip}/s"]
        + ["--ctrl", f"type=unixio,path={chip}/s.ctrl", "--flags", "not-need-init,startup-clear"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        await_true(lambda: os.path.exists(f"{chip}/s"), "the chip is there")
        stage.desk.environment["KEYCHAIN_TPM_INTERFACE"] = f"swtpm:path={chip}/s"
        stage.browser = stage.again()
        flags = {}
        for number, place in enumerate(("keychain", "synchronized", "chip")):
            stage.desk.run("browser", "passkeys", place)
            origin = f"https://s{number}.example.com"
            party = site(f"s{number}.example.com", origin)
            _, data = made(stage, party, origin=origin)
            check(signed_in(stage, party, origin=origin) == "ann", "another account", place)
            flags[place] = data.flags & (ELIGIBLE | BACKED_UP)
        wanted = {"keychain": ELIGIBLE, "synchronized": ELIGIBLE | BACKED_UP, "chip": 0}
        check(flags == wanted, "the flags of copies are", flags)
        shown = stage.desk.run("list", "--class", "passkey")
        check(shown.count("synchronized") == 1 and len(shown.splitlines()) == 3, "the list says", shown)
    finally:
        device.terminate()
        device.wait()


def main():
    programs, chosen = sys.argv[1:]
    sys.exit(rows.run(lambda: Stage(programs), chosen) != 0)


main()
