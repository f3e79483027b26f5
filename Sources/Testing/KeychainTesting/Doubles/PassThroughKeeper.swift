public import PortableKeychain

/// A keeper that only passes requests on: shows how code works over a keeper without transactions,
/// which is not locked and gives no information about its caller.
///
/// It hides all other features of the keeper behind it.
///
/// ```swift
/// import PortableKeychain
///
/// let keychain = Keychain(keeper: PassThroughKeeper(try Keychain.inMemory()))
/// ```
public struct PassThroughKeeper: ItemKeeper {
    private let keeper: any ItemKeeper

    /// Creates a keeper in front of another.
    ///
    /// - Parameter keeper: The keeper that answers the requests.
    public init(_ keeper: any ItemKeeper) { self.keeper = keeper }

    /// Lets the other keeper answer.
    public func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        try keeper.perform(request)
    }
}
