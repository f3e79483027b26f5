extension PasswordItem {
    /// The request that adds the item.
    func addition(_ secret: SecretBytes) -> ItemRequest {
        ItemRequest(
            .add,
            itemClass: Self.itemClass,
            attributes: attributes.given,
            secret: secret
        )
    }

    /// The step that stores a secret for the item, whether the item is there already or not.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - matching: The item that is changed; `nil` for the one with the same identity.
    ///   - group: The group of an item that names none; `nil` when only the keeper knows.
    /// - Returns: An update with an addition as its alternative.
    func setting(
        _ secret: SecretBytes,
        matching: KeychainQuery<Self>? = nil,
        defaultGroup group: String?
    ) -> ItemStep {
        // Named, or an item of the same identity in another of the caller's groups would change.
        var item = self
        item.accessGroup = item.accessGroup ?? group
        var changes = item.attributes.given.removing(Self.itemClass.uniqueness.map(\.key))
        changes[.accessGroup] = nil
        let update = (matching ?? .exactly(item)).request(
            .update(ItemChanges(attributes: changes, secret: secret))
        )
        return ItemStep(update, or: item.addition(secret))
    }
}

extension KeychainItem {
    /// The request that adds a key, a certificate or an identity.
    func addition(_ object: ItemObject) -> ItemRequest {
        ItemRequest(
            .add,
            itemClass: Self.itemClass,
            attributes: attributes.given,
            object: object
        )
    }
}
