public import KeychainEssentials

/// The attributes of an item before it was changed or deleted, without its secret.
public struct EarlierVersion: Sendable, Hashable {
    /// The change that ended the version.
    @nonexhaustive public enum Cause: Sendable, Hashable {
        /// The item was changed.
        case changed
        /// The item was deleted.
        case deleted
    }

    /// The class of the item.
    public let itemClass: ItemClass
    /// The attributes that the item had.
    public let attributes: ItemAttributes
    /// The change that ended the version.
    public let cause: Cause
    /// The time when it was ended.
    public let date: Date
    /// The time until which it is kept at least, if ``date`` is right; later versions can push it out earlier.
    public let expires: Date
    /// Whether the item no longer exists, and no other one has its name now.
    public let isDeleted: Bool
    /// The identifier of its row.
    package let id: [UInt8]
    /// The identifier of the item.
    package let item: [UInt8]
    /// The class and the primary key of the item as bytes.
    package let identity: [UInt8]

    package init(
        itemClass: ItemClass,
        attributes: ItemAttributes,
        cause: Cause,
        date: Date,
        expires: Date,
        isDeleted: Bool,
        id: [UInt8],
        item: [UInt8],
        identity: [UInt8]
    ) {
        self.itemClass = itemClass
        self.attributes = attributes
        self.cause = cause
        self.date = date
        self.expires = expires
        self.isDeleted = isDeleted
        self.id = id
        self.item = item
        self.identity = identity
    }
}

extension [EarlierVersion] {
    /// The last version of each deleted item whose name no other one has now, in the same order.
    ///
    /// An item is known by its identifier: it can have had several names, and several items one after the other
    /// the same name.
    package var deletions: [EarlierVersion] {
        var items: Set<[UInt8]> = []
        return reversed()
            .filter { items.insert($0.item).inserted && $0.isDeleted && $0.cause == .deleted }
            .reversed()
    }
}
