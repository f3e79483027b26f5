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
}
