"""A disk with a cache that forgets: what was written since the last flush may be there, in any part, once power is cut.

It is served to a machine in software by the protocol of network block devices. All that reaches it is kept in one list, in
the order in which it came, with what the programs on the machine acknowledged between: so the disk of any past moment can
be made, as often as wanted.
"""
import os
import struct

SECTOR = 512
GREETING = struct.pack(">QQH", 0x4E42444D41474943, 0x49484156454F5054, 3)
READ, WRITE, DISCONNECT, FLUSH = range(4)


class Disk:
    def __init__(self, name, path):
        self.name, self.size = name, os.path.getsize(path)
        self.base = os.open(path, os.O_RDONLY)
        self.begin({})

    def begin(self, sectors):
        """Continues with these sectors, by their numbers, and an empty list."""
        self.start, self.now, self.log = dict(sectors), dict(sectors), []

    def journal(self, line):
        self.log.append(("journal", line))

    def write(self, offset, data):
        self.log.append(("write", offset, data))
        self.now.update(sectors(offset, data))

    def flush(self):
        self.log.append(("flush",))

    def read(self, offset, count):
        data = bytearray(os.pread(self.base, count, offset).ljust(count, b"\0"))
        for place in range(0, count, SECTOR):
            sector = self.now.get((offset + place) // SECTOR)
            if sector is not None:
                data[place : place + SECTOR] = sector
        return bytes(data)

    def moment(self, end, policy, choice, flushes=True):
        """The sectors after a cut, when the disk has taken the first entries of the list.

        Without flushes, it is a disk that answers a flush and does nothing: its cache has the last 24 writes.
        """
        entries = self.log[:end]
        ends = [place for place, entry in enumerate(entries) if entry[0] == ("flush" if flushes else "write")]
        last = ends[-1 if flushes else -25] if len(ends) > 24 or (flushes and ends) else -1
        state = dict(self.start)
        for entry in entries[: last + 1]:
            if entry[0] == "write":
                state.update(sectors(entry[1], entry[2]))
        pending = [entry for entry in entries[last + 1 :] if entry[0] == "write"]
        if policy == "in order":
            # The last of them only to a part.
            pending = pending[: choice.randint(0, len(pending))]
            if pending:
                _, offset, data = pending.pop()
                pending.append(("write", offset, data[: choice.randint(0, len(data) // SECTOR) * SECTOR]))
        share = {"nothing": 0, "each second": 0.5}.get(policy, 1)
        for _, offset, data in pending:
            state.update((place, sector) for place, sector in sectors(offset, data) if choice.random() < share)
        return state


POLICIES = ["nothing", "everything", "in order", "each second"]


def sectors(offset, data):
    # Machines write whole sectors.
    first = offset // SECTOR
    return ((first + place, data[place * SECTOR : (place + 1) * SECTOR]) for place in range(len(data) // SECTOR))


class Server:
    """One connection of a machine to a disk, without waiting: takes what came, and returns what is to be sent."""

    def __init__(self, disk):
        self.disk, self.buffer, self.take = disk, b"", self.flags

    def received(self, data):
        self.buffer += data
        answer = b""
        while (step := self.take()) is not None:
            answer += step
        return answer

    def bytes(self, count):
        if len(self.buffer) < count:
            return None
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def flags(self):
        if self.bytes(4) is None:
            return None
        self.take = self.option
        return b""

    def option(self):
        if len(self.buffer) < 16:
            return None
        _, option, length = struct.unpack(">QII", self.buffer[:16])
        if self.bytes(16 + length) is None:
            return None

        def reply(kind, body=b""):
            return struct.pack(">QIII", 0x3E889045565A9, option, kind, len(body)) + body

        if option != 7:  # NBD_OPT_GO; others are not known here.
            return reply(0x80000001)
        self.take = self.request
        # It flushes.
        return reply(3, struct.pack(">HQH", 0, self.disk.size, 1 | 4)) + reply(1)

    def request(self):
        if len(self.buffer) < 28:
            return None
        _, _, kind, handle, offset, count = struct.unpack(">IHHQQI", self.buffer[:28])
        packet = self.bytes(28 + (count if kind == WRITE else 0))
        if packet is None:
            return None
        data = b""
        if kind == READ:
            data = self.disk.read(offset, count)
        elif kind == FLUSH:
            self.disk.flush()
        elif kind == WRITE:
            self.disk.write(offset, packet[28:])
        else:
            return b""
        return struct.pack(">IIQ", 0x67446698, 0, handle) + data
