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
    ///   - groups: The caller's groups; `nil` when only the keeper knows them.
    /// - Returns: An update with an addition as its alternative. If no group is known, the addition
    ///   is tried first, because only it affects the keeper's own first group alone.
    func setting(
        _ secret: SecretBytes,
        matching: KeychainQuery<Self>? = nil,
        groups: AccessGroups?
    ) -> ItemStep {
        var item = self
        item.accessGroup = item.accessGroup ?? groups?.ofOneItem
        var changes = item.attributes.given.removing(Self.itemClass.uniqueness.map(\.key))
        changes[.accessGroup] = nil
        let update = (matching ?? .exactly(item)).request(
            .update(ItemChanges(attributes: changes, secret: secret))
        )
        let addition = item.addition(secret)
        let isGroupKnown = item.accessGroup != nil || groups?.first != nil || matching != nil
        return isGroupKnown ? ItemStep(update, or: addition) : ItemStep(addition, or: update)
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
