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
    /// The time until which it is kept; a later change can push it out earlier.
    public let expires: Date
    /// Whether no item has its name now.
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
