internal import CKeychainPlatform
internal import KeychainLibC

/// A file by which one thread wakes up another one that waits in ``FileWait``.
package final class EventFile: Sendable {
    private let ends: (reading: Int32, writing: Int32)

    package init() {
        var ends: [Int32] = [-1, -1]
        _ = pk_event_open(&ends)
        self.ends = (ends[0], ends[1])
    }

    deinit { for end in [ends.reading, ends.writing] where end >= 0 { close(end) } }

    /// The descriptor to wait for; negative where too many files were open.
    var file: Int32 { ends.reading }

    /// Wakes up the thread that waits, or the next one that does.
    package func signal() {
        // A pipe that is full says enough.
        var byte: UInt8 = 0
        _ = write(ends.writing, &byte, 1)
    }

    /// Takes back all signals so far; returns whether there was one.
    @discardableResult
    package func clear() -> Bool {
        var room = [UInt8](repeating: 0, count: 64)
        var isFound = false
        while read(ends.reading, &room, room.count) > 0 { isFound = true }
        return isFound
    }
}
