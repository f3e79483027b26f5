/// A few lanes to the same file, so that readers need not wait for each other.
///
/// A body may take its time, ask a person, or read the store again; each of these would hold up, or
/// block forever, whoever shares its connection.
final class Lanes: Sendable {
    private let lanes: [Lane]

    /// Lanes that are opened when needed, after a first one.
    init(_ first: Lane, others count: Int, open: @escaping Lane.Opener) {
        lanes = [first] + (0..<count).map { _ in Lane(nil, open: open) }
    }

    /// Lends the connection of a lane that is free, or of the first one when it comes to be free.
    func use<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R {
        for lane in lanes {
            if let result = try lane.useIfFree(body) { return result }
        }
        return try lanes[0].use(body)
    }

    /// The same for a body that throws its own errors.
    func useAny<R>(_ body: (Connection) throws -> R) throws -> R {
        let outcome: Result<R, any Error> = try use { connection in
            Result { try body(connection) }
        }
        return try outcome.get()
    }

    /// Closes all connections for good, after whoever uses them is done.
    func close() {
        for lane in lanes { lane.close() }
    }
}
