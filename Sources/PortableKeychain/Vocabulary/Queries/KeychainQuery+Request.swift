extension KeychainQuery {
    /// A search for these items.
    func search(_ returning: ReturnOptions, limit: MatchLimit = .one) -> ItemRequest {
        var request = request(.copyMatching)
        request.limit = limit
        request.returning = returning
        return request
    }

    /// A request about these items.
    func request(_ verb: ItemRequest.Verb) -> ItemRequest {
        ItemRequest(
            verb,
            itemClass: Item.itemClass,
            attributes: attributes,
            persistentReference: reference?.bytes,
            filters: filters,
            interaction: interaction
        )
    }

    /// The request that changes these items.
    func update(
        _ change: (inout KeychainUpdate<Item>) throws(KeychainError) -> Void
    ) throws(KeychainError) -> ItemRequest {
        var update = KeychainUpdate<Item>()
        try change(&update)
        return request(.update(try update.changes()))
    }

    /// The request that removes these items.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` for all items of a class, which must be
    ///   asked for as such.
    func deletion() throws(KeychainError) -> ItemRequest {
        guard !isUnconditional else {
            throw KeychainError(
                .invalidParameter,
                during: .delete,
                reason: "A deletion of all items must be asked for as such."
            )
        }
        return request(.delete)
    }

    /// The request that removes all items of the class, synchronized ones too.
    static var deletionOfAll: ItemRequest {
        all.synchronizable(.any).request(.delete)
    }
}
