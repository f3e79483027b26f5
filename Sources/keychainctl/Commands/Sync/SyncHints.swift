internal import Synchronization

/// How often a remote has told that something may have changed.
final class SyncHints: Sendable {
    private let number = Mutex<UInt8>(0)

    func count() { number.withLock { $0 &+= 1 } }

    /// Something that is another value after a hint.
    var mark: UInt8 { number.withLock { $0 } }
}
