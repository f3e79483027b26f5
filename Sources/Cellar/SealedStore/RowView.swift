internal import CKeychainSQLite

/// A row in SQLite's memory, passed to the body of a search without copying it.
///
/// Most rows are only compared, so copying each would be wasted. Its pointers are valid only until
/// the body returns: use ``copy()`` to keep a row as a ``SealedRow``. It is passed as `borrowing`,
/// to make keeping it difficult.
package struct RowView {
    /// The row's number, which determines its position in listings.
    package let id: Int64
    /// The kind of item.
    package let itemClass: Int64
    /// The class key under which the row is sealed.
    package let protection: Int64
    /// Bits that queries can match by mask.
    package let flags: Int64
    /// The lookup token of the access group.
    package let group: Int64
    /// The other lookup tokens.
    package let lookups: SealedRow.Lookups
    /// The store's epoch in the same snapshot as the row.
    package let epoch: Int64
    /// The identifier, 16 bytes; valid during the call.
    package let identifier: UnsafeRawBufferPointer
    /// The primary key token, 16 bytes; valid during the call.
    package let primaryKey: UnsafeRawBufferPointer
    /// The sealed metadata; valid during the call.
    package let metadata: UnsafeRawBufferPointer
    /// The length of the sealed secret in bytes, even if it was not requested; `nil` if there is
    /// none.
    package let secretLength: Int?
    /// The sealed secret; `nil` if the row has none or it was not requested.
    ///
    /// Valid during the call.
    package let secret: UnsafeRawBufferPointer?

    /// Whether the row has a secret, even if it was not requested.
    package var secretIsPresent: Bool { secretLength != nil }

    /// The length of both boxes in bytes, even if the secret was not requested.
    package var length: Int { metadata.count + (secretLength ?? 0) }

    /// Copies the row to keep it; its secret is `nil` if it was not requested.
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

    /// Reads the current row of a statement, with the columns of ``QueryShape/sql``.
    ///
    /// SQLite also returns rows of a damaged file, so every type and length is checked.
    init(_ statement: Statement, withSecret: Bool, epoch: Int64) throws(StoreError) {
        var row = pk_sqlite_row()
        switch pk_sqlite_read_row(statement.handle, withSecret ? 1 : 0, &row) {
        case PK_ROW_SOUND: break
        case PK_ROW_WITHOUT_MEMORY: throw .noMemoryForItem
        default: throw .damagedColumn
        }
        self.epoch = epoch
        (id, itemClass, protection) = (row.id, row.item_class, row.protection)
        (flags, group) = (row.flags, row.group)
        lookups = SealedRow.Lookups(
            first: row.lookups_present & 1 == 0 ? nil : row.lookups.0,
            second: row.lookups_present & 2 == 0 ? nil : row.lookups.1,
            third: row.lookups_present & 4 == 0 ? nil : row.lookups.2
        )
        identifier = Self.bytes(row.identifier, row.identifier_count)
        primaryKey = Self.bytes(row.primary_key, row.primary_key_count)
        metadata = Self.bytes(row.metadata, row.metadata_count)
        secretLength = row.secret_length < 0 ? nil : Int(row.secret_length)
        secret =
            withSecret && row.secret_length >= 0 ? Self.bytes(row.secret, row.secret_count) : nil
        guard identifier.count == Schema.keyLength, primaryKey.count == Schema.keyLength else {
            throw StoreError(
                .corrupt,
                "The keychain is damaged: a key has the wrong length. Restore a backup."
            )
        }
    }

    private static func bytes(_ start: UnsafeRawPointer?, _ count: Int32) -> UnsafeRawBufferPointer
    {
        UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count))
    }

    fileprivate init(
        _ row: borrowing SealedRow,
        epoch: Int64,
        _ identifier: UnsafeRawBufferPointer,
        _ primaryKey: UnsafeRawBufferPointer,
        _ metadata: UnsafeRawBufferPointer,
        _ secret: UnsafeRawBufferPointer?
    ) {
        id = row.id
        itemClass = row.itemClass
        protection = row.protection
        flags = row.flags
        group = row.group
        lookups = row.lookups
        self.epoch = epoch
        self.identifier = identifier
        self.primaryKey = primaryKey
        self.metadata = metadata
        secretLength = secret?.count
        self.secret = secret
    }
}

extension SealedRow {
    /// Calls a body with a view of this row, as a search that met it in an epoch did.
    package func lent<R>(
        epoch: Int64,
        _ body: (borrowing RowView) throws -> R
    ) rethrows -> R {
        try identifier.withUnsafeBytes { identifier in
            try primaryKey.withUnsafeBytes { primaryKey in
                try metadata.withUnsafeBytes { metadata in
                    try (secret ?? []).withUnsafeBytes { bytes in
                        try body(
                            RowView(
                                self,
                                epoch: epoch,
                                identifier,
                                primaryKey,
                                metadata,
                                secret == nil ? nil : bytes
                            )
                        )
                    }
                }
            }
        }
    }
}
