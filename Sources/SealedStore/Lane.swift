internal import Synchronization

/// One connection that threads use in turn, opened when first needed.
final class Lane: Sendable {
    private enum State {
        case unopened, closed
        case open(Connection)
    }

    typealias Opener = @Sendable () throws(StoreError) -> Connection

    private let state: Mutex<State>
    private let open: Opener

    /// A lane with a connection at hand, or one that is opened later.
    init(
        _ connection: Connection?,
        open: @escaping Opener
    ) {
        state = Mutex(connection.map { .open($0) } ?? .unopened)
        self.open = open
    }

    /// Lends the connection to a body; the body must not use the same lane.
    func use<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R {
        try state.withLock { state throws(StoreError) in
            let connection = try connection(in: &state)
            defer { drop(connection, from: &state) }
            return try body(connection)
        }
    }

    /// The same if nobody uses the lane now; `nil` without a call otherwise.
    func useIfFree<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R? {
        try state.withLockIfAvailable { state throws(StoreError) in
            let connection = try connection(in: &state)
            defer { drop(connection, from: &state) }
            return try body(connection)
        }
    }

    /// Closes the connection for good, after whoever uses it is done.
    func close() {
        state.withLock { $0 = .closed }
    }

    private func connection(in state: inout State) throws(StoreError) -> Connection {
        switch state {
        case .open(let connection): return connection
        case .closed: throw StoreError(.misuse, "The keychain has been closed.")
        case .unopened:
            let connection = try open()
            state = .open(connection)
            return connection
        }
    }

    /// A transaction that could not even be rolled back ends with its connection.
    private func drop(_ connection: Connection, from state: inout State) {
        if connection.isInTransaction { state = .unopened }
    }
}
