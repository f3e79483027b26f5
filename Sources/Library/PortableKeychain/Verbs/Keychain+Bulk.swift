extension Keychain {
    /// Adds many items in one change that waits for the disk once: all of them, or none.
    ///
    /// For programs that fill large keychains, such as this project's own measurements.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - secret: Makes the secret of an item.
    /// - Throws: The same errors as ``add(_:for:)``.
    @_spi(Bulk) public func addAll<Item: PasswordItem>(
        _ items: some Sequence<Item>,
        secret: (Item) -> SecretBytes
    ) throws(KeychainError) {
        try transaction { changes in
            for item in items { changes.add(secret(item), for: item) }
        }
    }
}
