internal import SealedStore

/// What the boxes of a row and its leaf are bound to.
extension RowSealing {
    /// The contribution of a row to the set digest: a MAC over its number, its plain columns, the
    /// tag of its attributes (which contain the payload's tag), and the length of the payload's
    /// box.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - secretLength: The length of the payload's box in the store; a row that keeps its stored
    ///     payload does not contain that box.
    /// - Returns: A summand of the digest.
    /// - Throws: Never in practice, because a MAC always has the expected length.
    func leaf(_ row: SealedRow, secretLength: Int?) throws(KeychainError) -> SetDigest {
        try leaf(row.id, shown(row), row.metadata.suffix(Limits.tagLength), secretLength)
    }

    func leaf(_ row: RowView) throws(KeychainError) -> SetDigest {
        try leaf(row.id, shown(row), row.metadata.suffix(Limits.tagLength), row.secretLength)
    }

    func shown(_ row: SealedRow) -> [UInt8] {
        row.identifier.withUnsafeBytes { identifier in
            row.primaryKey.withUnsafeBytes { primaryKey in
                shown(
                    identifier,
                    row.itemClass,
                    row.protection,
                    row.flags,
                    primaryKey,
                    row.group,
                    row.lookups
                )
            }
        }
    }

    func shown(_ row: RowView) -> [UInt8] {
        shown(
            row.identifier,
            row.itemClass,
            row.protection,
            row.flags,
            row.primaryKey,
            row.group,
            row.lookups
        )
    }

    private func shown(
        _ identifier: UnsafeRawBufferPointer,
        _ itemClass: Int64,
        _ protection: Int64,
        _ flags: Int64,
        _ primaryKey: UnsafeRawBufferPointer,
        _ group: Int64,
        _ lookups: SealedRow.Lookups
    ) -> [UInt8] {
        // Four numbers, and three that may be missing.
        let length =
            keys.metadataContext.count + identifier.count + primaryKey.count + 4 * 8 + 3 * 9
        return FixedWriter.bytes(length) { writer in
            keys.metadataContext.withUnsafeBytes { writer.raw($0) }
            writer.raw(identifier)
            writer.integer(itemClass)
            writer.integer(protection)
            writer.integer(flags)
            writer.raw(primaryKey)
            writer.integer(group)
            writer.optional(lookups.first)
            writer.optional(lookups.second)
            writer.optional(lookups.third)
        }
    }

    private func leaf(
        _ id: Int64,
        _ shown: [UInt8],
        _ metadataTag: some Sequence<UInt8>,
        _ secretLength: Int?
    ) throws(KeychainError) -> SetDigest {
        var writer = ByteWriter(capacity: 216)
        writer.integer(id)
        writer.raw(shown)
        writer.raw(metadataTag)
        writer.integer(Int64(secretLength ?? -1))
        return try keys.digests.leaf(writer.bytes)
    }

    func secretContext(
        _ identifier: UnsafeRawBufferPointer,
        _ classCode: ClassCode,
        _ protection: Protection
    ) -> [UInt8] {
        FixedWriter.bytes(keys.secretContext.count + identifier.count + 2 * 8) { writer in
            keys.secretContext.withUnsafeBytes { writer.raw($0) }
            writer.raw(identifier)
            writer.integer(Int64(classCode.rawValue))
            writer.integer(protection.stored)
        }
    }
}
