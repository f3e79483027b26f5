/// Something that happened to an item, in this process or another.
public struct KeychainChange<Item: KeychainItem>: Sendable, Hashable {
    /// What happened.
    public enum Kind: String, Hashable, Sendable {
        /// The item is new.
        case added
        /// Attributes or the secret are different.
        case updated
        /// The item is gone.
        case deleted
    }

    /// What happened.
    public let kind: Kind
    /// The item as it is now; a deleted one as it was.
    public let item: Item
    /// The lasting name of the item.
    public let reference: PersistentReference<Item>
}
