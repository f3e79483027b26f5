/// Stores and reads the keys, the certificates or the identities of a keychain.
///
/// A value over the keychain that it comes from: ``Keychain/keys``, ``Keychain/certificates`` and
/// ``Keychain/identities``. It is about the objects themselves. Their attributes are read, changed
/// and deleted as those of all items: `keychain.items(matching: .key(tag: "…"))`.
///
/// ```swift
/// let keychain = try Keychain.default
/// try keychain.keys.generate(.p256, for: KeyItem(tag: "com.example.signing"))
/// let key = try keychain.keys.only(matching: .key(tag: "com.example.signing"))
/// ```
public struct KeychainObjects<Item: KeychainItem, Object: Sendable>: Sendable {
    let keychain: Keychain
    /// The object as requests carry it.
    let wrap: @Sendable (Object) -> ItemObject
    /// The object that an answer carries; `nil` when it is of another kind.
    let unwrap: @Sendable (ItemObject) -> Object?

    /// Adds an object: a key, a certificate, or both halves of an identity.
    ///
    /// The attributes that follow from the object, such as a key's type and size, are its own. Of an
    /// identity one half may be stored already; it stays as it is.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - item: The attributes by which it is found and protected.
    /// - Returns: The item as stored.
    /// - Throws: ``KeychainError/Code/duplicateItem`` when it is stored already (a key under the same
    ///   tag, a certificate of the same issuer and serial number), ``KeychainError/Code/locked``,
    ///   ``KeychainError/Code/missingEntitlement`` for an access group that is not the caller's.
    @discardableResult
    public func add(_ object: Object, for item: Item) throws(KeychainError) -> Item {
        try keychain.add(item.addition(wrap(object)))
    }

    /// Reads the only matching object.
    ///
    /// - Parameter query: The object to find; of a stored key pair, say which half.
    /// - Returns: The object; `nil` only when none matches.
    /// - Throws: ``KeychainError/Code/ambiguous`` when several match,
    ///   ``KeychainError/Code/locked``, ``KeychainError/Code/authenticationRequired``,
    ///   ``KeychainError/Code/undecodable`` for bytes that do not match the item.
    public func only(matching query: KeychainQuery<Item>) throws(KeychainError) -> Object? {
        try keychain.only(query, [.reference]).map(object)
    }

    /// Reads the matching object that was stored first, however many match.
    ///
    /// - Parameter query: The objects to search.
    /// - Returns: The object; `nil` only when none matches.
    /// - Throws: The same errors as ``only(matching:)``, but never
    ///   ``KeychainError/Code/ambiguous``.
    public func first(matching query: KeychainQuery<Item>) throws(KeychainError) -> Object? {
        try all(matching: query, limit: 1).first
    }

    /// Reads all matching objects.
    ///
    /// - Parameters:
    ///   - query: The objects to find.
    ///   - limit: The largest number of results, 1 or more; `nil` for all.
    /// - Returns: The objects in the order in which they were stored; identities in the order of
    ///   their certificates.
    /// - Throws: The same errors as ``first(matching:)``; one object that cannot be read fails the
    ///   call.
    public func all(
        matching query: KeychainQuery<Item> = .all,
        limit: Int? = nil
    ) throws(KeychainError) -> [Object] {
        try keychain.search(query, [.reference], MatchLimit(limit)).map(object)
    }

    private func object(_ found: ItemAnswer.Item) throws(KeychainError) -> Object {
        guard let object = found.object.flatMap(unwrap) else {
            throw KeychainError(
                .undecodable,
                during: .find,
                reason: """
                    The bytes of an item do not match its attributes. Read them with \
                    'secret(matching:)'.
                    """
            )
        }
        return object
    }
}
