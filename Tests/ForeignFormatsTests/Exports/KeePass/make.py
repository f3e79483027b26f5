"""Makes the databases in this folder; see README.md.

    python3 -m venv VENV && VENV/bin/pip install pykeepass==4.2.0 && VENV/bin/python make.py

It needs keepassxc-cli. The passphrases are for tests, and the keys take little work.
"""

import base64
import subprocess
from datetime import datetime, timezone
from pathlib import Path

from construct import Container
from pykeepass import PyKeePass, create_database
from pykeepass.kdbx_parsing.kdbx4 import kdf_uuids

PASSPHRASE = "correct horse"
KEY = bytes(range(32))
folder = Path(__file__).parent


def parameters(name):
    def item(key, kind, content):
        return (key, Container(type=kind, key=key, value=content, next_byte=1))

    if name == "aeskdf":
        items = [item("$UUID", 0x42, kdf_uuids[name]), item("R", 5, 100), item("S", 0x42, bytes(32))]
    else:
        items = [
            item("$UUID", 0x42, kdf_uuids[name]),
            item("I", 5, 2),
            item("M", 5, 64 * 1024),
            item("P", 4, 2),
            item("S", 0x42, bytes(32)),
            item("V", 4, 0x13),
        ]
    items[-1][1].next_byte = 0
    return Container(items)


def fill(database):
    when = datetime(2026, 11, 22, 8, 11, 0, tzinfo=timezone.utc)
    work = database.add_group(database.root_group, "Work")
    deep = database.add_group(work, "Deep")
    shop = database.add_entry(
        work, "Shop", "old@example.com", "old password", url="https://shop.example:8443/login"
    )
    # A former version: its texts are encrypted between the others.
    shop.save_history()
    shop.title = 'Shop, "A"'
    shop.username = "me@example.com"
    shop.password = "n0t-real <\"1\">"
    shop.notes = "first line\nsecond, line"
    shop.tags = ["tag1", "tag2"]
    shop.otp = "otpauth://totp/Shop:me?secret=JBSWY3DPEHPK3PXP&issuer=Shop"
    shop.set_custom_property("Recovery code", "r3c & overy", protect=True)
    shop.set_custom_property("Customer number", "4711")
    shop.set_custom_property("KP2A_URL_1", "https://alt.example/")
    shop.expires = True
    shop.expiry_time = datetime(2030, 1, 2, 3, 4, 5, tzinfo=timezone.utc)
    shop.add_attachment(database.add_binary(b"attached \x00 bytes"), "file.bin")
    server = database.add_entry(deep, "Server", "root", "pässwörd €", url="ssh://server.example")
    server.set_custom_property("TimeOtp-Secret-Base32", "JBSWY3DPEHPK3PXP", protect=True)
    bin_entry = database.add_entry(database.root_group, "Deleted", "x", "deleted password")
    database.trash_entry(bin_entry)
    last = database.add_entry(database.root_group, "Last", "z", "last password")
    for entry in [shop, server, last]:
        entry.ctime = when


def make(name, derivation, cipher, compressed=True, passphrase=PASSPHRASE, key_file=None):
    path = folder / f"{name}.kdbx"
    database = create_database(str(path), password=passphrase, keyfile=key_file and str(key_file))
    header = database.kdbx.header.value.dynamic_header
    header.kdf_parameters.data.dict = parameters(derivation)
    header.cipher_id.data = cipher
    header.compression_flags.data.compression = compressed
    header.encryption_iv.data = bytes(12 if cipher == "chacha20" else 16)
    fill(database)
    save(database, name, passphrase, key_file)


def save(database, name, passphrase, key_file):
    """Saves a database that KeePassXC must open."""
    path = folder / f"{name}.kdbx"
    database.save(str(path))
    words = ["keepassxc-cli", "export", "--format", "xml", str(path)]
    words += ["--key-file", str(key_file)] if key_file else []
    words += [] if passphrase else ["--no-password"]
    other = subprocess.run(words, input=(passphrase or "") + "\n", text=True, capture_output=True)
    assert "last password" in other.stdout, (name, other.stderr)
    print(name)


def make_passkeys():
    """Passkeys under the names of KeePassXC, which shows the first one to browsers."""
    pem = (
        "-----BEGIN PRIVATE KEY-----\n"
        "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEjRWeJCrze8SNFZ4\n"
        "kKvN7xI0VniQq83vEjRWeJCrze+hRANCAARHHD51jEkEKFu6flMRjtD1JK3rB1fS\n"
        "W9L457DXbfpxTN1SD3rKiouResw39R3o8Mm7462Fg4LnAtwloS0J96hY\n"
        "-----END PRIVATE KEY-----\n"
    )
    path = folder / "passkeys.kdbx"
    database = create_database(str(path), password=PASSPHRASE)
    header = database.kdbx.header.value.dynamic_header
    header.kdf_parameters.data.dict = parameters("aeskdf")
    for title, key, flag in [("Shop", pem, "1"), ("Old", pem, "0"), ("Broken", "no key", "1")]:
        entry = database.add_entry(
            database.root_group, title, "ann", "last password", url=f"https://{title.lower()}.example"
        )
        entry.set_custom_property("KPEX_PASSKEY_USERNAME", "ann")
        entry.set_custom_property("KPEX_PASSKEY_CREDENTIAL_ID", "AQIDBA", protect=True)
        entry.set_custom_property("KPEX_PASSKEY_PRIVATE_KEY_PEM", key, protect=True)
        entry.set_custom_property("KPEX_PASSKEY_RELYING_PARTY", f"{title.lower()}.example")
        entry.set_custom_property("KPEX_PASSKEY_USER_HANDLE", "CQgH", protect=True)
        entry.set_custom_property("KPEX_PASSKEY_FLAG_BE", flag)
        entry.set_custom_property("KPEX_PASSKEY_FLAG_BS", flag)
    save(database, "passkeys", PASSPHRASE, None)


def key_files():
    digest = __import__("hashlib").sha256(KEY).hexdigest()[:8].upper()
    digits = KEY.hex().upper()
    lines = "\n\t\t\t".join(
        " ".join(digits[row + place : row + place + 8] for place in range(0, 32, 8))
        for row in (0, 32)
    )
    head = '<?xml version="1.0" encoding="utf-8"?>\n<KeyFile>\n\t<Meta>\n\t\t<Version>'
    (folder / "version-1.key").write_text(
        f"{head}1.00</Version>\n\t</Meta>\n\t<Key>\n\t\t<Data>"
        f"{base64.b64encode(KEY).decode()}</Data>\n\t</Key>\n</KeyFile>\n"
    )
    (folder / "version-2.keyx").write_text(
        f'{head}2.0</Version>\n\t</Meta>\n\t<Key>\n\t\t<Data Hash="{digest}">\n\t\t\t'
        f"{lines}\n\t\t</Data>\n\t</Key>\n</KeyFile>\n"
    )
    (folder / "binary.key").write_bytes(KEY)
    (folder / "hexadecimal.key").write_text(KEY.hex())
    (folder / "any.key").write_text("any file\n")


def make_older():
    """KDBX 3.1, which KeePassXC makes of the XML in the folder above, and pykeepass fills."""
    path = folder / "keepassxc-2.7.4.kdbx"
    path.unlink(missing_ok=True)
    xml = folder.parent / "keepassxc-2.7.4.xml"
    words = ["keepassxc-cli", "import", "-p", "--decryption-time", "100", str(xml), str(path)]
    subprocess.run(words, input=f"{PASSPHRASE}\n{PASSPHRASE}\n", text=True, check=True)
    path.chmod(0o644)
    database = PyKeePass(str(path), password=PASSPHRASE, keyfile=None)
    for group in database.root_group.subgroups:
        database.delete_group(group)
    for entry in database.root_group.entries:
        database.delete_entry(entry)
    database.password, database.keyfile = PASSPHRASE, str(folder / "binary.key")
    database.kdbx.header.value.dynamic_header.transform_rounds.data = 100
    # pykeepass does not renew the hash of the header, so it goes.
    for element in database.tree.findall(".//HeaderHash"):
        element.getparent().remove(element)
    fill(database)
    save(database, "older-key", PASSPHRASE, folder / "binary.key")


key_files()
make("argon2d-chacha20", "argon2", "chacha20", compressed=False)
make("argon2id-aes", "argon2id", "aes256")
make("argon2id-chacha20-file", "argon2id", "chacha20", passphrase=None, key_file=folder / "any.key")
make("aes-aes", "aeskdf", "aes256", compressed=False)
make("aes-chacha20-key", "aeskdf", "chacha20", key_file=folder / "binary.key")
make_older()
make_passkeys()
