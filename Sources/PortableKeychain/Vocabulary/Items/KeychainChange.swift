/// A change of an item, made by this process or another one.
public struct KeychainChange<Item: KeychainItem>: Sendable, Hashable {
    /// The kind of a change.
    public enum Kind: String, Hashable, Sendable {
        /// The item was added.
        case added
        /// Attributes or the secret changed.
        case updated
        /// The item was deleted.
        case deleted
    }

    /// The kind of the change.
    public let kind: Kind
    /// The item after the change; a deleted item as it was before.
    public let item: Item
    /// The persistent reference of the item.
    public let reference: PersistentReference<Item>
}
