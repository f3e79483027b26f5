extension KeychainObjects where Item == KeyItem, Object == KeyMaterial {
    /// Adds a key of another library, such as swift-crypto's `P256.Signing.PrivateKey`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - item: The attributes by which it is found and protected.
    /// - Returns: The item as stored.
    /// - Throws: ``KeychainError/Code/undecodable`` for a key of a kind that no keychain holds, and
    ///   as ``KeychainObjects/add(_:for:)->Item``.
    @discardableResult
    public func add(_ key: some KeyConvertible, for item: KeyItem) throws(KeychainError) -> KeyItem
    {
        try add(key.keyMaterial, for: item)
    }

    /// The holder of the private half of a new key.
    @nonexhaustive public enum Holder: Hashable, Sendable {
        /// The keychain, from which it can be read.
        case keychain
        /// The token of the keychain's configuration (``Keychain/Configuration/token``), which the
        /// private half never leaves.
        case token
    }

    /// Makes a new key pair and stores it: everything that is to be stored, or nothing.
    ///
    /// The rules of the item's access control apply to each use of a key in a token, also to the one
    /// that is returned; a key that the keychain holds is in the caller's hands from then on.
    ///
    /// - Parameters:
    ///   - specification: The kind of key; ``KeySpecification/p256`` in a token.
    ///   - item: The attributes by which the keys are found and protected.
    ///   - storesPublicKey: Whether the public key becomes an item of its own too, which programs
    ///     written for Apple's may look for; it can always be made from the private one.
    ///   - holder: The holder of the private half.
    /// - Returns: The private key.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a size of RSA that is not offered, and
    ///   for a kind that a token does not make; ``KeychainError/Code/unimplemented`` where there is
    ///   no token, ``KeychainError/Code/notAvailable`` when it cannot be used,
    ///   ``KeychainError/Code/locked``.
    @discardableResult
    public func generate(
        _ specification: KeySpecification = .p256,
        for item: KeyItem,
        storesPublicKey: Bool = false,
        heldBy holder: Holder = .keychain
    ) throws(KeychainError) -> KeyMaterial {
        let key = try Keychain.during(.add) { () throws(KeychainError) in
            switch holder {
            case .keychain: try KeyMaterial.generate(specification)
            case .token: try keychain.makeTokenKey(specification)
            }
        }
        // The private half first: searches without a class find it before the other.
        var additions = [item.addition(.key(key))]
        additions[0].returning = .reference
        if storesPublicKey { additions.append(item.addition(.key(key.publicKey))) }
        let answers = try keychain.performTogether(additions)
        guard holder == .token, case .key(let stored) = answers.first?.items.first?.object else {
            return key
        }
        return stored
    }

    /// Reads the only matching key as another library's, such as swift-crypto's
    /// `P256.Signing.PrivateKey`.
    ///
    /// - Parameters:
    ///   - query: The key to find; of a stored pair, say which half.
    ///   - type: The type wanted.
    /// - Returns: The key; `nil` only when none matches.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the key is of another kind (the
    ///   reason says which), else as ``KeychainObjects/only(matching:)``.
    public func only<Other: KeyConvertible>(
        matching query: KeychainQuery<KeyItem>,
        as type: Other.Type
    ) throws(KeychainError) -> Other? {
        guard let key = try only(matching: query) else { return nil }
        return try Keychain.during(.find) { () throws(KeychainError) in
            try key.converted(to: type)
        }
    }
}
