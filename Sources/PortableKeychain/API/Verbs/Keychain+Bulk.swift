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
            _ = try keeper.addAll(
                items.lazy.map { item in
                    ItemRequest(
                        .add,
                        itemClass: Item.itemClass,
                        attributes: item.attributes,
                        secret: secret(item).buffer
                    )
                }
            )
        }
    }
}

extension Keychain {
    /// Adds several items together, such as the halves of a key pair: all of them, or none.
    ///
    /// A keeper of another kind adds one after the other, and takes back what it added when one
    /// fails.
    ///
    /// - Parameters:
    ///   - requests: Additions.
    ///   - skippingDuplicates: Whether items that exist stay as they are, and are left out of the
    ///     answers.
    /// - Returns: The answers in the same order.
    /// - Throws: What the first addition that fails throws.
    package func addTogether(
        _ requests: [ItemRequest],
        skippingDuplicates: Bool = false
    ) throws(KeychainError) -> [ItemAnswer] {
        var requests = requests
        if let authenticated = keeper as? AuthenticatedKeeper {
            requests = requests.map(authenticated.carrying)
        }
        return try Self.during(.add) { () throws(KeychainError) in
            if let keeper = localKeeper {
                return try keeper.addAll(requests, skippingDuplicates: skippingDuplicates)
            }
            var answers: [ItemAnswer] = []
            do throws(KeychainError) {
                for request in requests {
                    var asked = request
                    asked.returning.insert(.persistentReference)
                    do throws(KeychainError) {
                        answers.append(try keeper.perform(asked))
                    } catch  where skippingDuplicates && error.code == .duplicateItem {
                        continue
                    }
                }
            } catch {
                for reference in answers.compactMap({ $0.items.first?.persistentReference }) {
                    _ = try? keeper.perform(ItemRequest(.delete, persistentReference: reference))
                }
                throw error
            }
            return answers
        }
    }
}
