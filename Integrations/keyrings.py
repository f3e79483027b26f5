"""Keyrings of gnome-keyring besides the one of the login, which take a client that keeps its connection.

    keyrings.py create LABEL PASSWORD      makes a keyring
    keyrings.py unlock KEYRING PASSWORD    unlocks it (the last part of its path)
    keyrings.py store KEYRING NAME SECRET  stores an item with the attribute n=NAME
    keyrings.py list KEYRING               prints the labels of its items
"""

import sys

from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection

ROOT = "/org/freedesktop/secrets"
SECRET = "org.freedesktop.Secret."
OWN = "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface"

connection = open_dbus_connection(bus="SESSION")


def call(path, interface, member, signature=None, body=()):
    address = DBusAddress(path, bus_name="org.freedesktop.secrets", interface=interface)
    reply = connection.send_and_get_reply(new_method_call(address, member, signature, body), timeout=30)
    if reply.header.message_type is not MessageType.method_return:
        sys.exit(f"{member}: {reply.body}")
    return reply.body


def read(path, interface, name):
    return call(path, "org.freedesktop.DBus.Properties", "Get", "ss", (SECRET + interface, name))[0][1]


session = call(ROOT, SECRET + "Service", "OpenSession", "sv", ("plain", ("s", "")))[1]


def secret(text):
    return (session, b"", text.encode(), "text/plain")


verb, name, *rest = sys.argv[1:]
path = f"{ROOT}/collection/{name}"
if verb == "create":
    label = {SECRET + "Collection.Label": ("s", name)}
    print(call(ROOT, OWN, "CreateWithMasterPassword", "a{sv}(oayays)", (label, secret(rest[0])))[0])
elif verb == "unlock":
    call(ROOT, OWN, "UnlockWithMasterPassword", "o(oayays)", (path, secret(rest[0])))
elif verb == "store":
    properties = {SECRET + "Item.Label": ("s", rest[0]), SECRET + "Item.Attributes": ("a{ss}", {"n": rest[0]})}
    call(path, SECRET + "Collection", "CreateItem", "a{sv}(oayays)b", (properties, secret(rest[1]), True))
else:
    print("\n".join(sorted(read(item, "Item", "Label") for item in read(path, "Collection", "Items"))))
