extension Keychain {
    /// Adds an item that is not there yet.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - item: The item; attributes that the keychain decides, such as dates, are ignored.
    /// - Returns: The item as stored.
    /// - Throws: ``KeychainError/Code/duplicateItem`` when an item with this identity exists in the
    ///   access group, ``KeychainError/Code/locked``,
    ///   ``KeychainError/Code/missingEntitlement`` for another's access group.
    @discardableResult
    public func add<Item: PasswordItem>(
        _ secret: some SecretRepresentable,
        for item: Item
    ) throws(KeychainError) -> Item {
        try add(item.addition(secret.secretBytes()))
    }

    /// Stores a secret for an item, whether the item is there already or not.
    ///
    /// An existing item keeps the attributes that `item` does not name, and its references. It is the
    /// item that ``secret(for:)`` reads.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - item: The item.
    /// - Throws: ``KeychainError/Code/locked``,
    ///   ``KeychainError/Code/missingEntitlement`` for another's access group,
    ///   ``KeychainError/Code/ambiguous`` if the keeper does not say what the caller's first access
    ///   group is, and several groups have this item.
    public func set<Item: PasswordItem>(
        _ secret: some SecretRepresentable,
        for item: Item
    ) throws(KeychainError) {
        let step = item.setting(secret.secretBytes(), groups: accessGroups)
        try Self.during(.update) { () throws(KeychainError) in
            try checkGroups(of: [step])
            _ = try performTogether([step])
        }
    }

    /// Adds an item, and reads it as it was stored.
    func add<Item: KeychainItem>(_ addition: ItemRequest) throws(KeychainError) -> Item {
        var request = addition
        request.returning = [.attributes]
        do throws(KeychainError) {
            return try perform(request).item().of(Item.self)
        } catch {
            throw error.during(.add)
        }
    }

    /// Stores a secret for the item that a match names, or else for a new item.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - item: The item to add when none matches.
    ///   - query: The item to change, such as one in any of the caller's groups.
    /// - Throws: The same errors as ``set(_:for:)``.
    package func set<Item: PasswordItem>(
        _ secret: some SecretRepresentable,
        for item: Item,
        matching query: KeychainQuery<Item>
    ) throws(KeychainError) {
        _ = try performTogether([
            item.setting(
                secret.secretBytes(),
                matching: query,
                groups: accessGroups
            )
        ])
    }
}
