/// The ways in which a keychain can be opened, and the keys behind them (``Keychain/access``).
public struct KeychainAccess: Sendable {
    let keychain: Keychain
}

extension Keychain {
    /// The ways in which the keychain can be opened, and the keys behind them.
    public var access: KeychainAccess { KeychainAccess(keychain: self) }
}
