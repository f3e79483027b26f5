"""Times a provider of the Secret Service: NAME, its process, how many items are stored, and --check for the limits."""

import statistics
import sys
import time

import gi

gi.require_version("Secret", "1")
from gi.repository import Gio, GLib, Secret  # noqa: E402

name, process, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
schema = Secret.Schema.new(
    "org.example.bench",
    Secret.SchemaFlags.NONE,
    {"number": Secret.SchemaAttributeType.STRING, "part": Secret.SchemaAttributeType.STRING},
)


def store(number, secret="s3cret"):
    # Of the items, 300 are in one part: the search finds these.
    part = "some" if number < 300 else "rest"
    Secret.password_store_sync(
        schema, {"number": str(number), "part": part}, None, f"item {number}", secret, None
    )


def lookup(number):
    return Secret.password_lookup_sync(schema, {"number": str(number)}, None)


bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)


def ping():
    """The least that the bus can be asked of the provider: what it takes depends on what else the machine does."""
    names = ("org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.DBus.Peer", "Ping")
    bus.call_sync(*names, None, None, Gio.DBusCallFlags.NONE, 1000, None)


def timed(body, rounds):
    times = []
    for round in range(rounds):
        start = time.perf_counter()
        body(round)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


for attempt in range(200):
    try:
        lookup(0)
        break
    except GLib.Error:
        time.sleep(0.05)
begin = time.perf_counter()
for number in range(count):
    store(number)
filled = time.perf_counter() - begin


def search(_):
    service = Secret.Service.get_sync(Secret.ServiceFlags.NONE, None)
    flags = Secret.SearchFlags.ALL | Secret.SearchFlags.LOAD_SECRETS
    found = service.search_sync(schema, {"part": "some"}, flags, None)
    assert len(found) >= min(count, 300)


rounds = 30
results = {
    "store": timed(lambda round: store(count + round), rounds),
    "replace": timed(lambda round: store(round % count, f"new {round}"), rounds),
    "look-up": 0.0,
    "ping": 0.0,
    "miss": timed(lambda round: lookup(f"none {round}"), rounds),
    "search 300": timed(search, 5),
}
# In turns, so that other load on the machine affects both.
turns = [(timed(lambda _: lookup(turn % count), 1), timed(lambda _: ping(), 1)) for turn in range(10 * rounds)]
results["look-up"], results["ping"] = (statistics.median(times) for times in zip(*turns))
with open(f"/proc/{process}/status") as status:
    resident = int(next(line.split()[1] for line in status if line.startswith("VmRSS"))) / 1024
figures = ", ".join(f"{what} {value:.2f}" for what, value in results.items())
print(f"{name}, {count} items, ms: {figures}; filling {filled:.1f} s; {resident:.1f} MiB")
if "--check" in sys.argv[4:]:
    # For 5,000 items: a look-up beside a ping, and the resident memory.
    limits = {"pings": (results["look-up"] / results["ping"], 6), "MiB": (resident, 22)}
    missed = [f"{value:.1f} {what}, limit {limit}" for what, (value, limit) in limits.items() if value > limit]
    sys.exit("; ".join(missed) or 0)
