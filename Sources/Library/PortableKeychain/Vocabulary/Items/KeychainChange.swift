/// The kind of a change of an item.
@nonexhaustive public enum KeychainChangeKind: String, Hashable, Sendable {
    /// The item was added.
    case added
    /// Attributes or the secret changed.
    case updated
    /// The item was deleted.
    case deleted
}

/// A change of an item, made by this process or another one
/// (``Keychain/changes(of:every:)``).
public struct KeychainChange<Item: KeychainItem>: Sendable, Hashable {
    /// The kind of the change.
    public let kind: KeychainChangeKind
    /// The item after the change; a deleted item as it was before.
    ///
    /// Secrets are not read.
    public let item: Item
    /// The persistent reference of the item.
    public let reference: PersistentReference<Item>
}
