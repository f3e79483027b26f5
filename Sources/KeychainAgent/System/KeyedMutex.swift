internal import Synchronization

/// A mutex for each key, such as a user, so that a slow holder of one does not delay the others.
///
/// An entry is removed when nobody uses it and its content is `nil`, so that entries do not pile up.
final class KeyedMutex<Key: Hashable & Sendable, Content: Sendable>: Sendable {
    private final class Box: Sendable { let content = Mutex<Content?>(nil) }

    private struct Entry {
        let box = Box()
        /// How many threads hold it or wait for it.
        var users = 0
    }

    private let entries = Mutex<[Key: Entry]>([:])

    /// How many entries there are.
    var count: Int { entries.withLock { $0.count } }

    /// Locks the mutex of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - body: Gets the content, and may change it; if it throws, the content stays as it left it.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    func withLock<R, E: Error>(
        for key: Key,
        _ body: (inout Content?) throws(E) -> R
    ) throws(E) -> R {
        let box = entries.withLock { entries in
            var entry = entries[key] ?? Entry()
            entry.users += 1
            entries[key] = entry
            return entry.box
        }
        defer { leave(key) }
        return try box.content.withLock { content throws(E) in try body(&content) }
    }

    private func leave(_ key: Key) {
        entries.withLock { entries in
            guard var entry = entries[key] else { return }
            entry.users -= 1
            // Nobody holds it: those who do are counted.
            let isLeft = entry.users == 0 && entry.box.content.withLock { $0 == nil }
            entries[key] = isLeft ? nil : entry
        }
    }
}
