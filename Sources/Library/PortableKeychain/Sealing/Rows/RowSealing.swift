internal import Crypto
internal import SealedStore

/// Seals plain rows and opens sealed ones with the keys of a ``KeySet`` (vault-format.md §8); no
/// other code does either.
///
/// A sealed row has two boxes: one of the attributes and one of the payload. The first also
/// contains the tag of the second, so that a payload cannot be exchanged alone. A value without
/// state: it is made for each request.
struct RowSealing {
    let keys: KeySet

    /// Seals a row.
    ///
    /// - Parameters:
    ///   - plain: The row.
    ///   - id: The row's number in the store, 0 for a new row.
    ///   - entropy: The source of nonces.
    /// - Returns: The sealed row.
    /// - Throws: ``KeychainError/Code/locked`` when its class is locked.
    func seal(_ plain: PlainRow, id: Int64, entropy: KeychainEntropy) throws(KeychainError)
        -> SealedRow
    {
        let classKeys = try keys.sealingKeys(plain.protectionClass)
        var row = outline(plain, id: id, protection: classKeys.protection)
        let shown = shown(row)
        if let secret = plain.secret {
            row.secret = try Self.padded(secret).withUnsafeBytes { bytes throws(KeychainError) in
                try Box.seal(
                    bytes,
                    key: classKeys.secret.key,
                    context: row.identifier.withUnsafeBytes {
                        secretContext($0, plain.classCode, classKeys.protection)
                    },
                    entropy: entropy
                )
            }
        }
        let metadata = try encodedMetadata(plain.attributes, secret: row.secret)
        row.metadata = try metadata.withRawBytes { bytes throws(KeychainError) in
            try Box.seal(bytes, key: classKeys.metadata.key, context: shown, entropy: entropy)
        }
        return row
    }

    /// Seals new attributes for a payload that stays as it is stored.
    ///
    /// - Parameters:
    ///   - plain: The row; its payload is ignored.
    ///   - id: The row's number in the store.
    ///   - tag: The tag of the payload's box, or `nil` without a payload.
    ///   - entropy: The source of nonces.
    /// - Returns: The sealed row without payload.
    /// - Throws: ``KeychainError/Code/locked`` when its class is locked.
    func seal(
        _ plain: PlainRow,
        id: Int64,
        keepingSecretWith tag: [UInt8]?,
        entropy: KeychainEntropy
    ) throws(KeychainError) -> SealedRow {
        let classKeys = try keys.sealingKeys(plain.protectionClass)
        var row = outline(plain, id: id, protection: classKeys.protection)
        let shown = shown(row)
        let metadata = try encodedMetadata(plain.attributes, secret: tag)
        row.metadata = try metadata.withRawBytes { bytes throws(KeychainError) in
            try Box.seal(bytes, key: classKeys.metadata.key, context: shown, entropy: entropy)
        }
        return row
    }

    /// Opens the attributes of a row, and calls a body with them and the tag of the payload's box.
    func open<R>(
        _ row: RowView,
        with classKeys: ClassKeys,
        _ body: (AttributeView, _ secretTag: UnsafeRawBufferPointer?) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard row.metadata.count <= Limits.attributesLength + Limits.boxOverhead,
            row.flags & ~(PlainRow.synchronizableFlag | PlainRow.tombstoneFlag) == 0
        else { throw Self.mixed }
        return try lendingShown(row) { context throws(KeychainError) in
            try Box.open(row.metadata, key: classKeys.metadata, context: context) {
                plain throws(KeychainError) in
                var reader = ByteReader(plain)
                let hasSecret: UInt8 = try reader.integer()
                guard hasSecret <= 1 else { throw Self.mixed }
                let tag = hasSecret == 1 ? try reader.raw(Limits.tagLength) : nil
                return try body(AttributeView(try reader.raw(reader.remaining)), tag)
            }
        }
    }

    /// Opens the payload of a row, given the tag that its opened attributes contain.
    func openSecret(
        _ row: RowView,
        with classKeys: ClassKeys,
        tag: UnsafeRawBufferPointer?
    ) throws(KeychainError) -> SecretBytes? {
        guard let tag else {
            guard row.secret == nil else { throw Self.mixed }
            return nil
        }
        // The attributes contain the payload's tag, so an older payload or one of another item is
        // refused.
        guard let box = row.secret, Box.hasTag(tag, box),
            let code = UInt8(exactly: row.itemClass), let classCode = ClassCode(rawValue: code)
        else { throw Self.mixed }
        return try lendingSecretContext(row.identifier, classCode, classKeys.protection) {
            context throws(KeychainError) in
            try Box.open(box, key: classKeys.secret, context: context) {
                plain throws(KeychainError) in
                var reader = ByteReader(plain)
                let secret = try reader.sized()
                let padding = try reader.raw(reader.remaining)
                guard padding.count < Limits.secretPadding, padding.allSatisfy({ $0 == 0 }) else {
                    throw Self.mixed
                }
                return SecretBytes(count: secret.count) { $0.copyMemory(from: secret) }
            }
        }
    }

    func query(_ pattern: RowPattern) -> RowQuery {
        let token = { (term: PlainRow.Index.Term?) in
            term.map {
                keys.tokens.attribute($0.key, in: pattern.classCode, value: $0.value)
            }
        }
        var mask: Int64 = 0
        var value: Int64 = 0
        for (wanted, flag) in [
            (pattern.isSynchronizable, PlainRow.synchronizableFlag),
            (pattern.isTombstone, PlainRow.tombstoneFlag),
        ] {
            guard let wanted else { continue }
            mask |= flag
            value |= wanted ? flag : 0
        }
        return RowQuery(
            identifier: pattern.identifier,
            primaryKey: pattern.primaryKey.map {
                keys.tokens.primaryKey($0, in: pattern.classCode)
            },
            itemClass: Int64(pattern.classCode.rawValue),
            groups: pattern.groups?.values(keys, in: pattern.classCode),
            first: token(pattern.lookups[0]),
            second: token(pattern.lookups[1]),
            third: token(pattern.lookups[2]),
            after: pattern.after,
            flagsMask: mask,
            flagsValue: value,
            wantsSecret: pattern.wantsSecret
        )
    }

    private func outline(_ plain: PlainRow, id: Int64, protection: Protection) -> SealedRow {
        let token = { (term: PlainRow.Index.Term?) in
            term.map { keys.tokens.attribute($0.key, in: plain.classCode, value: $0.value) }
        }
        let index = plain.index
        return SealedRow(
            id: id,
            identifier: plain.identifier,
            itemClass: Int64(plain.classCode.rawValue),
            protection: protection.stored,
            flags: plain.flags,
            primaryKey: keys.tokens.primaryKey(index.primaryKey, in: plain.classCode),
            group: keys.tokens.attribute(
                index.group.key,
                in: plain.classCode,
                value: index.group.value
            ),
            lookups: SealedRow.Lookups(
                first: token(index.lookups[0]),
                second: token(index.lookups[1]),
                third: token(index.lookups[2])
            ),
            metadata: [],
            secret: nil
        )
    }

    private func encodedMetadata(
        _ attributes: ItemAttributes,
        secret: [UInt8]?
    ) throws(KeychainError) -> [UInt8] {
        var writer = ByteWriter(capacity: 256)
        writer.integer(UInt8(secret == nil ? 0 : 1))
        if let secret { writer.raw(secret.suffix(Limits.tagLength)) }
        AttributeCoding.encode(attributes, into: &writer)
        guard writer.bytes.count <= Limits.attributesLength else {
            throw KeychainError(.dataTooLarge)
        }
        return writer.bytes
    }

    /// Length ‖ payload ‖ zeros to the next multiple of the padding.
    private static func padded(_ secret: SecretBytes) throws(KeychainError) -> SecretBytes {
        guard secret.count <= Limits.secretLength else { throw KeychainError(.dataTooLarge) }
        let length = MemoryLayout<UInt32>.size + secret.count
        let full = (length + Limits.secretPadding - 1) / Limits.secretPadding * Limits.secretPadding
        return SecretBytes(count: full) { room in
            room.storeBytes(of: UInt32(secret.count).bigEndian, as: UInt32.self)
            secret.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: room[MemoryLayout<UInt32>.size...])
                    .copyMemory(from: bytes)
            }
        }
    }

    private static var mixed: KeychainError {
        KeychainError(
            .corrupt,
            reason: "The parts of an item do not belong together. Restore a backup."
        )
    }
}
