public import PortableKeychain
internal import Synchronization

/// A keeper that fails on request: shows the behaviour of code when the keychain fails.
///
/// ```swift
/// import PortableKeychain
///
/// let memory = try Keychain.inMemory()
/// let keeper = FailingKeeper(memory, failing: 2, with: KeychainError(.diskFull))
/// ```
public final class FailingKeeper: ItemKeeper {
    private let keeper: any ItemKeeper
    private let failures: [Int: KeychainError]
    private let asked = Mutex(0)

    /// Creates a keeper that fails one request and passes the others on.
    ///
    /// - Parameters:
    ///   - keeper: The keeper that handles the other requests.
    ///   - number: The number of the request that fails; the first is 1.
    ///   - error: The error. The request does not reach the keeper.
    public convenience init(
        _ keeper: any ItemKeeper,
        failing number: Int,
        with error: KeychainError
    ) {
        self.init(keeper, failures: [number: error])
    }

    /// Creates a keeper that fails several requests and passes the others on.
    ///
    /// - Parameters:
    ///   - keeper: The keeper that handles the other requests.
    ///   - failures: The errors by number of request; the first request is 1.
    public init(_ keeper: any ItemKeeper, failures: [Int: KeychainError]) {
        self.keeper = keeper
        self.failures = failures
    }

    /// The number of requests so far, failed ones included.
    public var requestCount: Int { asked.withLock { $0 } }

    /// Fails if it is the turn, and otherwise lets the keeper answer.
    public func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        let number = asked.withLock { count in
            count += 1
            return count
        }
        if let error = failures[number] { throw error }
        return try keeper.perform(request)
    }
}
