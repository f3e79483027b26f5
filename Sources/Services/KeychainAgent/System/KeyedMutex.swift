internal import Synchronization

/// A mutex for each key, such as a user, so that a slow holder of one does not delay the others.
///
/// An entry is removed when it is not in use and its content is `nil`, so that entries do not pile
/// up.
final class KeyedMutex<Key: Hashable & Sendable, Content: Sendable>: Sendable {
    private final class Box: Sendable { let content = Mutex<Content?>(nil) }

    private struct Entry {
        let box = Box()
        /// The number of threads that hold it or wait for it.
        var users = 0
    }

    private let entries = Mutex<[Key: Entry]>([:])

    /// The number of entries.
    var count: Int { entries.withLock { $0.count } }

    /// Locks the mutex of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - body: Receives the content, and may change it; if it throws, the content stays as it
    ///     left it.
    /// - Returns: The result of `body`.
    /// - Throws: Any error of `body`.
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
            // No thread holds it: those that do are counted.
            let isLeft = entry.users == 0 && entry.box.content.withLock { $0 == nil }
            entries[key] = isLeft ? nil : entry
        }
    }
}
