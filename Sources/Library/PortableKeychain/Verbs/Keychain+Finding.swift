extension Keychain {
    /// Reads the secret of one item, named exactly.
    ///
    /// The counterpart of ``set(_:for:)``: it reads the secret that was stored for the same item. A
    /// part that the item leaves out counts as empty, and an access group that is not named is the
    /// caller's first. If a caller with one group has no such item, it is looked for among those
    /// that users store with `keychainctl` (``Configuration/sharedGroup``).
    ///
    /// - Parameter item: The item, distinguished by the rules of its class: for a
    ///   ``GenericPassword`` by service and account.
    /// - Returns: The secret, empty for an item that was stored without one; `nil` only when there
    ///   is no such item.
    /// - Throws: ``KeychainError/Code/locked``, ``KeychainError/Code/authenticationRequired``,
    ///   ``KeychainError/Code/corrupt`` for a damaged item.
    public func secret<Item: PasswordItem>(for item: Item) throws(KeychainError) -> SecretBytes? {
        try search(exactly(item), [.data], .one).first?.payload
    }

    /// Reads the stored attributes of one item, named exactly.
    ///
    /// - Parameter item: The item, as for ``secret(for:)``.
    /// - Returns: The item as stored; `nil` only when there is none.
    /// - Throws: The same errors as ``secret(for:)``.
    public func item<Item: KeychainItem>(for item: Item) throws(KeychainError) -> Item? {
        try search(exactly(item), [.attributes], .one).first?.of(Item.self)
    }

    /// Reads the secret of the only matching item.
    ///
    /// - Parameter query: The item to find.
    /// - Returns: The secret, empty for an item that was stored without one; `nil` only when no
    ///   item matches.
    /// - Throws: ``KeychainError/Code/ambiguous`` when several items match, and as ``secret(for:)``.
    public func secret<Item: KeychainItem>(
        matching query: KeychainQuery<Item>
    ) throws(KeychainError) -> SecretBytes? {
        try only(query, [.data])?.payload
    }

    /// Reads the attributes of the only matching item.
    ///
    /// - Parameter query: The item to find.
    /// - Returns: The item; `nil` only when none matches.
    /// - Throws: The same errors as ``secret(matching:)``.
    public func item<Item: KeychainItem>(
        matching query: KeychainQuery<Item>
    ) throws(KeychainError) -> Item? {
        try only(query, [.attributes])?.of(Item.self)
    }

    /// Reads the lasting name of the only matching item.
    ///
    /// - Parameter query: The item to find.
    /// - Returns: The reference; `nil` only when no item matches.
    /// - Throws: The same errors as ``secret(matching:)``.
    public func reference<Item: KeychainItem>(
        matching query: KeychainQuery<Item>
    ) throws(KeychainError) -> PersistentReference<Item>? {
        try only(query, [.persistentReference])?.reference()
    }

    /// Reads the matching item that was stored first, however many match.
    ///
    /// - Parameter query: The items to search.
    /// - Returns: The item with its secret and reference; `nil` only when none matches.
    /// - Throws: The same errors as ``secret(for:)``.
    public func first<Item: KeychainItem>(
        matching query: KeychainQuery<Item>
    ) throws(KeychainError) -> KeychainEntry<Item>? {
        try entries(matching: query, limit: 1).first
    }

    /// Reads the attributes of all matching items.
    ///
    /// - Parameters:
    ///   - query: The items to find.
    ///   - limit: The largest number of results, 1 or more; `nil` for all.
    /// - Returns: The items in the order in which they were stored.
    /// - Throws: The same errors as ``secret(for:)``; one item that cannot be read fails the call.
    public func items<Item: KeychainItem>(
        matching query: KeychainQuery<Item>,
        limit: Int? = nil
    ) throws(KeychainError) -> [Item] {
        var found = try search(query, [.attributes], MatchLimit(limit))
        var items: [Item] = []
        items.reserveCapacity(found.count)
        for place in found.indices { items.append(found[place].take(Item.self)) }
        return items
    }

    /// Reads all matching items with their secrets and references.
    ///
    /// - Parameters:
    ///   - query: The items to find.
    ///   - limit: The largest number of results, 1 or more; `nil` for all.
    /// - Returns: The entries in the order in which they were stored.
    /// - Throws: The same errors as ``secret(for:)``; one item that cannot be read fails the call.
    public func entries<Item: KeychainItem>(
        matching query: KeychainQuery<Item>,
        limit: Int? = nil
    ) throws(KeychainError) -> [KeychainEntry<Item>] {
        var found = try search(
            query,
            [.attributes, .data, .persistentReference],
            MatchLimit(limit)
        )
        var entries: [KeychainEntry<Item>] = []
        entries.reserveCapacity(found.count)
        for place in found.indices {
            entries.append(
                KeychainEntry(
                    item: found[place].take(Item.self),
                    reference: try found[place].reference(),
                    secret: found[place].payload
                )
            )
        }
        return entries
    }

    /// Returns whether any item matches.
    ///
    /// - Parameter query: The items to look for.
    /// - Returns: Whether there is one or more.
    /// - Throws: The same errors as ``secret(for:)``.
    public func contains<Item: KeychainItem>(
        _ query: KeychainQuery<Item>
    ) throws(KeychainError) -> Bool {
        try answer(to: query.search([]), during: .find) != nil
    }

    /// The query for one item in the group in which ``set(_:for:)`` stores it.
    func exactly<Item: KeychainItem>(_ item: Item) -> KeychainQuery<Item> {
        var item = item
        item.accessGroup = item.accessGroup ?? accessGroups?.ofOneItem
        return .exactly(item)
    }

    /// Finds the only match, and refuses to choose among several.
    func only<Item: KeychainItem>(
        _ query: KeychainQuery<Item>,
        _ returning: ReturnOptions
    ) throws(KeychainError) -> ItemAnswer.Item? {
        let found = try search(query, returning, .atMost(2))
        guard found.count < 2 else {
            throw KeychainError(
                .ambiguous,
                during: .find,
                reason: """
                    Several items match. Name more attributes, or ask for the first one \
                    or for all of them.
                    """
            )
        }
        return found.first
    }

    func search<Item: KeychainItem>(
        _ query: KeychainQuery<Item>,
        _ returning: ReturnOptions,
        _ limit: MatchLimit
    ) throws(KeychainError) -> [ItemAnswer.Item] {
        try answer(to: query.search(returning, limit: limit), during: .find)?.items ?? []
    }

    /// Answers a request, or `nil` when no item matches; an error names the operation.
    func answer(
        to request: ItemRequest,
        during operation: KeychainError.Operation
    ) throws(KeychainError) -> ItemAnswer? {
        try Self.during(operation) { () throws(KeychainError) in try answer(to: request) }
    }
}
