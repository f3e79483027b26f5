@_spi(Keepers) public import PortableKeychain

/// A keeper that only passes requests on: shows how code works over a keeper without transactions,
/// which is not locked and gives no information about its caller.
///
/// It hides all other features of the keeper behind it.
///
/// ```swift
/// import PortableKeychain
///
/// let keychain = PassThroughKeeper(try Keychain.inMemory()).keychain
/// ```
public struct PassThroughKeeper: Sendable {
    private let keeper: any ItemKeeper

    /// Creates a keeper in front of a keychain.
    ///
    /// - Parameter keychain: The keychain that answers the requests.
    public init(_ keychain: Keychain) { keeper = keychain }

    /// Creates a keeper in front of another.
    ///
    /// - Parameter keeper: The keeper that answers the requests.
    @_spi(Keepers) public init(_ keeper: any ItemKeeper) { self.keeper = keeper }

    /// A keychain on this keeper.
    public var keychain: Keychain { Keychain(keeper: self) }
}

@_spi(Keepers) extension PassThroughKeeper: ItemKeeper {
    /// Lets the other keeper answer.
    public func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        try keeper.perform(request)
    }
}
