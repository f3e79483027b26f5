"""Lets python-fido2 judge passkeys as the site that they are for: every credential is checked by its server.

passkeys.py DRIVER, where DRIVER is the program PasskeyDriver of the tests; needs the package fido2 of PyPI.
"""
import json
import subprocess
import sys

from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestationObject,
    AuthenticatorAttachment,
    PublicKeyCredentialParameters,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    UserVerificationRequirement,
)

PRESENT, VERIFIED, ELIGIBLE, BACKED_UP = 0x01, 0x04, 0x08, 0x10
driver = subprocess.Popen(sys.argv[1:2], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
failures = []


def ask(ceremony, options, origin, **more):
    request = {"ceremony": ceremony, "options": options, "origin": origin, **more}
    driver.stdin.write(json.dumps(request) + "\n")
    driver.stdin.flush()
    return json.loads(driver.stdout.readline())


def expect(what, holds):
    print("ok  " if holds else "FAIL", what)
    if not holds:
        failures.append(what)


class Site:
    def __init__(self, domain, origin, algorithms=(-7,)):
        self.origin = origin
        self.server = Fido2Server(PublicKeyCredentialRpEntity(name="Site", id=domain))
        self.server.allowed_algorithms = [
            PublicKeyCredentialParameters(type=PublicKeyCredentialType.PUBLIC_KEY, alg=number) for number in algorithms
        ]
        self.credentials = []

    def register(self, handle, name, verification="preferred", origin=None, exclude=(), **more):
        user = {"id": handle, "name": name, "displayName": name.title()}
        options, state = self.server.register_begin(
            user, credentials=exclude, user_verification=UserVerificationRequirement(verification)
        )
        answer = ask("register", dict(options.public_key), origin or self.origin, **more)
        if "refused" in answer:
            return answer["refused"]
        data = self.server.register_complete(state, answer)
        self.credentials.append(data.credential_data)
        attestation = AttestationObject(_bytes(answer["response"]["attestationObject"]))
        assert attestation.auth_data == data and attestation.fmt == "none"
        return data

    def sign_in(self, allowed=None, verification="preferred", origin=None, **more):
        options, state = self.server.authenticate_begin(
            credentials=allowed, user_verification=UserVerificationRequirement(verification)
        )
        answer = ask("get", dict(options.public_key), origin or self.origin, **more)
        if "refused" in answer:
            return answer["refused"]
        return self.server.authenticate_complete(state, self.credentials, answer), answer


def _bytes(text):
    from fido2.utils import websafe_decode

    return websafe_decode(text)


def flags(answer):
    return _bytes(answer["response"]["authenticatorData"])[32]


def main():
    for algorithms in ([-7], [-8], [-257, -8, -7]):
        site = Site("example.com", "https://login.example.com", algorithms)
        data = site.register(b"ann", "ann")
        expect(f"{algorithms}: registered", data.flags == 0x40 | PRESENT | ELIGIBLE)
        credential, answer = site.sign_in()
        expect(f"{algorithms}: signed in", credential == data.credential_data)
        expect(f"{algorithms}: the user handle", _bytes(answer["response"]["userHandle"]) == b"ann")
        listed, _ = site.sign_in(allowed=[data.credential_data])
        expect(f"{algorithms}: signed in by the identifier", listed == data.credential_data)
    site = Site("shop.example", "https://shop.example")
    first = site.register(b"1", "ann").credential_data
    second = site.register(b"2", "bob", place="synchronized").credential_data
    expect("the newest account comes first", site.sign_in(account=0)[0] == second)
    expect("the other account is chosen", site.sign_in(account=1)[0] == first)
    expect("a synchronized one is backed up", flags(site.sign_in(allowed=[second])[1]) & BACKED_UP != 0)
    expect("excluded", site.register(b"3", "cid", exclude=[first]) == "excluded")
    third = site.register(b"1", "ann").credential_data
    expect("replaced", site.sign_in(allowed=[first]) == "noPasskey")
    expect("by another one", site.sign_in(allowed=[third])[0] == third)
    bound = site.register(b"4", "dan", place="token")
    expect("in a chip", bound.flags == 0x40 | PRESENT)
    expect("signed by the chip", site.sign_in(allowed=[bound.credential_data])[0] == bound.credential_data)
    for name, domain, origin, cause in (
        ("a foreign page", "shop.example", "https://evil.example", "relyingPartyMismatch"),
        ("a page below a suffix", "github.io", "https://ann.github.io", "relyingPartyMismatch"),
        ("a page without encryption", "shop.example", "http://shop.example", "originNotAllowed"),
        ("a page of an address", "shop.example", "https://192.0.2.1", "originNotAllowed"),
    ):
        stranger = Site(domain, origin)
        expect(f"{name} registers nothing", stranger.register(b"1", "ann") == cause)
        expect(f"{name} gets nothing", stranger.sign_in() == cause)
    umlaut = Site("xn--bcher-kva.example", "https://xn--bcher-kva.example")
    umlaut.register(b"1", "ann", origin="https://bücher.example")
    expect("a name with other letters", umlaut.sign_in(origin="https://bücher.example")[0] == umlaut.credentials[0])
    expect("no passcode", site.register(b"5", "eva", verification="required") == "notVerifiable")
    site.register(b"6", "fay", verification="discouraged", setPasscode=True)
    verified = site.register(b"7", "gil", verification="required")
    expect("verified", verified.flags & VERIFIED != 0)
    used, answer = site.sign_in(allowed=[verified.credential_data], verification="required")
    expect("verified at each use", flags(answer) & VERIFIED != 0)
    used, answer = site.sign_in(allowed=[verified.credential_data], verification="discouraged")
    expect("and not without", flags(answer) & VERIFIED == 0)
    expect("attachment", answer["authenticatorAttachment"] == AuthenticatorAttachment.PLATFORM)
    driver.stdin.close()
    driver.wait()
    return 1 if failures else 0


sys.exit(main())
