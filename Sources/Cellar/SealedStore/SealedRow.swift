/// One stored row: its plain columns, and its sealed boxes.
///
/// The sealing layer authenticates every field; the store only stores and finds rows.
package struct SealedRow: Sendable, Equatable {
    /// The rowid, which determines the position in listings; 0 for a row that is not stored yet.
    package var id: Int64
    /// The identifier in the item's persistent reference: 16 bytes, unique in the store.
    package var identifier: [UInt8]
    /// The kind of item, a small number.
    package var itemClass: Int64
    /// The class key under which the row is sealed.
    package var protection: Int64
    /// Bits that queries can match by mask.
    package var flags: Int64
    /// The token of the item's primary key: 16 bytes, unique in the store.
    package var primaryKey: [UInt8]
    /// The lookup token of the access group.
    package var group: Int64
    /// The other lookup tokens.
    package var lookups: Lookups
    /// The sealed metadata.
    package var metadata: [UInt8]
    /// The sealed secret, if the item has one.
    package var secret: [UInt8]?

    /// Makes a row; leave `id` at 0 to let the store choose it.
    package init(
        id: Int64 = 0,
        identifier: [UInt8],
        itemClass: Int64,
        protection: Int64,
        flags: Int64,
        primaryKey: [UInt8],
        group: Int64,
        lookups: Lookups = Lookups(),
        metadata: [UInt8],
        secret: [UInt8]?
    ) {
        self.id = id
        self.identifier = identifier
        self.itemClass = itemClass
        self.protection = protection
        self.flags = flags
        self.primaryKey = primaryKey
        self.group = group
        self.lookups = lookups
        self.metadata = metadata
        self.secret = secret
    }

    /// Up to three tokens by which a row can be found.
    package struct Lookups: Sendable, Equatable {
        /// The first token; indexed together with the second.
        package var first: Int64?
        /// The second token; it also has its own index.
        package var second: Int64?
        /// The third token; it also has its own index.
        package var third: Int64?

        /// Makes the tokens of a row.
        package init(first: Int64? = nil, second: Int64? = nil, third: Int64? = nil) {
            self.first = first
            self.second = second
            self.third = third
        }
    }
}
