extension Keychain {
    /// Adds an item whose attributes follow from an object.
    func add<Item: KeychainItem>(
        _ object: ItemObject,
        for item: Item
    ) throws(KeychainError) -> Item {
        try add(item.addition(object))
    }

    /// Reads the object of the only matching item.
    func object<Item: KeychainItem, Object>(
        matching query: KeychainQuery<Item>,
        _ unwrap: (ItemObject) -> Object?
    ) throws(KeychainError) -> Object? {
        try only(query, [.reference]).map { found throws(KeychainError) in
            try found.object(unwrap)
        }
    }

    /// Reads the objects of all matching items.
    func objects<Item: KeychainItem, Object>(
        matching query: KeychainQuery<Item>,
        _ limit: Int?,
        _ unwrap: (ItemObject) -> Object?
    ) throws(KeychainError) -> [Object] {
        try search(query, [.reference], MatchLimit(limit)).map { found throws(KeychainError) in
            try found.object(unwrap)
        }
    }
}

extension ItemAnswer.Item {
    fileprivate func object<Object>(
        _ unwrap: (ItemObject) -> Object?
    ) throws(KeychainError) -> Object {
        guard let object = object.flatMap(unwrap) else {
            throw KeychainError(
                .undecodable,
                during: .find,
                reason: """
                    The bytes of an item do not match its attributes. Read them with \
                    'secret(matching:)'.
                    """
            )
        }
        return object
    }
}
