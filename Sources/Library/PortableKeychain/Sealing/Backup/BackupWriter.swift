/// Writes a backup item by item; a segment of it is in memory at a time.
package final class BackupWriter {
    private let key: SegmentKey
    private let write: (UnsafeRawBufferPointer) throws(KeychainError) -> Void
    /// The content of the segment that is not written yet.
    private let memory = SecretMemory(SegmentKey.length)
    private var count = 0
    private var number: UInt64 = 0

    /// Begins a backup, which takes as long as the hashing of the passphrase.
    ///
    /// - Parameters:
    ///   - passphrase: 1 to 4096 bytes.
    ///   - hashing: The hashing cost of the passphrase.
    ///   - entropy: The source of the salt.
    ///   - write: Appends bytes to the file.
    /// - Throws: Any error of `write`.
    package init(
        _ passphrase: SecretBytes,
        _ hashing: PasscodeHashing = .standard,
        _ entropy: KeychainEntropy = .system,
        write: @escaping (UnsafeRawBufferPointer) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        let header = Backup.Header(hashing, entropy)
        key = SegmentKey(try header.key(passphrase), for: header.context)
        self.write = write
        try header.bytes.withRawBytes(write)
    }

    deinit { memory.release(SegmentKey.length) }

    /// Appends an item (backup-format.md §3).
    ///
    /// - Throws: ``KeychainError/Code/noSuchClass`` for an item of no class that is stored, or any
    ///   error of writing.
    package func append(_ item: BackupItem) throws(KeychainError) {
        try Self.encoded(item).withUnsafeBytes(append)
    }

    /// An item as bytes (backup-format.md §3), in memory that is zeroed afterwards.
    static func encoded(_ item: BackupItem) throws(KeychainError) -> SecretBytes {
        guard let code = ClassCode(item.itemClass) else { throw KeychainError(.noSuchClass) }
        var encoder = SecretEncoder()
        encoder.integer(code.rawValue)
        encoder.raw(item.identifier)
        encoder.sized(item.attributes.storedForm)
        encoder.optional(item.secret)
        return encoder.finished()
    }

    /// Writes the rest; nothing may be appended after it.
    ///
    /// - Throws: Any error of writing.
    package func finish() throws(KeychainError) { try seal(isLast: true) }

    /// Appends content.
    func append(_ bytes: UnsafeRawBufferPointer) throws(KeychainError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // A full segment is sealed when more follows, so that the last one is never empty.
            if count == SegmentKey.length { try seal(isLast: false) }
            let part = rest.prefix(SegmentKey.length - count)
            UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyBytes(from: part)
            count += part.count
            rest = rest.dropFirst(part.count)
        }
    }

    private var room: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: memory.start, count: SegmentKey.length)
    }

    private func seal(isLast: Bool) throws(KeychainError) {
        let content = UnsafeRawBufferPointer(start: memory.start, count: count)
        let segment = try key.seal(content, number: number, isLast: isLast)
        try segment.withRawBytes(write)
        (count, number) = (0, number + 1)
    }
}
