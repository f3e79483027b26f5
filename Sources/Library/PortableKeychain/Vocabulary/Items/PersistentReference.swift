/// A reference to one stored item that stays valid when the item changes, even its account or
/// group.
///
/// Its ``bytes`` are not secret, so you can store them in a settings file, for example. It becomes
/// invalid when the item is deleted: an item that is added again has a new reference.
public struct PersistentReference<Item: KeychainItem>: Hashable, Sendable {
    /// The reference as bytes: the class's four letters and a random identifier
    /// (`Specification/item-semantics.md`, 2.5).
    public let bytes: [UInt8]

    /// Makes a reference from stored bytes.
    ///
    /// - Parameter bytes: The bytes; the result is `nil` if they do not identify an item of this
    ///   class.
    public init?(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.starts(with: Item.itemClass.rawValue.utf8) else { return nil }
        self.bytes = bytes
    }
}
