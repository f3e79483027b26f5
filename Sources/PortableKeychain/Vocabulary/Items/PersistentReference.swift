/// A name for one stored item that outlives changes of it, also of its account or group.
///
/// Keep its ``bytes`` where secrets must not be kept, such as in a settings file. It ends with the
/// item: an item that is added anew has a new reference.
public struct PersistentReference<Item: KeychainItem>: Hashable, Sendable {
    /// The reference as bytes: the class's four letters and a random identifier
    /// (`Specification/item-semantics.md`, 2.5).
    public let bytes: [UInt8]

    /// Makes a reference from bytes that were kept.
    ///
    /// - Parameter bytes: The bytes; `nil` results when they do not name an item of this class.
    public init?(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.starts(with: Item.itemClass.rawValue.utf8) else { return nil }
        self.bytes = bytes
    }
}
