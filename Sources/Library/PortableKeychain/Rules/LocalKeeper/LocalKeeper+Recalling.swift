/// Reads of single payloads that were answered before, without planning a search.
extension LocalKeeper {
    /// The parts of a request for the payload of one item that decide its answer; `nil` for other
    /// requests.
    func recent(_ request: ItemRequest) -> RecentReads.Request? {
        guard request.returning == [.data], request.limit?.isSmall ?? true,
            let itemClass = request.itemClass, request.persistentReference == nil,
            request.object == nil,
            request.filters.isEmpty, !request.namesItemList
        else { return nil }
        return RecentReads.Request(
            itemClass: itemClass,
            attributes: request.attributes,
            groups: groups
        )
    }

    /// The answer to a request that was answered before, if nothing has changed since.
    func recall(
        _ recent: RecentReads.Request,
        _ request: ItemRequest
    ) throws(KeychainError) -> ItemAnswer? {
        do throws(KeychainError) {
            guard let secret = try vault.recall(recent) else { return nil }
            return ItemAnswer(
                container: try Limit(request.limit).container,
                items: [ItemAnswer.Item(itemClass: recent.itemClass, secret: secret)],
                count: 1
            )
        } catch {
            throw error.during(request.verb.operation)
        }
    }

    /// Whether a request that was not found lately is known to find nothing still.
    ///
    /// Only for requests that no rule can refuse: texts for the first two attributes with tokens.
    func knowsAbsence(_ recent: RecentReads.Request) throws(KeychainError) -> Bool {
        guard !groups.names.isEmpty, let (key, text, classCode) = Self.second(recent) else {
            return false
        }
        do throws(KeychainError) {
            return try vault.knowsAbsence(of: text, for: key, in: classCode)
        } catch {
            throw error.during(.find)
        }
    }

    /// Notes that a request found nothing.
    func noteAbsence(_ recent: RecentReads.Request) {
        if let (_, text, _) = Self.second(recent) { vault.noteAbsence(of: text) }
    }

    /// The service or server in a request for a password that names only these and an account.
    private static func second(
        _ recent: RecentReads.Request
    ) -> (key: AttributeKey, text: String, classCode: ClassCode)? {
        let schema: ClassSchema
        switch recent.itemClass {
        case .genericPassword: schema = .genericPassword
        case .internetPassword: schema = .internetPassword
        default: return nil
        }
        let (first, second) = (schema.lookups[0], schema.lookups[1])
        var found: String?
        for (key, value) in recent.attributes {
            guard case .string(let text) = value, key == first || key == second else { return nil }
            if key == second { found = text }
        }
        return found.map { (second, $0, schema.code) }
    }
}

extension MatchLimit {
    /// Whether an answer has one or two items, which is how single items are read.
    fileprivate var isSmall: Bool {
        switch self {
        case .one, .atMost(1), .atMost(2): true
        default: false
        }
    }
}
