extension KeychainQuery {
    /// The request that searches for the items.
    func search(_ returning: ReturnOptions, limit: MatchLimit = .one) -> ItemRequest {
        request(.copyMatching, limit: limit, returning: returning)
    }

    /// A request for the items.
    func request(
        _ verb: ItemRequest.Verb,
        limit: MatchLimit? = nil,
        returning: ReturnOptions = []
    ) -> ItemRequest {
        ItemRequest(
            verb,
            itemClass: Item.itemClass,
            attributes: attributes,
            persistentReference: reference?.bytes,
            limit: limit,
            filters: filters,
            returning: returning,
            interaction: interaction
        )
    }

    /// The request that updates the items.
    func update(
        _ change: (inout KeychainUpdate<Item>) throws(KeychainError) -> Void
    ) throws(KeychainError) -> ItemRequest {
        var update = KeychainUpdate<Item>()
        try change(&update)
        return request(.update(try update.changes()))
    }

    /// The request that deletes the items.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` for all items of a class, which
    ///   ``deletionOfAll`` deletes.
    func deletion() throws(KeychainError) -> ItemRequest {
        guard !isUnconditional else {
            throw KeychainError(
                .invalidParameter,
                during: .delete,
                reason: """
                    This query matches all items. Use deleteAll to delete all items of a class.
                    """
            )
        }
        return request(.delete)
    }

    /// The request that deletes all items of the class, including synchronized ones.
    static var deletionOfAll: ItemRequest {
        all.synchronizable(.any).request(.delete)
    }
}
