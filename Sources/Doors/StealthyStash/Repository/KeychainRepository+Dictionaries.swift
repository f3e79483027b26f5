@_spi(Keepers) internal import PortableKeychain

// The requests of the repository to the keychain.
extension KeychainRepository {
    /// The dictionary of a search.
    func search(_ query: any Query) -> [String: Any] {
        var search: [String: Any] = [
            ItemKey.synchronizable: Synchronizable.anyName,
            ItemKey.limit: "m_LimitAll",
        ]
        search.merge(defaultProvider.attributesForQuery(ofType: query.type).present) { $1 }
        search.merge(query.keychainDictionary().present) { $1 }
        search[ItemKey.itemClass] = query.type.itemClass.rawValue
        return search
    }

    /// The dictionary of a new item: its own values, and the defaults where it has none.
    ///
    /// "Both kinds" is not a valid value for a stored item, so the default is used.
    func addition(_ item: any StealthyProperty) -> [String: Any] {
        var own = item.addQuery().present
        if own[ItemKey.synchronizable] as? String == Synchronizable.anyName {
            own[ItemKey.synchronizable] = nil
        }
        return newItemDefaults(of: item).merging(own) { $1 }
    }

    /// The dictionary that finds one item: a name that it leaves open has the value with which it
    /// was created, either by default or for an omitted attribute.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - query: Its attributes.
    /// - Returns: The dictionary.
    func name(of item: any StealthyProperty, _ query: StealthyDictionary) -> [String: Any] {
        let defaults = newItemDefaults(of: item)
        var name = query.present
        for (key, empty) in type(of: item).propertyType.itemClass.uniqueness {
            let key = key.name
            guard query.keys.contains(key), name[key] == nil else { continue }
            name[key] = defaults[key] ?? empty.object
        }
        let group = ItemKey.accessGroup
        name[group] = name[group] ?? defaults[group]
        return name
    }

    private func newItemDefaults(of item: any StealthyProperty) -> [String: Any] {
        defaultProvider.attributesForNewItem(ofType: type(of: item).propertyType).present
    }
}

extension AttributeValue {
    /// The value in a dictionary, for the kinds of values that names have.
    fileprivate var object: Any? {
        switch self {
        case .string(let text): text
        case .number(let number): number
        case .data, .date, .accessControl: nil
        }
    }
}
