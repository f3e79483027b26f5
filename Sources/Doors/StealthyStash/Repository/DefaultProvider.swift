/// The defaults of a repository for values that a query or an item omits.
public protocol DefaultProvider: Sendable {
    /// The attributes of all searches.
    ///
    /// - Parameter type: The class that is searched.
    /// - Returns: Attributes under Apple's keys; those that are `nil` do not count.
    func attributesForQuery(ofType type: StealthyPropertyType?) -> StealthyDictionary

    /// The attributes of new items.
    ///
    /// Those that distinguish items also name the item in updates and deletions, so that these find
    /// only items that were created with the defaults.
    ///
    /// - Parameter type: The class of the new item.
    /// - Returns: Attributes under Apple's keys; those that are `nil` do not count.
    func attributesForNewItem(ofType type: StealthyPropertyType) -> StealthyDictionary
}

/// The defaults of a repository without any.
struct NoDefaults: DefaultProvider {
    func attributesForQuery(ofType type: StealthyPropertyType?) -> StealthyDictionary { [:] }
    func attributesForNewItem(ofType type: StealthyPropertyType) -> StealthyDictionary { [:] }
}

/// The defaults of a repository for one service and one server.
struct NamedDefaults: DefaultProvider {
    let serviceName: String
    let serverName: String
    let accessGroup: String?
    let synchronizable: Synchronizable

    func attributesForQuery(ofType type: StealthyPropertyType?) -> StealthyDictionary {
        var attributes: StealthyDictionary = [ItemKey.accessGroup: accessGroup]
        switch type {
        case .internet: attributes[ItemKey.server] = serverName
        case .generic: attributes[ItemKey.service] = serviceName
        case nil: break
        }
        return attributes
    }

    func attributesForNewItem(ofType type: StealthyPropertyType) -> StealthyDictionary {
        attributesForQuery(ofType: type)
            .replaced(by: [ItemKey.synchronizable: synchronizable.cfValue])
    }
}
