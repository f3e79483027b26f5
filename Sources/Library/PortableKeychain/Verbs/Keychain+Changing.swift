extension Keychain {
    /// Changes all matching items, or none of them.
    ///
    /// ```swift
    /// let keychain = try Keychain.default
    /// let changed = try keychain.update(matching: .genericPassword(service: "api", account: "ci")) {
    ///     $0.label = "Staging"
    ///     $0.setSecret("n3w")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - query: The items to change.
    ///   - change: Sets the new values; an attribute can be replaced but not taken away.
    /// - Returns: The number of items that were changed; 0 when none matches.
    /// - Throws: ``KeychainError/Code/duplicateItem`` when the new identity is another item's,
    ///   ``KeychainError/Code/locked`` while locked; or any error of `change`.
    public func update<Item: KeychainItem>(
        matching query: KeychainQuery<Item>,
        _ change: (inout KeychainUpdate<Item>) throws(KeychainError) -> Void
    ) throws(KeychainError) -> Int {
        try answer(to: try query.update(change), during: .update)?.count ?? 0
    }

    /// Removes all matching items, or none of them.
    ///
    /// - Parameter query: The items to remove; at least one condition besides their group and set.
    /// - Returns: The number of items that were removed; 0 when none matches.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a match without such a condition (say
    ///   ``deleteAll(_:)`` when that is meant), ``KeychainError/Code/locked`` when
    ///   it takes an unlocked keychain to know the items.
    @discardableResult
    public func delete<Item: KeychainItem>(
        matching query: KeychainQuery<Item>
    ) throws(KeychainError) -> Int {
        try answer(to: try query.deletion(), during: .delete)?.count ?? 0
    }

    /// Removes one item, named exactly.
    ///
    /// - Parameter item: The item, as for ``secret(for:)``.
    /// - Returns: Whether there was one.
    /// - Throws: The same errors as ``delete(matching:)``; ``KeychainError/Code/ambiguous`` if the
    ///   keeper does not say what the caller's first access group is, and several groups have this
    ///   item.
    @discardableResult
    public func delete<Item: KeychainItem>(_ item: Item) throws(KeychainError) -> Bool {
        try Self.during(.delete) { () throws(KeychainError) in
            let deletion = exactly(item).request(.delete)
            try checkNamesOneItem(deletion)
            return try answer(to: deletion) != nil
        }
    }

    /// Removes all items of a class in all of the caller's access groups, synchronized ones too.
    ///
    /// - Parameter type: The class.
    /// - Returns: The number of items that were removed.
    /// - Throws: ``KeychainError`` when it cannot be done; then nothing was removed.
    @discardableResult
    public func deleteAll<Item: KeychainItem>(
        _ type: Item.Type
    ) throws(KeychainError) -> Int {
        try answer(to: KeychainQuery<Item>.deletionOfAll, during: .delete)?.count ?? 0
    }
}
