extension Keychain {
    /// Reads the secret of an item.
    ///
    /// - Parameter matching: Which item; of several, the one that was stored first.
    /// - Returns: The secret, empty for an item that was stored without one; `nil` only when no
    ///   item matches.
    /// - Throws: ``KeychainError/Code/interactionNotAllowed`` while locked,
    ///   ``KeychainError/Code/corrupt`` for a damaged item.
    public func secret<Item: KeychainItem>(
        _ matching: Matching<Item>
    ) throws(KeychainError) -> SecretBytes? {
        guard let found = try search(matching, [.data], .one).first else { return nil }
        return SecretBytes(found.payload)
    }

    /// Reads the attributes of an item.
    ///
    /// - Parameter matching: Which item; of several, the one that was stored first.
    /// - Returns: The item; `nil` only when none matches.
    /// - Throws: As ``secret(_:)``.
    public func item<Item: KeychainItem>(
        _ matching: Matching<Item>
    ) throws(KeychainError) -> Item? {
        try search(matching, [.attributes], .one).first?.of(Item.self)
    }

    /// Reads the attributes of all matching items.
    ///
    /// - Parameters:
    ///   - matching: Which items.
    ///   - limit: How many at most, 1 or more; `nil` for all.
    /// - Returns: The items in the order in which they were stored.
    /// - Throws: As ``secret(_:)``; one locked item fails them all.
    public func items<Item: KeychainItem>(
        _ matching: Matching<Item>,
        limit: Int? = nil
    ) throws(KeychainError) -> [Item] {
        try search(matching, [.attributes], .atMost(limit)).map { $0.of(Item.self) }
    }

    /// Reads all matching items with their secrets and references.
    ///
    /// - Parameters:
    ///   - matching: Which items.
    ///   - limit: How many at most, 1 or more; `nil` for all.
    /// - Returns: The entries in the order in which they were stored.
    /// - Throws: As ``secret(_:)``; one locked item fails them all.
    public func entries<Item: KeychainItem>(
        _ matching: Matching<Item>,
        limit: Int? = nil
    ) throws(KeychainError) -> [Entry<Item>] {
        let found = try search(
            matching,
            [.attributes, .data, .persistentReference],
            .atMost(limit)
        )
        return try found.map { found throws(KeychainError) in
            Entry(
                item: found.of(Item.self),
                reference: try found.reference(),
                secret: found.payload
            )
        }
    }

    /// Reads the lasting name of an item.
    ///
    /// - Parameter matching: Which item; of several, the one that was stored first.
    /// - Returns: The reference; `nil` only when no item matches.
    /// - Throws: As ``secret(_:)``.
    public func reference<Item: KeychainItem>(
        _ matching: Matching<Item>
    ) throws(KeychainError) -> PersistentReference<Item>? {
        try search(matching, [.persistentReference], .one).first?.reference()
    }

    /// Tells whether there is an item.
    ///
    /// - Parameter matching: Which item.
    /// - Returns: Whether any matches.
    /// - Throws: As ``secret(_:)``.
    public func contains<Item: KeychainItem>(
        _ matching: Matching<Item>
    ) throws(KeychainError) -> Bool {
        try answer(to: matching.search([]), during: .find) != nil
    }

    func search<Item: KeychainItem>(
        _ matching: Matching<Item>,
        _ returning: ReturnOptions,
        _ limit: MatchLimit
    ) throws(KeychainError) -> [ItemAnswer.Item] {
        try answer(to: matching.search(returning, limit: limit), during: .find)?.items ?? []
    }

    /// Answers a request, `nil` when no item matches, and tells what was being done.
    func answer(
        to request: ItemRequest,
        during operation: KeychainError.Operation
    ) throws(KeychainError) -> ItemAnswer? {
        try Self.during(operation) { () throws(KeychainError) in try answer(to: request) }
    }
}

extension MatchLimit {
    static func atMost(_ count: Int?) -> MatchLimit {
        count.map { .count(Int64($0)) } ?? .all
    }
}
