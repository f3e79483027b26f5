package import PortableKeychain

/// The items of a keychain, of both classes alike.
package struct Items {
    package let keychain: Keychain

    package init(keychain: Keychain) { self.keychain = keychain }

    /// Finds items, generic passwords first, in the order in which they were stored.
    ///
    /// - Parameters:
    ///   - selection: Which items.
    ///   - returning: What of them.
    ///   - limit: How many at most.
    ///   - interaction: What happens with items that require user authentication.
    /// - Returns: The items; empty when none matches.
    /// - Throws: What the keychain answers.
    package func find(
        _ selection: ItemSelection,
        _ returning: ReturnOptions,
        limit: MatchLimit = .all,
        interaction: UserInteraction = .allowed
    ) throws(KeychainError) -> [ItemAnswer.Item] {
        var found: [ItemAnswer.Item] = []
        for itemClass in selection.classes {
            let request = ItemRequest(
                .copyMatching,
                itemClass: itemClass,
                attributes: selection.pattern,
                limit: limit,
                returning: returning,
                interaction: interaction
            )
            found += try perform(request)?.items ?? []
        }
        return found
    }

    /// Finds the only item that matches.
    ///
    /// - Throws: ``Failure`` when there is none, or more than one: a script must not get whatever
    ///   secret happens to come first.
    package func only(_ selection: ItemSelection, _ returning: ReturnOptions) throws -> ItemAnswer.Item {
        let found = try find(selection, returning, limit: .atMost(2))
        guard let item = found.first else { throw KeychainError(.itemNotFound) }
        guard found.count == 1 else {
            throw Failure(
                .severalItems,
                "more than one item matches",
                advice: "add options until one is left; 'keychainctl list' shows them"
            )
        }
        return item
    }

    /// Adds an item that is not there yet.
    package func add(_ selection: ItemSelection, _ secret: SecretBytes) throws(KeychainError) {
        if selection.itemClass == .internetPassword {
            try keychain.add(secret, for: InternetPassword(attributes: selection.attributes))
        } else {
            try keychain.add(secret, for: GenericPassword(attributes: selection.attributes))
        }
    }

    /// Adds an item, or gives the one with its identity a new secret.
    package func set(_ selection: ItemSelection, _ secret: SecretBytes) throws(KeychainError) {
        if selection.itemClass == .internetPassword {
            try keychain.set(secret, for: InternetPassword(attributes: selection.attributes))
        } else {
            try keychain.set(secret, for: GenericPassword(attributes: selection.attributes))
        }
    }

    /// Removes all matching items.
    ///
    /// - Returns: How many there were.
    package func delete(_ selection: ItemSelection) throws(KeychainError) -> Int {
        var count = 0
        for itemClass in selection.classes {
            let request = ItemRequest(
                .delete,
                itemClass: itemClass,
                attributes: selection.pattern
            )
            count += try perform(request)?.count ?? 0
        }
        return count
    }

    /// Stores what is not there yet: all of it, or none.
    ///
    /// - Returns: How many items were new.
    package func addMissing(_ requests: [ItemRequest]) throws(KeychainError) -> Int {
        try keychain.performTogether(requests, skipping: [.duplicateItem]).count
    }

    /// Asks the keychain; `nil` when no item matches.
    package func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer? {
        try keychain.answer(to: request)
    }
}
