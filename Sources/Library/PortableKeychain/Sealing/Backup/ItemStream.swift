/// Items of a backup, decoded one after the other (backup-format.md §3).
final class ItemStream {
    /// The number of bytes that follow.
    private(set) var remaining: Int
    private let next: (UnsafeMutableRawBufferPointer) throws(KeychainError) -> Void

    init(
        count: Int,
        fill: @escaping (UnsafeMutableRawBufferPointer) throws(KeychainError) -> Void
    ) {
        (remaining, next) = (count, fill)
    }

    /// The number of items, with which the content of a box begins.
    func number() throws(KeychainError) -> UInt32 {
        try take(4) { reader throws(KeychainError) in try reader.integer() }
    }

    /// Decodes the next item.
    ///
    /// - Throws: ``KeychainError/Code/undecodable``.
    func item() throws(KeychainError) -> BackupItem {
        let head = try take(1 + Limits.identifierLength + 4) { reader throws(KeychainError) in
            (
                code: ClassCode(rawValue: try reader.integer()),
                identifier: try reader.array(Limits.identifierLength),
                length: Int(try reader.integer(UInt32.self))
            )
        }
        guard let code = head.code, head.length <= Limits.attributesLength else {
            throw Backup.malformed
        }
        let attributes = try take(head.length) { reader throws(KeychainError) in
            try AttributeView(try reader.raw(head.length)).decoded()
        }
        let (mark, count) = try take(1 + 4) { reader throws(KeychainError) in
            (try reader.integer(UInt8.self), Int(try reader.integer(UInt32.self)))
        }
        guard mark <= 1, mark == 1 || count == 0, count <= remaining else {
            throw Backup.malformed
        }
        var item = BackupItem(
            itemClass: code.itemClass,
            identifier: head.identifier,
            attributes: attributes,
            secret: nil
        )
        if mark == 1 {
            item.secret = try SecretBytes(count: count) { room throws(KeychainError) in
                try fill(room)
            }
        }
        return item
    }

    /// Calls a body with a reader of the next bytes, which are zeroed afterwards.
    private func take<R>(
        _ count: Int,
        _ body: (inout ByteReader) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard count <= remaining else { throw Backup.malformed }
        return try withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) {
            room throws(KeychainError) in
            defer { SecretBytes.zero(room) }
            try fill(room)
            var reader = ByteReader(UnsafeRawBufferPointer(room))
            do throws(KeychainError) { return try body(&reader) } catch { throw Backup.malformed }
        }
    }

    private func fill(_ room: UnsafeMutableRawBufferPointer) throws(KeychainError) {
        try next(room)
        remaining -= room.count
    }
}
