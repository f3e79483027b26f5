extension Keychain {
    /// Adds an item that is not there yet.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - item: The item; attributes that the keychain decides, such as dates, are ignored.
    /// - Returns: The item as stored.
    /// - Throws: ``KeychainError/Code/duplicateItem`` when an item with this identity exists in the
    ///   access group, ``KeychainError/Code/interactionNotAllowed`` while locked,
    ///   ``KeychainError/Code/missingEntitlement`` for another's access group.
    @discardableResult
    public func add<Item: PasswordItem>(
        _ secret: some SecretRepresentable,
        for item: Item
    ) throws(KeychainError) -> Item {
        let request = ItemRequest(
            .add,
            itemClass: Item.itemClass,
            attributes: item.givenAttributes,
            secret: secret.secretBytes(),
            returning: [.attributes]
        )
        let answer = try Self.during(.add) { () throws(KeychainError) in
            try keeper.perform(request)
        }
        return try answer.item().of(Item.self)
    }

    /// Stores a secret for an item, whether the item is there already or not.
    ///
    /// An existing item keeps the attributes that `item` does not name, and its references.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - item: The item.
    /// - Throws: ``KeychainError/Code/interactionNotAllowed`` while locked,
    ///   ``KeychainError/Code/missingEntitlement`` for another's access group.
    public func set<Item: PasswordItem>(
        _ secret: some SecretRepresentable,
        for item: Item
    ) throws(KeychainError) {
        let buffer = secret.secretBytes()
        try Self.during(.update) { () throws(KeychainError) in
            try set(buffer, item)
        }
    }

    private func set<Item: PasswordItem>(
        _ secret: SecretBytes,
        _ item: Item
    ) throws(KeychainError) {
        // Named, or an item of the same identity in another of the caller's groups would change.
        var item = item
        item.accessGroup = item.accessGroup ?? defaultAccessGroup
        var changes = item.givenAttributes
        for (key, _) in Item.identity { changes[key] = nil }
        changes[.accessGroup] = nil
        let update = KeychainQuery.exactly(item).request(
            .update(ItemChanges(attributes: changes, secret: secret))
        )
        let addition = ItemRequest(
            .add,
            itemClass: Item.itemClass,
            attributes: item.givenAttributes,
            secret: secret
        )
        // Others may add or delete the item between the two steps. Each round can only be lost to
        // somebody else who succeeded, so a few are plenty.
        var rounds = 16
        while true {
            do throws(KeychainError) {
                _ = try keeper.perform(update)
                return
            } catch  where error.code == .itemNotFound {}
            rounds -= 1
            do throws(KeychainError) {
                _ = try keeper.perform(addition)
                return
            } catch  where error.code == .duplicateItem && rounds > 0 {}
        }
    }

    /// The group of an item that names none; `nil` when only the keeper knows.
    package var defaultAccessGroup: String? {
        guard vault != nil else { return nil }
        return configuration.accessGroups.first { $0 != AccessGroups.administrator }
    }
}

extension KeychainItem {
    /// The attributes without those that a keychain decides.
    var givenAttributes: ItemAttributes { attributes.given }
}
