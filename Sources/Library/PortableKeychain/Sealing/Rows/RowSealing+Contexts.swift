internal import SealedStore

/// The contexts to which the boxes of a row and its leaf are bound.
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
                let shown = Shown(row, identifier, primaryKey)
                return FixedWriter.bytes(length(shown)) { write(shown, into: &$0) }
            }
        }
    }

    private func shown(_ row: RowView) -> [UInt8] {
        let shown = Shown(row)
        return FixedWriter.bytes(length(shown)) { write(shown, into: &$0) }
    }

    /// Calls a body with the context to which the attributes of a row are bound.
    func lendingShown<R>(
        _ row: RowView,
        _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let shown = Shown(row)
        return try FixedWriter.lending(length(shown), { write(shown, into: &$0) }, to: body)
    }

    /// The plain columns of a row.
    private struct Shown {
        let identifier: UnsafeRawBufferPointer
        let itemClass: Int64
        let protection: Int64
        let flags: Int64
        let primaryKey: UnsafeRawBufferPointer
        let group: Int64
        let lookups: SealedRow.Lookups

        init(_ row: RowView) {
            (identifier, primaryKey) = (row.identifier, row.primaryKey)
            (itemClass, protection, flags) = (row.itemClass, row.protection, row.flags)
            (group, lookups) = (row.group, row.lookups)
        }

        init(
            _ row: SealedRow,
            _ identifier: UnsafeRawBufferPointer,
            _ primaryKey: UnsafeRawBufferPointer
        ) {
            (self.identifier, self.primaryKey) = (identifier, primaryKey)
            (itemClass, protection, flags) = (row.itemClass, row.protection, row.flags)
            (group, lookups) = (row.group, row.lookups)
        }
    }

    private func length(_ shown: Shown) -> Int {
        // Four numbers, and three that may be missing.
        keys.metadataContext.count + shown.identifier.count + shown.primaryKey.count + 4 * 8 + 3 * 9
    }

    private func write(_ shown: Shown, into writer: inout FixedWriter) {
        keys.metadataContext.withUnsafeBytes { writer.raw($0) }
        writer.raw(shown.identifier)
        writer.integer(shown.itemClass)
        writer.integer(shown.protection)
        writer.integer(shown.flags)
        writer.raw(shown.primaryKey)
        writer.integer(shown.group)
        writer.optional(shown.lookups.first)
        writer.optional(shown.lookups.second)
        writer.optional(shown.lookups.third)
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
        FixedWriter.bytes(secretContextLength(identifier)) {
            writeSecretContext(identifier, classCode, protection, into: &$0)
        }
    }

    /// Calls a body with the context to which the payload of a row is bound.
    func lendingSecretContext<R>(
        _ identifier: UnsafeRawBufferPointer,
        _ classCode: ClassCode,
        _ protection: Protection,
        _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try FixedWriter.lending(
            secretContextLength(identifier),
            { writeSecretContext(identifier, classCode, protection, into: &$0) },
            to: body
        )
    }

    private func secretContextLength(_ identifier: UnsafeRawBufferPointer) -> Int {
        keys.secretContext.count + identifier.count + 2 * 8
    }

    private func writeSecretContext(
        _ identifier: UnsafeRawBufferPointer,
        _ classCode: ClassCode,
        _ protection: Protection,
        into writer: inout FixedWriter
    ) {
        keys.secretContext.withUnsafeBytes { writer.raw($0) }
        writer.raw(identifier)
        writer.integer(Int64(classCode.rawValue))
        writer.integer(protection.stored)
    }
}
