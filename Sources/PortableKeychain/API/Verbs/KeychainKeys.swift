extension Keychain {
    /// The keys of this keychain: what to call to store, make and read them.
    public var keys: KeychainKeys { KeychainKeys(keychain: self) }
}

/// Stores, makes and reads keys in a keychain.
///
/// A value over the keychain that it comes from: ``Keychain/keys``. Attributes of keys are read,
/// changed and deleted as those of all items, with `KeychainQuery.key(…)`.
public struct KeychainKeys: Sendable {
    let keychain: Keychain

    /// Which halves of a new pair are stored.
    public enum StoredHalves: Hashable, Sendable {
        /// The private key, from which the public one can always be made.
        case privateKey
        /// Both keys as items of their own, which programs written for Apple's may look for.
        case pair
    }

    /// Adds a key.
    ///
    /// Type, size and digest are the key's own.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - item: How it is found and protected.
    /// - Returns: The item as stored.
    /// - Throws: ``KeychainError/Code/duplicateItem`` when this very key is stored under this tag
    ///   already, ``KeychainError/Code/locked``, ``KeychainError/Code/missingEntitlement`` for an
    ///   access group that is not the caller's.
    @discardableResult
    public func add(_ key: KeyMaterial, for item: KeyItem) throws(KeychainError) -> KeyItem {
        try keychain.add(.key(key), for: item)
    }

    /// Adds a key of another library, such as swift-crypto's `P256.Signing.PrivateKey`.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - item: How it is found and protected.
    /// - Returns: The item as stored.
    /// - Throws: ``KeychainError/Code/undecodable`` for a key of a kind that no keychain holds, and
    ///   as for a ``KeyMaterial``.
    @discardableResult
    public func add(_ key: some KeyConvertible, for item: KeyItem) throws(KeychainError) -> KeyItem
    {
        try keychain.add(.key(key.keyMaterial), for: item)
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

    /// Reads the only matching key.
    ///
    /// - Parameter query: Which key; of a stored pair, say which half.
    /// - Returns: The key; `nil` only when none matches.
    /// - Throws: ``KeychainError/Code/ambiguous`` when several keys match,
    ///   ``KeychainError/Code/locked``, ``KeychainError/Code/authenticationRequired``,
    ///   ``KeychainError/Code/undecodable`` for bytes that are no key of a known type.
    public func key(matching query: KeychainQuery<KeyItem>) throws(KeychainError) -> KeyMaterial? {
        try keychain.object(matching: query, Self.key)
    }

    /// Reads the only matching key as another library's, such as swift-crypto's
    /// `P256.Signing.PrivateKey`.
    ///
    /// - Parameters:
    ///   - query: Which key; of a stored pair, say which half.
    ///   - type: The type wanted.
    /// - Returns: The key; `nil` only when none matches.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the key is of another kind (the
    ///   reason says which), else as ``key(matching:)``.
    public func key<Other: KeyConvertible>(
        matching query: KeychainQuery<KeyItem>,
        as type: Other.Type
    ) throws(KeychainError) -> Other? {
        guard let key = try key(matching: query) else { return nil }
        return try Keychain.during(.find) { () throws(KeychainError) in
            try key.converted(to: type)
        }
    }

    /// Reads the matching key that was stored first, however many match.
    ///
    /// - Parameter query: Which keys.
    /// - Returns: The key; `nil` only when none matches.
    /// - Throws: As ``key(matching:)``, but never ``KeychainError/Code/ambiguous``.
    public func first(
        matching query: KeychainQuery<KeyItem>
    ) throws(KeychainError) -> KeyMaterial? {
        try all(matching: query, limit: 1).first
    }

    /// Reads all matching keys.
    ///
    /// - Parameters:
    ///   - query: Which keys.
    ///   - limit: How many at most, 1 or more; `nil` for all.
    /// - Returns: The keys in the order in which they were stored.
    /// - Throws: As ``first(matching:)``; one key that cannot be read fails the call.
    public func all(
        matching query: KeychainQuery<KeyItem> = .all,
        limit: Int? = nil
    ) throws(KeychainError) -> [KeyMaterial] {
        try keychain.objects(matching: query, limit, Self.key)
    }

    private static func key(_ object: ItemObject) -> KeyMaterial? {
        if case .key(let key) = object { key } else { nil }
    }
}
