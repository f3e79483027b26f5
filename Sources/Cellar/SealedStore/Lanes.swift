/// Several lanes to the same file, so that readers need not wait for each other.
///
/// A body can take long or read the store again. With one shared connection, the first would delay
/// all other readers, and the second would wait for itself forever. A store has several lanes for
/// reading and one for writing. Immutable: the lanes are created once, and each opens its
/// connection when needed.
final class Lanes: Sendable {
    private let lanes: [Lane]

    /// Makes lanes: a given first one, and others that open their connections when needed.
    init(_ first: Lane, others count: Int, open: @escaping Lane.Opener) {
        lanes = [first] + (0..<count).map { _ in Lane(nil, open: open) }
    }

    /// Calls a body with the connection of a free lane; if there is none, waits for the first lane.
    func use<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R {
        for lane in lanes {
            if let result = try lane.useIfFree(body) { return result }
        }
        return try lanes[0].use(body)
    }

    /// Calls a body with the connection of the first lane if it is free now; otherwise returns
    /// `nil`.
    func useIfFree<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R? {
        try lanes[0].useIfFree(body)
    }

    /// Closes all connections permanently, after their present use has ended.
    func close() {
        for lane in lanes { lane.close() }
    }
}
