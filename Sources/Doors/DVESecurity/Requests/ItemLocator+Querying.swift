@_spi(Keepers) internal import PortableKeychain

extension ItemLocator {
    /// A search for all of the items.
    ///
    /// - Parameters:
    ///   - authentication: The way to ask the user.
    ///   - make: Makes an answer of one item, which comes with attributes and payload.
    /// - Returns: A search that returns `nil` if there is none.
    func all<Item: Sendable>(
        _ authentication: Authentication,
        _ make: @escaping @Sendable (ItemAnswer.Item) throws -> Item
    ) -> ItemSearch<[Item]?> {
        var request = request(.copyMatching, authentication)
        request.limit = .all
        request.returning = [.data, .attributes]
        return ItemSearch(request) { items in items.isEmpty ? nil : try items.map(make) }
    }

    /// A search for the only such item.
    ///
    /// - Parameters:
    ///   - wanted: The requested parts of the item.
    ///   - authentication: The way to ask the user.
    ///   - make: Makes an answer of it.
    /// - Returns: A search that returns `nil` if there is no item, and throws
    ///   ``KeychainError/ambiguousQueryResult`` when there are several.
    func one<Answer>(
        _ wanted: ReturnOptions,
        _ authentication: Authentication,
        _ make: @escaping @Sendable (ItemAnswer.Item) throws -> Answer
    ) -> ItemSearch<Answer?> {
        var request = request(.copyMatching, authentication)
        // A second item is enough to know.
        request.limit = .atMost(2)
        request.returning = wanted
        return ItemSearch(request) { items in
            guard items.count < 2 else { throw KeychainError.ambiguousQueryResult }
            return try items.first.map(make)
        }
    }

    /// A search for the payload of the only such item, as ``one(_:_:_:)``.
    func one<Answer>(
        _ authentication: Authentication,
        _ make: @escaping @Sendable (SecretBytes) throws -> Answer
    ) -> ItemSearch<Answer?> {
        one(.data, authentication) { try make($0.secret ?? SecretBytes([])) }
    }

    /// A search for the password of the only such item; ``KeychainError/resultError`` for one that
    /// is not UTF-8.
    func password(_ authentication: Authentication = Authentication()) -> ItemSearch<String?> {
        one(authentication) { secret in
            guard let text = secret.string() else { throw KeychainError.resultError }
            return text
        }
    }
}
