extension Keychain {
    /// Whether this keychain has a token, in which keys can be made that never leave it.
    package var hasToken: Bool { (try? managed(.tokenKeys).hasToken) ?? false }

    /// Whether keys of a token can be in this keychain, also if the token is not there now.
    package var canHoldTokenKeys: Bool { (try? managed(.tokenKeys)) != nil }

    /// Makes a private key in this keychain's token, which is not stored yet.
    ///
    /// - Parameter specification: The kind of key.
    /// - Returns: The private key.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for another kind than P-256,
    ///   ``KeychainError/Code/unimplemented`` where there is no token: an ordinary key is never made
    ///   in its place.
    package func makeTokenKey(
        _ specification: KeySpecification
    ) throws(KeychainError) -> KeyMaterial {
        guard specification == .p256 else {
            throw KeychainError(
                .invalidParameter,
                reason: "A token makes keys on P-256 only. Choose that kind."
            )
        }
        return try managed(.tokenKeys).makeTokenKey()
    }
}
