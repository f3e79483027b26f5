internal import KeychainctlKit
internal import PortableKeychain

/// The items of a keychain, for helpers: found by some attributes, named by their references.
package struct HelperStore {
    let items: Items

    /// Finds items, in the order in which they were stored.
    ///
    /// - Parameters:
    ///   - itemClass: The class.
    ///   - attributes: What the items must have.
    ///   - interaction: What happens with items that require user authentication.
    /// - Returns: The items, synchronized ones too; empty when none matches.
    /// - Throws: What the keychain answers.
    func find(
        _ itemClass: ItemClass,
        _ attributes: ItemAttributes,
        interaction: UserInteraction = .allowed
    ) throws(KeychainError) -> [ListedItem] {
        try items.find(
            ItemSelection(itemClass: itemClass, attributes: attributes),
            [.attributes, .persistentReference],
            interaction: interaction
        )
        .filter { $0.persistentReference != nil }.map(ListedItem.init)
    }

    /// The secret of an item; `nil` when somebody has deleted the item since it was found.
    func secret(of found: ListedItem) throws(KeychainError) -> SecretBytes? {
        let request = ItemRequest(
            .copyMatching,
            persistentReference: found.reference,
            returning: .data
        )
        guard let item = try items.perform(request)?.items.first else { return nil }
        return item.secret ?? SecretBytes([])
    }

    /// Gives a found item a new secret; returns whether it is still there.
    func change(_ found: ListedItem, to secret: SecretBytes) throws(KeychainError) -> Bool {
        let changes = ItemRequest.Verb.update(ItemChanges(secret: secret))
        return try items.perform(ItemRequest(changes, persistentReference: found.reference)) != nil
    }

    /// Adds an item, or gives the one of this tool's group with its identity a new secret and label;
    /// deletes other items in the same step.
    ///
    /// - Parameters:
    ///   - secret: The new secret.
    ///   - itemClass: The class.
    ///   - identity: What tells the item from others of its class.
    ///   - label: What a person reads in a list.
    ///   - replaced: Items that go when the new one is there.
    /// - Throws: What the keychain answers; then nothing has changed.
    func set(
        _ secret: SecretBytes,
        _ itemClass: ItemClass,
        _ identity: ItemAttributes,
        label: String,
        replacing replaced: [ListedItem] = []
    ) throws(KeychainError) {
        var own = identity
        own[.accessGroup] = items.keychain.defaultAccessGroup.map { .string($0) }
        var new = own
        new[.label] = .string(label)
        let changes = ItemChanges(attributes: [.label: .string(label)], secret: secret)
        let deletions = replaced.map { found in
            ItemStep(
                ItemRequest(.delete, persistentReference: found.reference),
                skipping: [.itemNotFound]
            )
        }
        let upsert = ItemStep(
            ItemRequest(.update(changes), itemClass: itemClass, attributes: own),
            or: ItemRequest(.add, itemClass: itemClass, attributes: new, secret: secret)
        )
        _ = try items.keychain.performTogether(deletions + [upsert])
    }

    /// Deletes a found item; one that is gone already is none of the caller's concern.
    func delete(_ found: ListedItem) throws(KeychainError) {
        _ = try items.perform(ItemRequest(.delete, persistentReference: found.reference))
    }
}
