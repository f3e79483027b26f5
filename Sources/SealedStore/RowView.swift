internal import CSQLite

/// A row lent to a callback while SQLite holds it: nothing is copied.
///
/// The bytes stand in SQLite's memory and are gone when the callback returns: use them inside it.
package struct RowView {
    /// The row's place in listings.
    package let id: Int64
    /// The kind of item.
    package let itemClass: Int64
    /// Which class key sealed the row.
    package let protection: Int64
    /// Bits that queries can match by mask.
    package let flags: Int64
    /// The lookup token of the access group.
    package let group: Int64
    /// The other lookup tokens.
    package let lookups: SealedRow.Lookups
    /// The store's epoch in the same snapshot as the row.
    package let epoch: Int64
    /// The identifier, 16 bytes, lent.
    package let identifier: UnsafeRawBufferPointer
    /// The primary key, 16 bytes, lent.
    package let primaryKey: UnsafeRawBufferPointer
    /// The sealed metadata, lent.
    package let metadata: UnsafeRawBufferPointer
    /// The length of the sealed secret in bytes, known also when it was not asked for; `nil`: none.
    package let secretLength: Int?
    /// The sealed secret, lent; `nil` when the row has none or it was not asked for.
    package let secret: UnsafeRawBufferPointer?

    /// Whether the row has a secret, also when it was not asked for.
    package var secretIsPresent: Bool { secretLength != nil }

    /// Copies the row to keep it; its secret is `nil` when it was not asked for.
    package func copy() -> SealedRow {
        SealedRow(
            id: id,
            identifier: [UInt8](identifier),
            itemClass: itemClass,
            protection: protection,
            flags: flags,
            primaryKey: [UInt8](primaryKey),
            group: group,
            lookups: lookups,
            metadata: [UInt8](metadata),
            secret: secret.map { [UInt8]($0) }
        )
    }

    /// Reads the row a statement stands on, in the order of ``QueryShape/columns``.
    ///
    /// SQLite answers from a damaged file too, so every type and length is checked.
    init(_ statement: Statement, withSecret: Bool) throws(StoreError) {
        id = try statement.integer(at: 0)
        itemClass = try statement.integer(at: 1)
        protection = try statement.integer(at: 2)
        flags = try statement.integer(at: 3)
        group = try statement.integer(at: 4)
        lookups = SealedRow.Lookups(
            first: try statement.optionalInteger(at: 5),
            second: try statement.optionalInteger(at: 6),
            third: try statement.optionalInteger(at: 7)
        )
        epoch = try statement.integer(at: 8)
        identifier = try statement.blob(at: 9)
        primaryKey = try statement.blob(at: 10)
        metadata = try statement.blob(at: 11)
        secretLength = try statement.optionalInteger(at: 12).map { Int($0) }
        secret = withSecret && secretLength != nil ? try statement.blob(at: 13) : nil
        guard identifier.count == Schema.keyLength, primaryKey.count == Schema.keyLength else {
            throw StoreError(.corrupt, "The store is damaged: a key has the wrong length.")
        }
    }
}
