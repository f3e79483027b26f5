internal import Synchronization

/// One connection that threads use in turn, opened when first needed.
final class Lane: Sendable {
    private enum State {
        case unopened, closed
        case open(Connection)
    }

    private let state: Mutex<State>
    private let open: @Sendable () throws(StoreError) -> Connection

    /// A lane with a connection at hand, or one that is opened later.
    init(
        _ connection: Connection?,
        open: @escaping @Sendable () throws(StoreError) -> Connection
    ) {
        state = Mutex(connection.map { .open($0) } ?? .unopened)
        self.open = open
    }

    /// Lends the connection to a body; the body must not use the same lane.
    func use<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R {
        try state.withLock { state throws(StoreError) in
            let connection = try connection(in: &state)
            defer {
                // A transaction that cannot even be rolled back ends with its connection.
                if connection.isInTransaction { state = .unopened }
            }
            return try body(connection)
        }
    }

    /// The same for a body that throws its own errors.
    func useAny<R>(_ body: (Connection) throws -> R) throws -> R {
        let outcome: Result<R, any Error> = try use { connection in
            Result { try body(connection) }
        }
        return try outcome.get()
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
}
