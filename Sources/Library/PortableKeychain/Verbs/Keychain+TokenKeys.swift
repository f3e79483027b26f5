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

    /// Makes a key in this keychain's token, which is not stored, of its handle.
    ///
    /// - Parameter handle: The result of ``KeyMaterial/tokenHandle``.
    /// - Returns: The private key.
    /// - Throws: ``KeychainError/Code/undecodable`` for bytes that are not a handle,
    ///   ``KeychainError/Code/unimplemented`` where there is no token. Whether the token made the
    ///   key shows at its first use.
    package func tokenKey(of handle: SecretBytes) throws(KeychainError) -> KeyMaterial {
        try managed(.tokenKeys).tokenKey(of: handle)
    }

    /// Stores a private key of this keychain's token.
    ///
    /// - Parameters:
    ///   - key: The result of ``makeTokenKey(_:)``.
    ///   - item: The attributes by which it is found and protected.
    ///   - context: The context with the user's proofs; each use of the returned key needs the
    ///     proofs that its access control requires.
    /// - Returns: The key, and the persistent reference of its item.
    /// - Throws: The errors of adding a key.
    package func storeTokenKey(
        _ key: KeyMaterial,
        for item: KeyItem,
        in context: AuthenticationContext?
    ) throws(KeychainError) -> (key: KeyMaterial, reference: [UInt8]) {
        var addition = item.addition(.key(key))
        addition.returning = [.reference, .persistentReference]
        addition.authentication = context
        guard let added = try perform(addition).items.first, case .key(let stored) = added.object,
            let reference = added.persistentReference
        else { throw KeychainError(.internalError) }
        return (stored, reference)
    }

    /// Finds a key in this keychain's token by its item.
    ///
    /// - Parameters:
    ///   - reference: The persistent reference of the item.
    ///   - context: The context with the user's proofs.
    /// - Returns: The key; `nil` if the reference belongs to no key in a token.
    /// - Throws: ``KeychainError/Code/itemNotFound`` if the item was deleted.
    package func tokenKey(
        reference: [UInt8],
        in context: AuthenticationContext?
    ) throws(KeychainError) -> KeyMaterial? {
        let request = ItemRequest(
            .copyMatching,
            persistentReference: reference,
            returning: .reference,
            authentication: context
        )
        guard case .key(let key) = try perform(request).items.first?.object, key.tokenID != nil
        else { return nil }
        return key
    }
}
