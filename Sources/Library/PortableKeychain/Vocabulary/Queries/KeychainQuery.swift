/// A condition on items of one kind, such as "the generic passwords of a service".
///
/// Begin with the kind, such as ``genericPassword(service:account:)``, and add conditions; all of
/// them must hold. A part that you leave out matches everything, and ``exactly(_:)`` matches one
/// item.
///
/// ```swift
/// let keychain = try Keychain.default
/// let query: KeychainQuery = .genericPassword(service: "api").inAccessGroup("team").labeled("CI")
/// let items = try keychain.items(matching: query)
/// ```
///
/// Unless it says otherwise, a query covers the local (not synchronized) items in all access groups
/// of the caller. Values are compared byte by byte.
public struct KeychainQuery<Item: KeychainItem>: Hashable, Sendable {
    /// The attributes that an item must have.
    package private(set) var attributes: ItemAttributes = [:]
    private(set) var reference: PersistentReference<Item>?
    private(set) var filters: [MatchFilter] = []
    private(set) var interaction = UserInteraction.allowed

    private init() {}

    /// All local items of the class.
    public static var all: Self { Self() }

    /// The item that a reference identifies.
    ///
    /// It cannot be combined with other conditions: the keychain refuses the request.
    ///
    /// - Parameter reference: The reference.
    /// - Returns: The query.
    public static func reference(_ reference: PersistentReference<Item>) -> Self {
        var matching = Self()
        matching.reference = reference
        return matching
    }

    /// The stored item that has the same primary key as another item.
    ///
    /// - Parameter item: Any item, stored or not; an omitted attribute counts as empty. Without an
    ///   access group, the query covers the item in each of the caller's groups.
    /// - Returns: The query.
    public static func exactly(_ item: Item) -> Self {
        var matching = Self()
        let uniqueness = Item.itemClass.uniqueness
        matching.attributes.reserveCapacity(uniqueness.count + 1)
        for (key, standard) in uniqueness {
            matching.attributes[key] = item.attributes[key] ?? standard
        }
        matching.attributes[.accessGroup] = item.attributes[.accessGroup]
        return matching
    }

    /// Items with a given value of any attribute.
    ///
    /// - Parameters:
    ///   - key: The attribute.
    ///   - value: The value; `nil` adds no condition.
    /// - Returns: The narrower query.
    @_spi(Keepers) public func with(_ key: AttributeKey, _ value: AttributeValue?) -> Self {
        guard let value else { return self }
        return changing { $0.attributes[key] = value }
    }

    /// Items of the local set, the synchronized set, or both.
    ///
    /// - Parameter scope: The set.
    /// - Returns: The query for that set.
    public func synchronizable(_ scope: SynchronizationScope) -> Self {
        with(.synchronizable, scope.value)
    }

    /// Items of one access group.
    ///
    /// - Parameter group: One of the caller's groups.
    /// - Returns: The narrower query.
    public func inAccessGroup(_ group: String) -> Self { with(.accessGroup, .string(group)) }

    /// Items with a label.
    ///
    /// - Parameter label: The complete label.
    /// - Returns: The narrower query.
    public func labeled(_ label: String) -> Self { with(.label, .string(label)) }

    /// Items with an accessibility.
    ///
    /// - Parameter accessibility: The condition under which the items can be read.
    /// - Returns: The narrower query.
    public func accessible(_ accessibility: Accessibility) -> Self {
        with(.accessible, .string(accessibility.rawValue))
    }

    /// The same items, with another rule for items that require user authentication.
    ///
    /// - Parameter interaction: Whether to ask the user, to fail, or, in searches, to skip such
    ///   items.
    /// - Returns: The query with that rule.
    public func interaction(_ interaction: UserInteraction) -> Self {
        changing { $0.interaction = interaction }
    }

    /// Whether the query matches every item of the class in the scope and groups.
    var isUnconditional: Bool {
        reference == nil && filters.isEmpty
            && attributes.allSatisfy { $0.key == .synchronizable || $0.key == .accessGroup }
    }

    func filtered(_ filter: MatchFilter) -> Self { changing { $0.filters.append(filter) } }

    private func changing(_ change: (inout Self) -> Void) -> Self {
        var matching = self
        change(&matching)
        return matching
    }
}
