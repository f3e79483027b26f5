internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// The operations of credential helpers on the items of a keychain.
///
/// Helpers find items by attributes, then read, change or delete them by their references. The
/// protocols of other programs are not here, but in the helpers, such as ``GitHelper``.
package struct HelperStore {
    let items: Items

    /// Finds items, in the order in which they were stored; of the local and the synchronized item
    /// of one name, which differ only in a keychain of older versions, the one changed last first.
    ///
    /// - Parameters:
    ///   - itemClass: The class.
    ///   - attributes: The attributes that the items must have.
    ///   - interaction: Whether the user may be asked for items that require user authentication.
    /// - Returns: The items, including synchronized ones; empty if none matches.
    /// - Throws: Any error of the keychain.
    func find(
        _ itemClass: ItemClass,
        _ attributes: ItemAttributes,
        interaction: UserInteraction = .allowed
    ) throws(KeychainError) -> [ListedItem] {
        let found = try items.find(
            ItemSelection(itemClass: itemClass, attributes: attributes),
            [.attributes, .persistentReference],
            interaction: interaction
        )
        .filter { $0.persistentReference != nil }.map(ListedItem.init)
        return ListedItem.latestTwinsFirst(found)
    }

    /// The secret of an item; `nil` if the item was deleted since it was found.
    func secret(of found: ListedItem) throws(KeychainError) -> SecretBytes? {
        let request = ItemRequest(
            .copyMatching,
            persistentReference: found.reference,
            returning: .data
        )
        guard let item = try items.perform(request)?.items.first else { return nil }
        return item.secret ?? SecretBytes([])
    }

    /// Changes the secret of a found item; returns whether the item still exists.
    func change(_ found: ListedItem, to secret: SecretBytes) throws(KeychainError) -> Bool {
        let changes = ItemRequest.Verb.update(ItemChanges(secret: secret))
        return try items.perform(ItemRequest(changes, persistentReference: found.reference)) != nil
    }

    /// Adds an item, or changes the secret and label of the same item in this tool's group, local or
    /// synchronized as it is; deletes other items in the same transaction.
    ///
    /// - Parameters:
    ///   - secret: The new secret.
    ///   - itemClass: The class.
    ///   - identity: The attributes that identify the item in its class.
    ///   - label: The name shown in lists.
    ///   - found: The item to change; `nil` for the one with the identity.
    ///   - replaced: The items to delete when the new one is stored.
    /// - Throws: Any error of the keychain; nothing is changed in that case.
    func set(
        _ secret: SecretBytes,
        _ itemClass: ItemClass,
        _ identity: ItemAttributes,
        label: String,
        changing found: ListedItem? = nil,
        replacing replaced: [ListedItem] = []
    ) throws(KeychainError) {
        var own = identity
        own[.accessGroup] = items.keychain.defaultAccessGroup.map { .string($0) }
        let named = ItemSelection(itemClass: itemClass, attributes: own)
        if try items.isThere(named, .synchronized), try !items.isThere(named, .local) {
            own[.synchronizable] = SynchronizationScope.synchronized.value
        }
        var new = own
        new[.label] = .string(label)
        let changes = ItemChanges(attributes: [.label: .string(label)], secret: secret)
        let deletions = replaced.map { found in
            ItemStep(
                ItemRequest(.delete, persistentReference: found.reference),
                skipping: [.itemNotFound]
            )
        }
        let update =
            found.map { ItemRequest(.update(changes), persistentReference: $0.reference) }
            ?? ItemRequest(.update(changes), itemClass: itemClass, attributes: own)
        let upsert = ItemStep(
            update,
            or: ItemRequest(.add, itemClass: itemClass, attributes: new, secret: secret)
        )
        _ = try items.keychain.performTogether(deletions + [upsert])
    }

    /// Deletes a found item; succeeds if it was already deleted.
    func delete(_ found: ListedItem) throws(KeychainError) {
        _ = try items.perform(ItemRequest(.delete, persistentReference: found.reference))
    }
}
