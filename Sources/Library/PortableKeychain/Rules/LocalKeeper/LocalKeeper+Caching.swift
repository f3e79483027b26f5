/// The requests that the ``ReadCache`` can answer.
extension LocalKeeper {
    /// The form in which the cache knows a request; `nil` for one that does not read a single secret.
    ///
    /// A request that skips items for which the user would be asked finds others than one that asks.
    func cacheable(_ request: ItemRequest) -> ReadCache.Request? {
        guard ReadCache.isUsed, request.returning == [.data],
            let limit = (request.limit ?? .one).smallCount,
            let itemClass = request.itemClass, request.persistentReference == nil,
            request.object == nil, request.interaction != .skip,
            request.filters.isEmpty, !request.namesItemList
        else { return nil }
        return ReadCache.Request(
            itemClass: itemClass,
            attributes: request.attributes,
            groups: groups,
            limit: limit,
            lookups: groups.names.isEmpty ? nil : Self.lookups(itemClass)
        )
    }

    func cached(_ request: ReadCache.Request) throws(KeychainError) -> CachedRead {
        do throws(KeychainError) {
            return try vault.cached(request)
        } catch {
            throw error.during(.find)
        }
    }

    /// The account and the service or server of a password: no rule refuses texts for these.
    private static func lookups(
        _ itemClass: ItemClass
    ) -> (first: AttributeKey, second: AttributeKey, itemClass: ClassCode)? {
        let schema: ClassSchema
        switch itemClass {
        case .genericPassword: schema = .genericPassword
        case .internetPassword: schema = .internetPassword
        default: return nil
        }
        return (schema.lookups[0], schema.lookups[1], schema.code)
    }
}

extension MatchLimit {
    /// The number of items in an answer of one or two, which is how single items are read.
    fileprivate var smallCount: Int? {
        switch self {
        case .one, .atMost(1): 1
        case .atMost(2): 2
        default: nil
        }
    }
}
