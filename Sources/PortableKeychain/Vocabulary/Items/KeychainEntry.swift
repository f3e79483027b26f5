/// A stored item together with its secret.
public struct KeychainEntry<Item: KeychainItem>: Sendable {
    /// The item.
    public let item: Item
    /// A reference that stays valid when the item changes.
    public let reference: PersistentReference<Item>
    /// The secret; empty if the item was stored without one.
    public let secret: SecretBytes

    init(
        item: Item,
        reference: PersistentReference<Item>,
        secret: SecretBytes
    ) {
        self.item = item
        self.reference = reference
        self.secret = secret
    }
}
