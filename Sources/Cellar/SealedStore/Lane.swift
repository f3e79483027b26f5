internal import FileSafety
internal import Synchronization

/// One connection that threads use in turn, opened when it is first needed.
///
/// A ``Connection`` must not be used by two threads at once, so it is accessible only through the
/// mutex of its lane. If a transaction cannot be rolled back, the lane drops the connection, and
/// opens another one for the next use. It does not decide who reads or writes: ``Lanes`` and
/// ``SealedStore`` do.
final class Lane: Sendable {
    private enum State {
        case unopened, closed
        case open(Connection)
    }

    typealias Opener = @Sendable () throws(StoreError) -> Connection

    private let state: Mutex<State>
    private let open: Opener

    /// Makes a lane with an open connection, or for `nil` with one that is opened later.
    init(
        _ connection: Connection?,
        open: @escaping Opener
    ) {
        state = Mutex(connection.map { .open($0) } ?? .unopened)
        self.open = open
    }

    /// Calls a body with the connection, when it is free; the body must not use the same lane.
    func use<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R {
        try state.withLock { state throws(StoreError) in
            let connection = try connection(in: &state)
            defer { drop(connection, from: &state) }
            return try body(connection)
        }
    }

    /// Calls a body with the connection if it is free now; otherwise returns `nil` without calling
    /// it.
    func useIfFree<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R? {
        try state.withLockIfAvailable { state throws(StoreError) in
            let connection = try connection(in: &state)
            defer { drop(connection, from: &state) }
            return try body(connection)
        }
    }

    /// Closes the connection permanently, after its present use has ended.
    func close() {
        state.withLock { $0 = .closed }
    }

    private func connection(in state: inout State) throws(StoreError) -> Connection {
        switch state {
        case .open(let connection) where !connection.isOutdated: return connection
        case .closed: throw StoreError(.misuse, "The keychain was closed. Open it again.")
        case .unopened, .open:
            let connection = try FileSizeSignal.asError { () throws(StoreError) in try open() }
            state = .open(connection)
            return connection
        }
    }

    /// Drops a connection whose transaction could not be rolled back.
    private func drop(_ connection: Connection, from state: inout State) {
        if connection.isInTransaction { state = .unopened }
    }
}
