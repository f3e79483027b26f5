/// What happened to an item.
public enum KeychainChangeKind: String, Hashable, Sendable {
    /// The item is new.
    case added
    /// Attributes or the secret are different.
    case updated
    /// The item is gone.
    case deleted
}

/// Something that happened to an item, in this process or another
/// (``Keychain/changes(of:every:)``).
public struct KeychainChange<Item: KeychainItem>: Sendable, Hashable {
    /// What happened.
    public let kind: KeychainChangeKind
    /// The item as it is now; a deleted one as it was. Secrets are not read.
    public let item: Item
    /// The lasting name of the item.
    public let reference: PersistentReference<Item>
}
