extension KeychainObjects where Item == KeyItem, Object == KeyMaterial {
    /// Which halves of a new pair are stored.
    public enum StoredHalves: Hashable, Sendable {
        /// The private key, from which the public one can always be made.
        case privateKey
        /// Both keys as items of their own, which programs written for Apple's may look for.
        case pair
    }

    /// Adds a key of another library, such as swift-crypto's `P256.Signing.PrivateKey`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - item: How it is found and protected.
    /// - Returns: The item as stored.
    /// - Throws: ``KeychainError/Code/undecodable`` for a key of a kind that no keychain holds, and
    ///   as ``KeychainObjects/add(_:for:)->Item``.
    @discardableResult
    public func add(_ key: some KeyConvertible, for item: KeyItem) throws(KeychainError) -> KeyItem
    {
        try add(key.keyMaterial, for: item)
    }

    /// Makes a new key pair and stores it: everything that is to be stored, or nothing.
    ///
    /// - Parameters:
    ///   - specification: The kind of key.
    ///   - item: How the keys are found and protected.
    ///   - halves: What is to be stored.
    /// - Returns: The private key.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a size of RSA that is not offered,
    ///   ``KeychainError/Code/locked``.
    @discardableResult
    public func generate(
        _ specification: KeySpecification = .p256,
        for item: KeyItem,
        storing halves: StoredHalves = .privateKey
    ) throws(KeychainError) -> KeyMaterial {
        let key = try Keychain.during(.add) { () throws(KeychainError) in
            try KeyMaterial.generate(specification)
        }
        // The private half first: searches without a class find it before the other.
        try keychain.transaction { changes in
            changes.add(key, for: item)
            if halves == .pair { changes.add(key.publicKey, for: item) }
        }
        return key
    }

    /// Reads the only matching key as another library's, such as swift-crypto's
    /// `P256.Signing.PrivateKey`.
    ///
    /// - Parameters:
    ///   - query: Which key; of a stored pair, say which half.
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
