internal import Synchronization

/// A place for each user or owner, with a lock of its own: who takes long keeps nobody else waiting.
///
/// A place stays as long as it is used or something is in it, so that there are not more and more.
final class PlaceOfEach<Key: Hashable & Sendable, Content: Sendable>: Sendable {
    private final class Place: Sendable { let content = Mutex<Content?>(nil) }

    private struct Entry {
        let place = Place()
        /// How many threads use it or wait for it.
        var users = 0
    }

    private let entries = Mutex<[Key: Entry]>([:])

    /// How many places there are.
    var count: Int { entries.withLock { $0.count } }

    /// Uses the place of a key, after all others who use it.
    ///
    /// - Parameters:
    ///   - key: Whose place it is.
    ///   - body: Gets what is in it, and may put something into it; if it throws, what is in the place
    ///     stays.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    func use<R, E: Error>(
        of key: Key,
        _ body: (inout Content?) throws(E) -> R
    ) throws(E) -> R {
        let place = entries.withLock { entries in
            var entry = entries[key] ?? Entry()
            entry.users += 1
            entries[key] = entry
            return entry.place
        }
        defer { leave(key) }
        return try place.content.withLock { content throws(E) in try body(&content) }
    }

    private func leave(_ key: Key) {
        entries.withLock { entries in
            guard var entry = entries[key] else { return }
            entry.users -= 1
            // Nobody has it locked: who uses it is counted.
            let isLeft = entry.users == 0 && entry.place.content.withLock { $0 == nil }
            entries[key] = isLeft ? nil : entry
        }
    }
}
