@_spi(Keepers) package import PortableKeychain

/// The password items of a keychain, with the same operations for both classes.
///
/// The commands for items use it to find, add, change and delete generic and internet passwords
/// by an ``ItemSelection``. Keys and certificates have their own commands.
package struct Items {
    package let keychain: Keychain

    package init(keychain: Keychain) { self.keychain = keychain }

    /// Whether the keychain has no item of any class.
    package var isEmpty: Bool {
        get throws(KeychainError) {
            let classes: [ItemClass] = [.genericPassword, .internetPassword, .certificate, .key]
            for itemClass in classes {
                let search = ItemRequest(
                    .copyMatching,
                    itemClass: itemClass,
                    attributes: [.synchronizable: SynchronizationScope.any.value],
                    interaction: .forbidden
                )
                do throws(KeychainError) {
                    guard try perform(search) == nil else { return false }
                } catch  where error.code.isInaccessible {
                    return false
                }
            }
            return true
        }
    }

    /// Finds items, generic passwords first, in the order in which they were stored.
    ///
    /// - Parameters:
    ///   - selection: The class and attributes of the items.
    ///   - returning: The parts of each item to return.
    ///   - limit: The maximum number of items for each class.
    ///   - interaction: Whether the user may be asked for items that require user authentication.
    ///   - reason: The reason that the user sees when asked.
    /// - Returns: The items; empty if none matches.
    /// - Throws: Any error of the keychain.
    package func find(
        _ selection: ItemSelection,
        _ returning: ReturnOptions,
        limit: MatchLimit = .all,
        interaction: UserInteraction = .allowed,
        reason: String? = nil
    ) throws(KeychainError) -> [ItemAnswer.Item] {
        var found: [ItemAnswer.Item] = []
        for var search in searches(selection, returning, limit: limit, interaction: interaction) {
            if let reason { search.prompt = reason }
            found += try perform(search)?.items ?? []
        }
        return found
    }

    /// The searches for the items of each class.
    func searches(
        _ selection: ItemSelection,
        _ returning: ReturnOptions,
        limit: MatchLimit = .all,
        interaction: UserInteraction
    ) -> [ItemRequest] {
        selection.classes.map { itemClass in
            ItemRequest(
                .copyMatching,
                itemClass: itemClass,
                attributes: selection.pattern,
                limit: limit,
                returning: returning,
                interaction: interaction
            )
        }
    }

    /// Finds the only item that matches.
    ///
    /// - Parameters:
    ///   - selection: The class and attributes of the item.
    ///   - returning: The parts of the item to return.
    ///   - isReference: Whether the selection is a reference, which has no options.
    /// - Returns: The item; of a local and a synchronized one with the same secret, the latter.
    /// - Throws: ``Failure`` if several items match, because a script must not receive an
    ///   arbitrary secret, or if none matches.
    package func only(
        _ selection: ItemSelection,
        _ returning: ReturnOptions,
        isReference: Bool = false
    ) throws -> ItemAnswer.Item {
        let item = try one(selection, returning, isReference: isReference)
        guard let item else { throw Failure(noneOf: selection.itemClass) }
        return item
    }

    /// Finds the only item that matches, if there is one.
    ///
    /// - Parameters: As of ``only(_:_:isReference:)``.
    /// - Returns: The item; `nil` if none matches.
    /// - Throws: ``Failure`` if several items match.
    func one(
        _ selection: ItemSelection,
        _ returning: ReturnOptions,
        isReference: Bool = false
    ) throws -> ItemAnswer.Item? {
        // A third one shows that the first two are not all.
        let found = try find(selection, returning, limit: .atMost(3))
        guard found.count > 1 else { return found.first }
        let (listed, candidates) = try self.candidates(selection)
        if listed.count == found.count, let one = try one(of: listed) {
            let request = ItemRequest(
                .copyMatching,
                persistentReference: one.reference,
                returning: returning
            )
            if let item = try perform(request)?.items.first { return item }
        }
        candidates.show()
        throw Failure(
            .severalItems,
            "more than one item matches",
            advice: candidates.advice(isReference ? .reference : .options)
        )
    }

    /// The secret of an item that a search returned.
    ///
    /// - Throws: `KeychainError.itemNotFound` if it was deleted since.
    package func secret(of item: ListedItem) throws(KeychainError) -> SecretBytes {
        let request = ItemRequest(
            .copyMatching,
            persistentReference: item.reference,
            returning: .data
        )
        guard let found = try perform(request)?.items.first else {
            throw KeychainError(.itemNotFound)
        }
        return found.secret ?? SecretBytes([])
    }

    /// Adds a new item.
    ///
    /// - Parameters:
    ///   - selection: The item.
    ///   - secret: Its secret.
    ///   - advice: The advice if its twin exists.
    /// - Throws: ``Failure`` if its twin exists, `KeychainError.duplicateItem` if it exists itself.
    package func add(
        _ selection: ItemSelection,
        _ secret: SecretBytes,
        advice: String = "change it with 'keychainctl set'"
    ) throws {
        try checkIsOnly(selection, advice: advice)
        if selection.itemClass == .internetPassword {
            try keychain.add(secret, for: InternetPassword(attributes: selection.attributes))
        } else {
            try keychain.add(secret, for: GenericPassword(attributes: selection.attributes))
        }
    }

    /// Adds an item, or changes the secret of the existing one with the same name, which stays
    /// local or synchronized.
    ///
    /// - Throws: ``Failure`` if there are two, if the name would get a second item, or if a synchronized
    ///   one would be for this device only.
    package func set(_ selection: ItemSelection, _ secret: SecretBytes) throws {
        let selection = try target(of: selection)
        if selection.itemClass == .internetPassword {
            try keychain.set(secret, for: InternetPassword(attributes: selection.attributes))
        } else {
            try keychain.set(secret, for: GenericPassword(attributes: selection.attributes))
        }
    }

    /// Deletes an item that a search returned.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - isForGood: Whether neither the item nor its earlier versions are kept.
    /// - Throws: `KeychainError.itemNotFound` if it was deleted since.
    package func delete(
        _ item: ListedItem,
        forGood isForGood: Bool = false
    ) throws(KeychainError) {
        let request = ItemRequest(.delete, persistentReference: item.reference)
        guard try count(of: request, forGood: isForGood) > 0 else {
            throw KeychainError(.itemNotFound)
        }
    }

    /// Carries out a deletion.
    private func count(
        of deletion: ItemRequest,
        forGood isForGood: Bool
    ) throws(KeychainError) -> Int {
        isForGood
            ? try keychain.history.purge(deletion) : try perform(deletion)?.count ?? 0
    }

    /// Removes all matching items.
    ///
    /// - Parameters:
    ///   - selection: The class and attributes of the items.
    ///   - isForGood: Whether neither the items nor their earlier versions are kept.
    /// - Returns: The number of deleted items.
    /// - Throws: Any error of the keychain.
    package func delete(
        _ selection: ItemSelection,
        forGood isForGood: Bool = false
    ) throws(KeychainError) -> Int {
        var count = 0
        for itemClass in selection.classes {
            let request = ItemRequest(
                .delete,
                itemClass: itemClass,
                attributes: selection.pattern
            )
            count += try self.count(of: request, forGood: isForGood)
        }
        return count
    }

    /// Adds the items that do not exist yet: all of them, or none.
    ///
    /// - Returns: The number of added items.
    package func addMissing(_ requests: [ItemRequest]) throws(KeychainError) -> Int {
        try keychain.performTogether(requests, skipping: [.duplicateItem]).count
    }

    /// Adds the keys and certificates that do not exist yet: all of them, or none.
    ///
    /// - Returns: Those that were added.
    package func addMissing(
        objects requests: [ItemRequest]
    ) throws(KeychainError) -> Set<ItemObject> {
        let asking = requests.map { request in
            var request = request
            request.returning = .reference
            return request
        }
        let answers = try keychain.performTogether(asking, skipping: [.duplicateItem])
        return Set(answers.flatMap(\.items).compactMap(\.object))
    }

    /// Performs a request; `nil` if no item matches.
    package func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer? {
        try keychain.answer(to: request)
    }
}
