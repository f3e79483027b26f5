/// A stored item together with its secret.
public struct Entry<Item: KeychainItem>: Sendable {
    /// The item.
    public let item: Item
    /// A lasting name of the item.
    public let reference: PersistentReference<Item>
    private let buffer: SecretBuffer

    /// The secret, shared and not copied.
    public var secret: SecretBytes { SecretBytes(buffer) }

    init(
        item: Item,
        reference: PersistentReference<Item>,
        secret: SecretBuffer
    ) {
        self.item = item
        self.reference = reference
        buffer = secret
    }
}
