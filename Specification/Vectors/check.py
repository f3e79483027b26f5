#!/usr/bin/env python3
"""A second implementation of the accepted vectors and of the bounds of costs, written from ../vault-format.md alone.

The vectors in Sync are read by ../sync-format.md, and the refused ones of them must be refused here too.

Run it from anywhere: python3 Specification/Vectors/check.py
It needs the package "cryptography" for AES-GCM and AES-CMAC; everything else is in the standard library.
"""

import hashlib
import hmac
import pathlib
import struct
import sys

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.cmac import CMAC
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

try:
    from cryptography.hazmat.primitives.asymmetric.mlkem import MLKEM768PrivateKey
except ImportError:  # An older version: wraps are read, but not opened.
    MLKEM768PrivateKey = None

ACCESSIBILITY = {6: "ak", 7: "ck", 8: "dk", 9: "aku", 10: "cku", 11: "dku", 12: "akpu"}


def mac(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()


def cmac(key, data):
    code = CMAC(AES(key))
    code.update(data)
    return code.finalize()


def extract(salt, key):
    return mac(salt or bytes(32), key)


def expand(key, info):
    return mac(key, info + b"\x01")


def label(text):
    return b"PortableKeychain 1 " + text


def i64(number):
    return struct.pack(">q", number)


def optional(number):
    return bytes(9) if number is None else b"\x01" + i64(number)


def open_box(box, key, context):
    return AESGCM(key).decrypt(box[:12], box[12:], context)


class Reader:
    def __init__(self, data):
        self.data = data
        self.place = 0

    def take(self, count):
        assert self.place + count <= len(self.data), "short"
        self.place += count
        return self.data[self.place - count : self.place]

    def number(self, count):
        return int.from_bytes(self.take(count), "big")

    def sized(self):
        return self.take(self.number(4))

    def finish(self):
        assert self.place == len(self.data), "bytes left over"


def scrypt(passcode, salt, reader):
    """The cost is the file's, so it is checked before it is paid (vault-format.md 2, M9, M16)."""
    n, r, p = read_cost(reader)
    return hashlib.scrypt(passcode, salt=salt, n=n, r=r, p=p, dklen=32, maxmem=1 << 30)


def read_cost(reader):
    n, r, p = reader.number(4), reader.number(4), reader.number(4)
    assert n >= 1 << 10 and n & (n - 1) == 0 and (r > 1 or n < 1 << 16)
    assert 1 <= r <= 32 and 1 <= p <= 16 and n * r * p <= 1 << 22
    return n, r, p


class Vector:
    def __init__(self, path):
        head, _, body = path.read_text().partition("\n\n")
        lines = [line for line in head.split("\n") if not line.startswith("#")]
        self.lines = [(line.split(":", 1)[0], line.split(":", 1)[1][1:]) for line in lines]
        self.headers = dict(self.lines)
        self.bytes = bytes.fromhex(body.replace("\n", ""))
        self.gives = {name: value for name, value in self.lines if name.startswith("gives-")}

    def all(self, name):
        return [value for key, value in self.lines if key == name]

    def hex(self, name):
        return bytes.fromhex(self.headers.get(name, ""))

    def number(self, name):
        return None if self.headers[name] == "none" else int(self.headers[name])


def read_slot(reader, device_key, passcode, keychain):
    start = reader.place
    kind, grade, salt = reader.number(1), reader.number(1), reader.take(32)
    key = None
    if kind == 1:
        key = expand(extract(salt, device_key), label(b"slot device") + keychain)
    else:
        assert kind == 2 and grade == 2
        if passcode is None:
            read_cost(reader)
        else:
            hashed = scrypt(passcode, salt, reader)
            key = expand(extract(salt, hashed), label(b"slot passcode") + keychain)
    context = reader.data[start : reader.place] + bytes(4) + keychain
    box = reader.sized()
    if key is None:
        return None
    plain = open_box(box, key, context)
    assert len(plain) == 32 * grade
    return plain[:32], plain[32:] or None


# What the keys of a slot of version 3 are derived with: the word in both labels.
SLOT_WORDS = {1: b"device", 2: b"passcode", 3: b"token", 4: b"pin", 5: b"fido2", 6: b"recovery",
              7: b"credential", 8: b"login"}


def device_binding(device_key, keychain):
    return expand(extract(keychain, device_key), label(b"device binding") + keychain)


class ListedSlot:
    """A slot of a keybag of version 3."""

    def __init__(self, reader):
        start = reader.place
        self.kind, self.grade, self.salt = reader.number(1), reader.number(1), reader.take(32)
        assert self.kind in SLOT_WORDS and self.grade in (1, 2)
        assert self.kind == 1 or self.grade == 2
        self.parameters = reader.sized()
        if self.kind in (2, 8):
            cost = Reader(self.parameters)
            read_cost(cost)
            cost.finish()
        else:
            assert len(self.parameters) <= (1024 if self.kind in (3, 4, 5) else 0)
        self.header = reader.data[start : reader.place]
        self.box, self.presence_box = reader.sized(), reader.sized()
        proves = self.grade == 2 and self.kind not in (7, 8)
        assert len(self.box) == 28 + (32 if self.grade == 1 else 96 if self.kind == 6 else 64)
        assert len(self.presence_box) == (60 if proves else 0)

    def key(self, secret, binding, keychain, use):
        bound = b"" if self.kind in (1, 6) else binding
        name = label(use + b" " + SLOT_WORDS[self.kind]) + keychain
        return expand(extract(self.salt + bound, secret), name)

    def secret(self, given):
        if self.kind in (2, 8):
            return scrypt(given, self.salt, Reader(self.parameters))
        if self.kind == 6:
            return expand(extract(b"", given), label(b"recovery key"))
        assert len(given) == 32
        return given

    def open(self, secret, binding, keychain):
        key = self.key(secret, binding, keychain, b"slot")
        plain = open_box(self.box, key, label(b"slot wrap") + keychain + self.header)
        parts = [plain[place : place + 32] for place in range(0, len(plain), 32)]
        return (parts + [None, None])[:3]

    def presence(self, secret, binding, keychain, public):
        key = self.key(secret, binding, keychain, b"presence")
        context = label(b"presence wrap") + keychain + public + self.header
        private = open_box(self.presence_box, key, context)
        assert public_half(X25519PrivateKey.from_private_bytes(private)) == public
        return private


def read_listed_keybag(data, device_key, given):
    """Gives the keychain, the class keys, and the private half of the presence key.

    given: None, or what opens a slot: its kind or its identifier, and the bytes.
    """
    reader = Reader(data)
    assert reader.take(4) == b"PKKB" and reader.number(1) == 3
    keychain, device = reader.take(16), reader.take(16)
    assert device == mac(device_key, label(b"device key id"))[:16]
    generation = reader.number(4)
    slots = [ListedSlot(reader) for _ in range(reader.number(1))]
    order = [(slot.kind, slot.salt) for slot in slots]
    kinds = [slot.kind for slot in slots]
    assert len(slots) <= 16 and order == sorted(set(order)) and kinds[0] == 1
    assert all(kinds.count(kind) <= 1 for kind in (1, 2, 6, 8))
    locks = any(kind in (2, 3, 4, 5, 7, 8) for kind in kinds)
    assert slots[0].grade == (1 if locks else 2) and any(slot.presence_box for slot in slots)
    binding = device_binding(device_key, keychain)
    device_root, user_root, _ = slots[0].open(device_key, binding, keychain)
    slot, secret = (None if locks else slots[0]), device_key
    if given:
        named = lambda one: given[0] in (one.kind, one.salt[:4].hex())
        slot = next(one for one in slots if one.kind != 1 and named(one))
        secret = slot.secret(given[1])
        root, user_root, carried = slot.open(secret, binding, keychain)
        assert root == device_root and carried in (None, binding)
    keys = {}
    for _ in range(reader.number(1)):
        protection, check, box = reader.number(8), reader.take(16), reader.sized()
        assert protection >> 8 == (generation if protection & 0xFF == 12 else 1)
        keys[protection & 0xFF] = read_class_key(
            box, check, protection, (device_root, user_root), binding, keychain
        )
    assert list(keys) == list(range(6, 13 if 2 in kinds else 12))
    public = reader.take(32)
    reader.finish()
    private = None
    if slot and slot.presence_box:
        private = slot.presence(secret, binding, keychain, public)
    return keychain, keys, private


def given_secret(vector):
    """What a vector gives to open a slot with."""
    for name, kind in (("passcode", 2), ("recovery-key", 6), ("login-password", 8)):
        if name in vector.headers:
            return kind, vector.hex(name)
    return vector.headers.get("slot"), vector.hex("secret")


def read_class_key(box, check, protection, roots, device_key, keychain):
    number = protection & 0xFF
    root = roots[0] if number in (8, 11) else roots[1]
    if root is None:
        return None
    header = label(b"class key wrap") + keychain + i64(protection)
    wrapping = expand(extract(device_key if number >= 9 else b"", root), header)
    master = open_box(box, wrapping, header)
    assert mac(master, label(b"class key check") + keychain + i64(protection))[:16] == check
    return master


def read_keybag(data, device_key, passcode=None):
    reader = Reader(data)
    assert reader.take(4) == b"PKKB"
    version = reader.number(1)
    assert version in (1, 2)
    keychain, device = reader.take(16), reader.take(16)
    assert device == mac(device_key, label(b"device key id"))[:16]
    generation = reader.number(4)
    slots = [read_slot(reader, device_key, passcode, keychain) for _ in range(reader.number(1))]
    roots = [slot for slot in slots if slot][-1]
    keys = {}
    for _ in range(reader.number(1)):
        protection, check, box = reader.number(8), reader.take(16), reader.sized()
        assert protection >> 8 == (generation if protection & 0xFF == 12 else 1)
        keys[protection & 0xFF] = read_class_key(
            box, check, protection, roots, device_key, keychain
        )
    if version == 2:
        reader.take(32)
        assert len(reader.sized()) == 60
    reader.finish()
    assert list(keys) == list(range(6, 6 + len(keys)))
    return keychain, roots, keys


def read_presence(data, device_key, passcode=None):
    keychain, roots, _ = read_keybag(data, device_key, passcode)
    public, box = data[-96:-64], data[-60:]
    if passcode is None:
        wrapping = expand(roots[1], label(b"presence root") + keychain)
    else:
        # The second slot follows magic, version, identifiers, generation, count and the first slot.
        place = 42 + 2 + 32 + 4 + 60 + 2
        salt = data[place : place + 32]
        hashed = scrypt(passcode, salt, Reader(data[place + 32 : place + 44]))
        wrapping = expand(extract(salt, hashed), label(b"presence passcode") + keychain)
    private = open_box(box, wrapping, label(b"presence wrap") + keychain + public)
    assert public_half(X25519PrivateKey.from_private_bytes(private)) == public
    return keychain, private


def public_half(key):
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def hpke_export(private, encapsulated, info, context):
    """RFC 9180, base mode: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM."""
    kem, suite = b"KEM\x00\x20", b"HPKE\x00\x20\x00\x01\x00\x02"

    def labeled_extract(suite, salt, name, key):
        return extract(salt, b"HPKE-v1" + suite + name + key)

    def labeled_expand(suite, key, name, info, length=32):
        return expand(key, struct.pack(">H", length) + b"HPKE-v1" + suite + name + info)[:length]

    key = X25519PrivateKey.from_private_bytes(private)
    shared = key.exchange(X25519PublicKey.from_public_bytes(encapsulated))
    secret = labeled_expand(
        kem,
        labeled_extract(kem, b"", b"eae_prk", shared),
        b"shared_secret",
        encapsulated + public_half(key),
    )
    schedule = b"\x00" + labeled_extract(suite, b"", b"psk_id_hash", b"")
    schedule += labeled_extract(suite, b"", b"info_hash", info)
    exporter = labeled_expand(
        suite, labeled_extract(suite, secret, b"secret", b""), b"exp", schedule
    )
    return labeled_expand(suite, exporter, b"sec", context)


def presence_secret(keychain, private, encapsulated):
    return hpke_export(
        private, encapsulated, label(b"presence") + keychain, label(b"presence secret")
    )


def read_attributes(data):
    reader, gives, last = Reader(data), {}, b""
    for _ in range(reader.number(2)):
        name, kind, value = reader.take(4), reader.number(1), reader.sized()
        assert name > last
        last = name
        if kind == 1:
            value.decode("utf-8")
            text = "text " + value.hex()
        elif kind == 2:
            text = "data " + value.hex()
        elif kind == 3:
            text = "number %d" % struct.unpack(">q", value)
        elif kind == 4:
            text = "date %s" % struct.unpack(">d", value)
        else:
            assert kind == 5
            number, has_rules, rules = struct.unpack(">BBQ", value)
            assert has_rules == 1 or (has_rules == 0 and rules == 0)
            text = "access %s %s" % (ACCESSIBILITY[number], rules if has_rules else "none")
        gives["gives-" + name.decode("latin-1")] = text
    reader.finish()
    return gives


class Row:
    """The columns of a row, from one line or from the headers of a vector."""

    def __init__(self, columns):
        number = lambda text: None if text in ("-", "none") else int(text)
        data = lambda text: None if text in ("-", "none") else bytes.fromhex(text)
        self.id, self.kind, self.protection = int(columns[0]), int(columns[2]), int(columns[3])
        self.identifier, self.key = data(columns[1]), data(columns[5])
        self.flags, self.group = int(columns[4]), int(columns[6])
        self.tokens = [number(text) for text in columns[7:10]]
        self.metadata, self.secret = data(columns[10]), data(columns[11])

    @staticmethod
    def of(vector, metadata):
        names = ["id", "identifier", "class", "protection", "flags", "primary-key", "group"]
        columns = [vector.headers[name] for name in names + ["first", "second", "third"]]
        return Row(columns + [metadata.hex(), vector.headers["secret"]])

    def shown(self, keychain):
        numbers = i64(self.kind) + i64(self.protection) + i64(self.flags)
        tokens = b"".join(optional(token) for token in self.tokens)
        head = label(b"metadata") + keychain + self.identifier
        return head + numbers + self.key + i64(self.group) + tokens

    def leaf(self, keychain, device_root):
        length = -1 if self.secret is None else len(self.secret)
        data = i64(self.id) + self.shown(keychain) + self.metadata[-16:] + i64(length)
        return int.from_bytes(mac(expand(device_root, label(b"row digest")), data), "big")

    def open(self, keychain, keys):
        master = keys[self.protection & 0xFF]
        plain = open_box(self.metadata, expand(master, label(b"metadata")), self.shown(keychain))
        if plain[0] == 0:
            assert self.secret is None
            return plain[1:], None
        assert plain[0] == 1 and plain[1:17] == self.secret[-16:]
        context = label(b"secret") + keychain + self.identifier
        context += i64(self.kind) + i64(self.protection)
        reader = Reader(open_box(self.secret, expand(master, label(b"secret")), context))
        payload = reader.sized()
        rest = reader.take(len(reader.data) - reader.place)
        assert len(reader.data) % 32 == 0 and len(rest) < 32 and not any(rest)
        return plain[17:], payload


def read_state(box, device_root, keychain, epoch, keybag):
    context = label(b"state") + keychain + i64(epoch)
    reader = Reader(open_box(box, expand(device_root, label(b"state")), context))
    total, rows, generation = reader.take(32), reader.number(8), reader.number(8)
    assert reader.take(32) == hashlib.sha256(keybag).digest()
    reader.finish()
    return total, rows, generation


def check_box(vector, data):
    plain = open_box(data, vector.hex("key"), vector.hex("context"))
    return {"gives-plaintext": plain.hex()}


def check_device_key(vector, data):
    key = data[8:40]
    assert data == b"PKDEVKY1" + key + hashlib.sha256(key).digest()[:8]
    identifier = mac(key, label(b"device key id"))[:16]
    return {"gives-key": key.hex(), "gives-identifier": identifier.hex()}


def read_device_file(data, magic):
    assert data[:8] == magic and data[-8:] == hashlib.sha256(data[:-8]).digest()[:8]
    return Reader(data[8:-8])


def check_sealed_device_key(vector, data):
    reader = read_device_file(data, data[:7] + (b"2" if data[7:8] == b"2" else b"1"))
    assert data[:7] == b"PKDEVTP"
    identifier, blob = reader.take(16), reader.sized()
    gives = {"gives-identifier": identifier.hex(), "gives-blob": blob.hex()}
    if data[7:8] == b"2":
        counter = reader.sized()
        assert 1 <= len(counter) <= 64
        gives["gives-counter"] = counter.hex()
    reader.finish()
    assert 1 <= len(blob) <= 1024
    return gives


def check_device_key_copy(vector, data):
    reader = read_device_file(data, b"PKDEVRC1")
    identifier, salt, box = reader.take(16), reader.take(32), reader.take(60)
    reader.finish()
    key = expand(extract(salt, vector.hex("recovery-key")), label(b"device recovery"))
    device = open_box(box, key, b"PKDEVRC1" + identifier)
    assert identifier == mac(device, label(b"device key id"))[:16]
    return {"gives-key": device.hex()}


def check_reference(vector, data):
    assert len(data) == 20
    return {"gives-class": data[:4].decode(), "gives-identifier": data[4:].hex()}


def check_cost(vector, data):
    reader = Reader(data)
    n, r, _ = read_cost(reader)
    reader.finish()
    return {"gives-memory": str(128 * n * r)}


def check_slot(vector, data):
    reader = Reader(data)
    device, user = read_slot(
        reader, vector.hex("device-key"), vector.hex("passcode"), vector.hex("keychain")
    )
    reader.finish()
    return {"gives-device-root": device.hex(), "gives-user-root": user.hex() if user else "none"}


def check_class_key(vector, data):
    roots = vector.hex("device-root"), vector.hex("user-root")
    master = read_class_key(
        data, vector.hex("check"), vector.number("protection"), roots, vector.hex("device-key"),
        vector.hex("keychain"),
    )
    return {
        "gives-master": master.hex(),
        "gives-metadata-key": expand(master, label(b"metadata")).hex(),
        "gives-secret-key": expand(master, label(b"secret")).hex(),
    }


def check_keybag(vector, data):
    passcode = vector.hex("passcode") if "passcode" in vector.headers else None
    keychain, _, keys = read_keybag(data, vector.hex("device-key"), passcode)
    gives = {"gives-class-%d" % n: key.hex() if key else "locked" for n, key in keys.items()}
    return {"gives-keychain": keychain.hex(), **gives}


def check_listed_slot(vector, data):
    reader, keychain = Reader(data), vector.hex("keychain")
    slot = ListedSlot(reader)
    reader.finish()
    binding = device_binding(vector.hex("device-key"), keychain)
    secret = slot.secret(given_secret(vector)[1])
    device, user, carried = slot.open(secret, binding, keychain)
    return {
        "gives-device-root": device.hex(), "gives-user-root": user.hex() if user else "none",
        "gives-binding": carried.hex() if carried else "none",
    }


def check_listed_keybag(vector, data):
    given = given_secret(vector)
    keychain, keys, private = read_listed_keybag(
        data, vector.hex("device-key"), given if given[0] else None
    )
    gives = {"gives-class-%d" % n: key.hex() if key else "locked" for n, key in keys.items()}
    secret = "locked"
    if private:
        secret = presence_secret(keychain, private, vector.hex("encapsulated")).hex()
    return {"gives-keychain": keychain.hex(), "gives-secret": secret, **gives}


def check_presence(vector, data):
    passcode = vector.hex("passcode") if "passcode" in vector.headers else None
    keychain, private = read_presence(data, vector.hex("device-key"), passcode)
    secret = presence_secret(keychain, private, vector.hex("encapsulated"))
    return {"gives-secret": secret.hex()}


def check_envelope(vector, data):
    keychain, private = read_presence(vector.hex("keybag"), vector.hex("device-key"))
    place, origin, secret = vector.hex("identifier") + i64(vector.number("class")), keychain, None
    reader, parts = Reader(data), b""
    version, needs = reader.number(1), reader.number(1)
    assert needs == vector.number("needs")
    if version == 2:
        assert needs & 2
        origin = reader.take(16)
        if needs & 1:
            wrapping = presence_secret(keychain, private, reader.take(32))
            context = label(b"carried envelope") + keychain + place + data[: reader.place]
            secret = open_box(reader.take(60), expand(extract(b"", wrapping), context), context)
        data = data[reader.place :]
        reader = Reader(data)
        version, inner = reader.number(1), reader.number(1)
        assert inner == needs
    assert version == 1
    if needs & 1:
        encapsulated = reader.take(32)
        parts += secret or presence_secret(keychain, private, encapsulated)
    if needs & 2:
        parts += scrypt(vector.hex("password"), reader.take(32), reader)
    context = label(b"envelope") + origin + place + data[: reader.place]
    plain = open_box(data[reader.place :], expand(extract(b"", parts), context), context)
    assert plain[0] == 1 or plain == b"\0"
    return {"gives-payload": plain[1:].hex() if plain[0] else "none"}


def check_next_keychain(vector, data):
    message = label(b"next keychain") + vector.hex("keychain")
    assert mac(vector.hex("device-key"), message)[:16] == data
    return {}


def check_memory(vector, data):
    keychain = vector.hex("keychain")
    key = expand(vector.hex("device-key"), label(b"memory") + keychain)
    assert len(data) == 80 and data[:8] == b"PKMEMRY1" and data[8:24] == keychain
    assert cmac(key, data[:-16]) == data[-16:]
    names = ("epoch", "generation", "first-epoch", "first-generation", "since")
    return {"gives-" + name: str(n) for name, n in zip(names, struct.unpack(">qQqQd", data[24:64]))}


def check_count(vector, data):
    digest = hashlib.sha256(label(b"counter") + vector.hex("counter")).digest()
    key = expand(vector.hex("device-key"), label(b"epochs") + digest)
    assert data[:8] == b"PKCOUNT1" and cmac(key, data[:-16]) == data[-16:]
    reader = Reader(data[8:-16])
    count, mark = reader.number(8), reader.number(1)
    assert mark in (0, 1)
    gives = {"gives-count": str(count), "gives-complete": str(mark)}
    while reader.place < len(reader.data):
        gives["gives-entry"] = "%s %d" % (reader.take(16).hex(), reader.number(8))
    return gives


def check_fido2(vector, data):
    reader = Reader(data)
    pin, credential = reader.number(1), reader.sized()
    reader.finish()
    assert pin in (0, 1) and 1 <= len(credential) <= 1000
    return {"gives-credential": credential.hex(), "gives-pin": str(pin)}


def check_backup(vector, data):
    """../backup-format.md"""
    reader, gives = Reader(data), {}
    assert reader.take(4) == b"PKBK"
    version, rules = reader.number(1), False
    assert version in (1, 2, 3)
    key = scrypt(vector.hex("passphrase"), reader.take(32), reader)
    context = label(b"backup") + data[: reader.place]
    key, box = expand(extract(b"", key), context), data[reader.place :]
    if version == 3:
        reader = Reader(open_segments(box, key, context))
    else:
        reader = Reader(open_box(box, key, context))
        count = reader.number(4)
    while reader.place < len(reader.data) if version == 3 else len(gives) < count:
        code, identifier, attributes = reader.number(1), reader.take(16), reader.sized()
        assert code in (1, 2, 3, 4)
        rules |= "gives-accc" in read_attributes(attributes)
        mark, payload = reader.number(1), reader.sized()
        assert mark == 1 or (mark == 0 and not payload)
        payload = payload.hex() if mark else "none"
        words = (code, identifier.hex(), attributes.hex(), payload)
        gives["gives-item-%d" % (len(gives) + 1)] = "%d %s %s %s" % words
    reader.finish()
    assert version == 3 or rules == (version == 2)
    return gives


def open_segments(data, key, context):
    """../backup-format.md §6"""
    content, number = b"", 0
    while True:
        segment, data = data[: 4096 + 16], data[4096 + 16 :]
        nonce = bytes(3) + number.to_bytes(8, "big") + bytes([0 if data else 1])
        part = AESGCM(key).decrypt(nonce, segment, context)
        content, number = content + part, number + 1
        if not data:
            assert part or number == 1
            return content


def check_attributes(vector, data):
    return read_attributes(data)


def check_row(vector, data):
    keychain, _, keys = read_keybag(vector.hex("keybag"), vector.hex("device-key"))
    attributes, payload = Row.of(vector, data).open(keychain, keys)
    read_attributes(attributes)
    payload = "none" if payload is None else payload.hex()
    return {"gives-attributes": attributes.hex(), "gives-payload": payload}


def check_leaf(vector, data):
    keychain, roots, _ = read_keybag(vector.hex("keybag"), vector.hex("device-key"))
    row = Row.of(vector, vector.hex("metadata"))
    assert row.leaf(keychain, roots[0]) == int.from_bytes(data, "big")
    return {}


def check_token(vector, data):
    wide = vector.headers["kind"] == "primary-key-token"
    message = bytes([2 if wide else 1, vector.number("class")])
    for term in vector.all("term"):
        value = bytes.fromhex(term[5:])
        message += term[:4].encode() + struct.pack(">I", len(value)) + value
    key = expand(vector.hex("device-root"), label(b"lookup"))
    assert cmac(key, message)[: 16 if wide else 8] == data
    return {}


def check_sum(vector, data):
    total = sum(int(value, 16) for value in vector.all("add"))
    total -= sum(int(value, 16) for value in vector.all("subtract"))
    assert total % (1 << 256) == int.from_bytes(data, "big")
    return {}


def check_item_digest(vector, data):
    key = expand(vector.hex("device-root"), label(b"item digest"))
    return {"gives-sha1": mac(key, data + vector.hex("payload"))[:20].hex()}


def check_state(vector, data):
    total, rows, generation = read_state(
        data, vector.hex("device-root"), vector.hex("keychain"), vector.number("epoch"),
        vector.hex("keybag"),
    )
    return {
        "gives-sum": total.hex(), "gives-rows": str(rows), "gives-generation": str(generation)
    }


def check_shared_keys(vector, data):
    reader = Reader(data)
    assert reader.number(1) == 2
    deadline = struct.unpack(">d", reader.take(8))[0]
    assert deadline - deadline == 0  # neither infinite nor not a number
    gives = {"gives-deadline": str(deadline), "gives-epoch": str(reader.number(8))}
    for _ in range(reader.number(1)):
        protection, master = reader.number(8), reader.take(32)
        gives["gives-class-%d" % (protection & 0xFF)] = "%d %s" % (protection >> 8, master.hex())
    reader.finish()
    return gives


def check_keychain(vector, data):
    keybag = vector.hex("keybag")
    keychain, roots, keys = read_keybag(keybag, vector.hex("device-key"))
    total, count, _ = read_state(data, roots[0], keychain, vector.number("epoch"), keybag)
    rows = [Row(line.split(" ")) for line in vector.all("row")]
    for row in rows:
        read_attributes(row.open(keychain, keys)[0])
    leaves = sum(row.leaf(keychain, roots[0]) for row in rows)
    assert leaves % (1 << 256) == int.from_bytes(total, "big") and len(rows) == count
    return {"gives-rows": str(count)}


# ../sync-format.md


CERTIFICATE = 32 + 2 * 1216


def derive(key, salt, info):
    return expand(extract(salt, key), info)


def sync_box(box, key, text, context):
    return open_box(box, derive(key, b"", label(text)), label(text) + context)


def signed(certificate, text, vault, data):
    key = Ed25519PublicKey.from_public_bytes(certificate[:32])
    key.verify(data[-64:], label(text) + vault + data[:-64])


class SyncMembers:
    """The members of a vault, as far as a chain of entries was read (sync-format.md 3)."""

    def __init__(self, vault):
        self.vault, self.hashes, self.members, self.known = vault, [], {}, set()
        self.epoch, self.place = 0, 0

    def append(self, data):
        reader = Reader(data)
        assert reader.number(1) == 1 and reader.number(8) == len(self.hashes)
        assert reader.take(32) == (self.hashes[-1] if self.hashes else bytes(32))
        author, place, log = reader.take(16), reader.number(8), reader.take(32)
        assert place >= self.place and (place > 0 or log == bytes(32))
        reader.take(32)
        kind, members, renews = reader.number(1), dict(self.members), False
        assert (kind == 1) == (not self.hashes)
        if kind in (1, 2):
            random = reader.take(32) if kind == 1 else b""
            role = 1 if kind == 1 else reader.number(1)
            certificate = reader.take(CERTIFICATE)
            assert role in (1, 2, 3, 4, 5) and len(reader.sized()) <= 256
            device = hashlib.sha256(certificate).digest()[:16]
            if kind == 1:
                name = hashlib.sha256(label(b"sync vault") + random + certificate).digest()[:16]
                assert name == self.vault and author == device
            assert device not in self.known
            members[device], renews = (certificate, role), kind == 1
        elif kind == 3:
            del members[reader.take(16)]
            renews = True
        elif kind == 5:
            device, role = reader.take(16), reader.number(1)
            assert role in (1, 2, 3, 4, 5) and (members[device][1] == 4) == (role == 4)
            members[device] = (members[device][0], role)
        elif kind == 6:
            log_first, log_lost = reader.number(8), reader.number(4)
            reader.take(32 * log_lost)
            first, lost = reader.number(8), reader.number(4)
            reader.take(32 * lost)
            assert 1 <= log_lost + lost <= 16384
            assert 1 <= log_first <= place + 1 and 1 <= first <= len(self.hashes)
        else:
            assert kind == 4
            renews = True
        certificate, role = (members if kind == 1 else self.members)[author]
        assert role in (1, 4) and any(role in (1, 4) for _, role in members.values())
        assert reader.number(1) == (1 if renews else 0)
        reader.take(128 if renews else 0)
        reader.take(64)
        reader.finish()
        signed(certificate, b"sync membership", self.vault, data)
        self.members, self.place, self.epoch = members, place, self.epoch + renews
        self.known |= set(members)
        self.hashes.append(hashlib.sha256(data).digest())


def sync_members(vector):
    members = SyncMembers(vector.hex("vault"))
    for entry in vector.all("member"):
        members.append(bytes.fromhex(entry))
    return members


def check_sync_member(vector, data):
    members = sync_members(vector)
    members.append(data)
    return {"gives-hash": members.hashes[-1].hex(), "gives-epoch": str(members.epoch)}


def sync_entry(vector, members, data, sequence, previous):
    """An entry of the log at its place, up to its content; its reader, and its bytes."""
    vault = vector.hex("vault")
    context = vault + struct.pack(">Q", sequence)
    plain = sync_box(data, vector.hex("key"), b"sync entry", context)
    reader = Reader(plain)
    assert reader.number(1) == 2 and reader.number(8) == sequence and reader.take(32) == previous
    assert reader.take(32) == members.hashes[-1]
    certificate, role = members.members[reader.take(16)]
    assert role in (1, 2)
    signed(certificate, b"sync entry", vault, plain)
    return reader, plain


def check_sync_entry(vector, data):
    members = sync_members(vector)
    reader, plain = sync_entry(vector, members, data, 1, bytes(32))
    assert reader.number(1) == 1
    number, count, ids = reader.number(8), reader.number(2), []
    assert number == 1 and 1 <= count <= 100
    for _ in range(count):
        ids.append(reader.take(16))
        mark = reader.number(1)
        assert mark in (0, 1)
        reader.take(32 * mark)
    assert ids == sorted(set(ids))
    reader.take(64)
    reader.finish()
    return {"gives-hash": hashlib.sha256(plain).hexdigest(), "gives-number": str(number)}


def check_sync_cut(vector, data):
    members, vault = sync_members(vector), vector.hex("vault")
    sequence = vector.number("sequence")
    context = vault + struct.pack(">Q", sequence)
    plain = sync_box(data, vector.hex("key"), b"sync snapshot", context)
    reader = Reader(plain)
    assert reader.number(1) == 2 and reader.number(8) == sequence
    records, authors, commits = [], [], 0
    for _ in range(reader.number(4)):
        records.append(reader.take(16))
        assert 1 <= reader.number(4) <= members.epoch
        reader.take(32)
    for _ in range(reader.number(4)):
        authors.append(reader.take(16))
        commits += reader.number(8)
        reader.take(32)
    assert records == sorted(set(records)) and authors == sorted(set(authors))
    trail = [reader.take(32) for _ in range(reader.number(4))]
    reader.finish()
    assert len(trail) <= 4096 and len(trail) < sequence
    previous = trail[-1] if trail else bytes(32)
    entry, cut = sync_entry(vector, members, vector.hex("entry"), sequence, previous)
    assert entry.number(1) == 2 and entry.take(32) == hashlib.sha256(plain).digest()
    entry.take(64)
    entry.finish()
    return {
        "gives-hash": hashlib.sha256(cut).hexdigest(), "gives-records": str(len(records)),
        "gives-commits": str(commits), "gives-entries": str(len(trail)),
    }


def padme(length):
    if length <= 256:
        return 256
    e = length.bit_length() - 1
    mask = (1 << (e - e.bit_length())) - 1
    return (length + mask) & ~mask


def check_sync_record(vector, data):
    vault, zero = vector.hex("vault"), bytes(12)
    reader = Reader(data)
    assert reader.number(1) == 1 and reader.number(4) == 3 and len(data) <= 1000000
    salt, commitment, header = reader.take(24), reader.take(16), reader.take(17)
    key = derive(vector.hex("log"), salt, label(b"sync header") + vault)
    part = AESGCM(key).decrypt(zero, header, data[:45])
    assert part in (b"\6", b"\7")
    root = extract(salt, vector.hex("unlocked" if part == b"\6" else "early"))
    info = label(b"sync body") + vault + vector.hex("id")
    first = mac(root, info + b"\x01")
    assert mac(root, first + info + b"\x02")[:16] == commitment
    plain = AESGCM(first).decrypt(zero, data[62:], data[:62])
    reader = Reader(plain)
    state = reader.sized()
    assert len(plain) == padme(4 + len(state)) and not any(plain[reader.place :])
    return {"gives-state": state.hex(), "gives-part": str(part[0])}


def xwing(seed, sealed):
    """draft-connolly-cfrg-xwing-kem-06"""
    parts = hashlib.shake_256(seed).digest(96)
    first = MLKEM768PrivateKey.from_seed_bytes(parts[:64]).decapsulate(sealed[:1088])
    private = X25519PrivateKey.from_private_bytes(parts[64:])
    second = private.exchange(X25519PublicKey.from_public_bytes(sealed[1088:]))
    public = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    return hashlib.sha3_256(first + second + sealed[1088:] + public + bytes.fromhex("5c2e2f2f5e5c")).digest()


def open_hpke(seed, sealed, info):
    """RFC 9180, base mode"""
    suite = b"HPKE" + bytes.fromhex("647a00010002")

    def labeled_extract(salt, name, key):
        return extract(salt, b"HPKE-v1" + suite + name + key)

    context = b"\0" + labeled_extract(b"", b"psk_id_hash", b"")
    context += labeled_extract(b"", b"info_hash", info)
    secret = labeled_extract(xwing(seed, sealed[:1120]), b"secret", b"")

    def labeled_expand(name, count):
        return expand(secret, struct.pack(">H", count) + b"HPKE-v1" + suite + name + context)[:count]

    key, nonce = labeled_expand(b"key", 32), labeled_expand(b"base_nonce", 12)
    return AESGCM(key).decrypt(nonce, sealed[1120:], b"")


def check_sync_keys(vector, data):
    vault, certificate = vector.hex("vault"), vector.hex("certificate")
    reader, wraps = Reader(data), {}
    assert reader.number(1) == 2
    epochs = [reader.number(4) for _ in range(reader.number(2))]
    assert epochs and epochs[0] > 0 and epochs == sorted(set(epochs))
    for _ in range(reader.number(2)):
        device = reader.take(16)
        assert all(device > other for other in wraps)
        wraps[device] = (
            reader.take(1168 + 64 * len(epochs)), reader.take(1136 + 32 * len(epochs))
        )
    reader.finish()
    device = hashlib.sha256(certificate).digest()[:16]
    early, unlocked = wraps[device]
    if MLKEM768PrivateKey is None:
        UNOPENED.append("sync-keys")
        return vector.gives
    info = label(b"sync wrap") + vault + struct.pack(">I", epochs[-1]) + device
    keys = Reader(open_hpke(vector.hex("early"), early, info + b"\7"))
    last = Reader(open_hpke(vector.hex("unlocked"), unlocked, info + b"\6"))
    gives = {}
    for epoch in epochs:
        gives[f"gives-log-{epoch}"] = keys.take(32).hex()
        gives[f"gives-early-{epoch}"] = keys.take(32).hex()
        gives[f"gives-unlocked-{epoch}"] = last.take(32).hex()
    gives["gives-name"] = keys.take(32).hex()
    keys.finish()
    last.finish()
    return gives


def sync_proof(key, text, message):
    return mac(derive(key, b"", label(text)), label(text) + message)


def check_sync_request(vector, data):
    reader, secret = Reader(data), vector.hex("secret")
    assert reader.number(1) == 1
    device = hashlib.sha256(reader.take(CERTIFICATE)).digest()[:16]
    name = reader.sized()
    assert len(name) <= 256
    proof = sync_proof(secret, b"sync request", vector.hex("vault") + data[: reader.place])
    assert hmac.compare_digest(reader.take(32), proof)
    reader.finish()
    return {
        "gives-device": device.hex(),
        "gives-name": sync_box(name, secret, b"sync name", device).hex(),
    }


def check_sync_answer(vector, data):
    message = vector.hex("vault") + vector.hex("device")
    assert hmac.compare_digest(data, sync_proof(vector.hex("secret"), b"sync answer", message))
    return {}


def check_sync_refusal(vector, data):
    end = data[:1]
    assert end in (b"\1", b"\2", b"\3")
    message = vector.hex("vault") + vector.hex("device") + end
    code = sync_proof(vector.hex("secret"), b"sync refused", message)
    assert hmac.compare_digest(data[1:], code)
    return {"gives-end": str(end[0])}


def check_sync_comparison(vector, data):
    reader, vault = Reader(data), vector.hex("vault")
    assert reader.number(1) == 2
    certificate, commitment = reader.take(CERTIFICATE), reader.take(32)
    committed = data[: reader.place]
    assert reader.number(1) == 1
    assert reader.take(16) == vault
    assert reader.take(32) == hashlib.sha256(committed).digest()
    member = reader.take(32)
    assert reader.number(1) == 3
    assert reader.take(CERTIFICATE) == certificate
    device = reader.take(32)
    assert hashlib.sha256(label(b"sync commitment") + certificate + device).digest() == commitment
    reader.finish()
    code = mac(device, label(b"sync number") + vault + certificate + member)
    digits = "%07d" % (int.from_bytes(code[:8], "big") % 10_000_000)
    return {
        "gives-device": hashlib.sha256(certificate).digest()[:16].hex(),
        "gives-number": f"{digits[:3]} {digits[3:]}".encode().hex(),
    }


def check_sync_stamp(vector, data):
    members, reader = sync_members(vector), Reader(data)
    assert reader.number(1) == 1 and reader.take(16) == members.vault
    time, validity = reader.number(8), reader.number(4)
    assert 60 <= validity <= 2592000
    assert reader.number(8) == len(members.hashes) and reader.take(32) == members.hashes[-1]
    entry = sync_entry(vector, members, vector.hex("entry"), 1, bytes(32))[1]
    assert reader.number(8) == 1 and reader.take(32) == hashlib.sha256(entry).digest()
    assert reader.number(4) <= 17825792
    root, author = reader.take(32), reader.take(16)
    reader.take(64)
    reader.finish()
    certificate, role = members.members[author]
    assert role in (1, 2, 5)
    signed(certificate, b"sync stamp", members.vault, data)
    now = vector.number("now")
    assert vector.number("after") < time <= now + 3600_000 and now <= time + validity * 1000
    return {"gives-time": str(time), "gives-validity": str(validity), "gives-root": root.hex()}


def check_sync_object(vector, data):
    reader = Reader(data)
    kind, count, names = reader.number(1), reader.number(4), []
    assert kind in (1, 2)
    for _ in range(count):
        names.append(reader.sized())
        if kind == 1:
            reader.sized()
        else:
            assert reader.number(4) <= 17825792
            reader.take(32)
    reader.finish()
    assert all(len(name) <= 128 for name in names) and names == sorted(set(names))
    if kind == 1:
        return {"gives-files": str(count)}
    assert count >= 2 and all(names)
    assert not any(after.startswith(before) for before, after in zip(names, names[1:]))
    return {"gives-links": str(count)}


def check_sync_recovered(vector, data):
    proof = sync_proof(vector.hex("recovery"), b"sync recovered", vector.hex("vault"))
    assert hmac.compare_digest(data, proof)
    return {}


# What could not be opened here.
UNOPENED = []

CHECKS = {
    "sync-member": check_sync_member, "sync-entry": check_sync_entry,
    "sync-cut": check_sync_cut,
    "sync-stamp": check_sync_stamp, "sync-object": check_sync_object,
    "sync-record": check_sync_record, "sync-keys": check_sync_keys,
    "sync-request": check_sync_request, "sync-answer": check_sync_answer,
    "sync-refusal": check_sync_refusal,
    "sync-recovered": check_sync_recovered, "sync-comparison": check_sync_comparison,
    "box": check_box, "device-key": check_device_key,
    "device-tpm": check_sealed_device_key, "device-recovery": check_device_key_copy,
    "reference": check_reference,
    "slot": check_slot, "cost": check_cost, "class-key": check_class_key, "keybag": check_keybag,
    "slot-3": check_listed_slot, "keybag-3": check_listed_keybag,
    "presence": check_presence, "envelope": check_envelope,
    "next-keychain": check_next_keychain, "memory": check_memory,
    "device-count": check_count, "fido2": check_fido2,
    "backup": check_backup,
    "attributes": check_attributes, "row": check_row, "leaf": check_leaf,
    "attribute-token": check_token, "primary-key-token": check_token, "sum": check_sum,
    "item-digest": check_item_digest, "state": check_state, "shared-keys": check_shared_keys,
    "keychain": check_keychain,
}


def is_costly(vector):
    """Of refused vectors only the cost is checked, because paying it is the attack."""
    if vector.headers["kind"] != "cost":
        return False
    try:
        check_cost(vector, vector.bytes)
    except AssertionError:
        return False
    return True


def is_taken(vector):
    """Refused vectors of synchronization are refused here too."""
    if not vector.headers["kind"].startswith("sync-"):
        return False
    if vector.headers["kind"] == "sync-keys" and MLKEM768PrivateKey is None:
        return False
    try:
        CHECKS[vector.headers["kind"]](vector, vector.bytes)
    except (AssertionError, InvalidSignature, InvalidTag, KeyError, ValueError):
        return False
    return True


def main():
    accepted = failed = 0
    for path in sorted(pathlib.Path(__file__).parent.rglob("*.txt")):
        vector = Vector(path)
        if vector.headers["expect"] != "accepted":
            if is_taken(vector):
                failed += 1
                print("%s: it must be refused" % path.stem)
            if is_costly(vector):
                failed += 1
                print("%s: its cost would be paid" % path.stem)
            continue
        accepted += 1
        try:
            gives = CHECKS[vector.headers["kind"]](vector, vector.bytes)
            assert gives == vector.gives, "gives %s" % gives
        except Exception as problem:  # Whatever it is, the vector is not accepted.
            failed += 1
            print("%s: %s %s" % (path.stem, type(problem).__name__, problem))
    if UNOPENED:
        print("wraps were not opened: this package cryptography has no ML-KEM")
    print("%d accepted vectors, %d failed" % (accepted, failed))
    return 1 if failed or not accepted else 0


if __name__ == "__main__":
    sys.exit(main())
