"""Times a provider of the Secret Service: NAME, its process, and how many items are stored."""

import statistics
import sys
import time

import gi

gi.require_version("Secret", "1")
from gi.repository import GLib, Secret  # noqa: E402

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
    "look-up": timed(lambda round: lookup(round % count), rounds),
    "miss": timed(lambda round: lookup(f"none {round}"), rounds),
    "search 300": timed(search, 5),
}
with open(f"/proc/{process}/status") as status:
    resident = next(line.split()[1] for line in status if line.startswith("VmRSS"))
figures = ", ".join(f"{what} {value:.2f}" for what, value in results.items())
print(f"{name}, {count} items, ms: {figures}; filling {filled:.1f} s; {int(resident) // 1024} MiB")
