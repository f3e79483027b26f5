/// A stored item together with its secret.
public struct KeychainEntry<Item: KeychainItem>: Sendable {
    /// The item.
    public let item: Item
    /// A lasting name of the item.
    public let reference: PersistentReference<Item>
    /// The secret, empty for an item that was stored without one.
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
