@_spi(Keepers) public import PortableKeychain
internal import Synchronization

/// A keeper that remembers its requests: shows the result of a door's translation.
@_spi(Keepers) public final class RecordingKeeper: ItemKeeper {
    private let keeper: any ItemKeeper
    private let recorded = Mutex<[ItemRequest]>([])

    /// Creates a keeper that writes down each request and passes it on.
    ///
    /// - Parameter keeper: The keeper that handles the requests.
    public init(_ keeper: any ItemKeeper) { self.keeper = keeper }

    /// The requests so far, in order, failed ones included.
    public var requests: [ItemRequest] { recorded.withLock { $0 } }

    /// Writes the request down and lets the keeper answer.
    public func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        recorded.withLock { $0.append(request) }
        return try keeper.perform(request)
    }
}
