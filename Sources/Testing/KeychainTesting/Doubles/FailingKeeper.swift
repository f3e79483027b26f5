@_spi(Keepers) public import PortableKeychain
internal import Synchronization

/// A keeper that fails on request: shows the behaviour of code when the keychain fails.
///
/// ```swift
/// import PortableKeychain
///
/// let memory = try Keychain.inMemory()
/// let keeper = FailingKeeper(memory, failing: 2, with: KeychainError(.diskFull))
/// let keychain = keeper.keychain
/// ```
public final class FailingKeeper: Sendable {
    private let keeper: any ItemKeeper
    private let failures: [Int: KeychainError]
    private let asked = Mutex(0)

    /// Creates a keeper that fails one request and passes the others on.
    ///
    /// - Parameters:
    ///   - keychain: The keychain that handles the other requests.
    ///   - number: The number of the request that fails; the first is 1.
    ///   - error: The error. The request does not reach the keychain.
    public convenience init(
        _ keychain: Keychain,
        failing number: Int,
        with error: KeychainError
    ) {
        self.init(keychain, failures: [number: error])
    }

    /// Creates a keeper that fails several requests and passes the others on.
    ///
    /// - Parameters:
    ///   - keychain: The keychain that handles the other requests.
    ///   - failures: The errors by number of request; the first request is 1.
    public init(_ keychain: Keychain, failures: [Int: KeychainError]) {
        keeper = keychain
        self.failures = failures
    }

    /// Creates a keeper that fails one request and passes the others on.
    ///
    /// - Parameters:
    ///   - keeper: The keeper that handles the other requests.
    ///   - number: The number of the request that fails; the first is 1.
    ///   - error: The error. The request does not reach the keeper.
    @_spi(Keepers) public convenience init(
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
    @_spi(Keepers) public init(_ keeper: any ItemKeeper, failures: [Int: KeychainError]) {
        self.keeper = keeper
        self.failures = failures
    }

    /// The number of requests so far, failed ones included.
    public var requestCount: Int { asked.withLock { $0 } }

    /// A keychain on this keeper.
    public var keychain: Keychain { Keychain(keeper: self) }
}

@_spi(Keepers) extension FailingKeeper: ItemKeeper {
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
