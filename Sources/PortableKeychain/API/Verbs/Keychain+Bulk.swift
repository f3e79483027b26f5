extension Keychain {
    /// Adds many items in one change that waits for the disk once: all of them, or none.
    ///
    /// For programs that fill large keychains, such as this project's own measurements.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - secret: Makes the secret of an item.
    /// - Throws: As ``add(_:secret:)``.
    @_spi(Bulk) public func addAll<Item: PasswordItem>(
        _ items: some Sequence<Item>,
        secret: @escaping (Item) -> SecretBytes
    ) throws(KeychainError) {
        guard let keeper = keeper as? LocalKeeper else { throw KeychainError(.unimplemented) }
        try Self.during(.add) { () throws(KeychainError) in
            _ = try keeper.performAll(
                items.lazy.map { item in
                    ItemRequest(
                        .add,
                        itemClass: Item.itemClass,
                        attributes: item.attributes,
                        secret: secret(item)
                    )
                }
            )
        }
    }
}
