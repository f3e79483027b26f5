extension ItemAnswer {
    /// The one item of an answer that must have one.
    func item() throws(KeychainError) -> Item {
        guard let item = items.first else {
            throw KeychainError(.internalError, reason: "The keeper answered without an item.")
        }
        return item
    }
}

extension ItemAnswer.Item {
    /// The payload; empty for an item that was stored without one.
    var payload: SecretBytes { secret ?? SecretBytes([]) }

    /// The item with typed properties, which takes the attributes out of this one: in a list,
    /// copies of all attributes would take longer than opening them.
    mutating func take<Item: KeychainItem>(_ type: Item.Type) -> Item {
        var taken = attributes.take() ?? [:]
        taken.sayProtectionOnce()
        return Item(attributes: taken)
    }

    /// The item with typed properties.
    consuming func of<Item: KeychainItem>(_ type: Item.Type) -> Item { take(type) }

    func reference<Item: KeychainItem>() throws(KeychainError) -> PersistentReference<Item> {
        guard let reference = PersistentReference<Item>(persistentReference ?? []) else {
            throw KeychainError(
                .internalError,
                reason: "The keeper answered without a reference."
            )
        }
        return reference
    }
}
