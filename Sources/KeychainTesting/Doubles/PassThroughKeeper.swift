public import PortableKeychain

/// A keeper that passes requests on and can nothing else: shows what code does over a keeper
/// without transactions, which is not locked and tells nothing about its caller.
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
