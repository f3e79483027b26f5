/// Which items are meant, as a value.
///
/// ```swift
/// let found: Matching = .genericPassword(service: "api").inAccessGroup("team")
/// ```
///
/// Without more, it means local items in all access groups of the caller. Values compare exactly,
/// byte by byte.
public struct KeychainQuery<Item: KeychainItem>: Hashable, Sendable {
    /// The attributes that an item must have.
    public private(set) var attributes: ItemAttributes = [:]
    private(set) var reference: PersistentReference<Item>?
    private(set) var filters: [MatchFilter] = []
    private(set) var interaction = UserInteraction.allowed

    private init() {}

    /// All local items of the class.
    public static var all: Self { Self() }

    /// The item that a reference names.
    ///
    /// It takes no other conditions: a keychain refuses them.
    ///
    /// - Parameter reference: The reference.
    /// - Returns: The match.
    public static func reference(_ reference: PersistentReference<Item>) -> Self {
        var matching = Self()
        matching.reference = reference
        return matching
    }

    /// The item that is told apart by the same values as another.
    ///
    /// - Parameter item: Any item, stored or not; what it leaves out counts as empty. Without an
    ///   access group, it means the item in each of the caller's groups.
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

    /// Items with a value that has no name here.
    ///
    /// - Parameters:
    ///   - key: The attribute.
    ///   - value: What it must be.
    /// - Returns: The narrower match.
    public func with(_ key: AttributeKey, _ value: AttributeValue?) -> Self {
        guard let value else { return self }
        return changing { $0.attributes[key] = value }
    }

    /// Items of the local set, the synchronized set, or both.
    ///
    /// - Parameter scope: Which set.
    /// - Returns: The other match.
    public func synchronizable(_ scope: SynchronizationScope) -> Self {
        with(.synchronizable, scope.value)
    }

    /// Items of one access group.
    ///
    /// - Parameter group: A group of the caller's.
    /// - Returns: The narrower match.
    public func inAccessGroup(_ group: String) -> Self { with(.accessGroup, .string(group)) }

    /// Items with a label.
    ///
    /// - Parameter label: The whole label.
    /// - Returns: The narrower match.
    public func labeled(_ label: String) -> Self { with(.label, .string(label)) }

    /// Items with a protection.
    ///
    /// - Parameter accessibility: When they can be read.
    /// - Returns: The narrower match.
    public func accessible(_ accessibility: Accessibility) -> Self {
        with(.accessible, .string(accessibility.rawValue))
    }

    /// The same items, with another rule for those that require user authentication.
    ///
    /// - Parameter interaction: Whether to ask, to fail, or, in searches, to leave the items out.
    /// - Returns: The other match.
    public func interaction(_ interaction: UserInteraction) -> Self {
        changing { $0.interaction = interaction }
    }

    /// Whether it means every item of the class.
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
