internal import PortableKeychain
internal import Synchronization

/// A counter of a remote's hints that the vault may have changed.
final class SyncHints: Sendable {
    private struct State {
        var number: UInt8 = 0
        var source: Task<Void, Never>?
    }

    private let state = Mutex(State())
    /// Has a signal after each hint.
    let event = EventFile()

    /// Takes hints from a task until ``end()``.
    func take(from source: Task<Void, Never>) { state.withLock { $0.source = source } }

    func count() {
        state.withLock { $0.number &+= 1 }
        event.signal()
    }

    /// Ends the task that hints come from.
    func end() { state.withLock(\.source)?.cancel() }

    /// A mark with another value after each hint.
    var mark: UInt8 { state.withLock(\.number) }
}
