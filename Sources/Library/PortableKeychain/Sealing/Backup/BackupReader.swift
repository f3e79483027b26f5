internal import Crypto

/// Reads a backup item by item; of one with segments, a segment and an item are in memory at a time.
package final class BackupReader {
    private let source: BackupSource
    private let version: UInt8
    private let key: SymmetricKey
    private let context: [UInt8]

    /// Opens a backup, which takes as long as the hashing of the passphrase.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - passphrase: The passphrase that it was made with.
    /// - Throws: ``KeychainError/Code/undecodable`` for a file that is not a backup,
    ///   ``KeychainError/Code/newerVersion``, or any error of reading.
    package init(_ source: BackupSource, _ passphrase: SecretBytes) throws(KeychainError) {
        let header = try source.lend(0..<min(source.count, Backup.Header.length)) {
            bytes throws(KeychainError) in
            try Backup.Header(bytes, ofFileWith: source.count)
        }
        self.source = source
        version = header.version
        key = try header.key(passphrase)
        context = header.context
    }

    /// Calls a body with every item, from the first one on.
    ///
    /// Only after the last item is it known that the file ends where its writer ended it: undo what the
    /// body did if this fails.
    ///
    /// - Parameter body: Receives an item.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong passphrase or a damaged file,
    ///   which cannot be distinguished; ``KeychainError/Code/undecodable`` for content that no writer
    ///   made; any error of `body`, or of reading. Never ``KeychainError/Code/corrupt``, which means
    ///   the keychain.
    package func forEachItem(
        _ body: (BackupItem) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        guard version == Backup.Header.segmented else { return try forEachBoxedItem(body) }
        let segments = try SegmentReader(source, SegmentKey(key, for: context))
        let items = ItemStream(count: segments.count, fill: segments.fill)
        while items.remaining > 0 {
            let item: BackupItem
            do throws(KeychainError) { item = try items.item() } catch {
                // Content that was cut off looks as if it was never whole.
                if error.code == .undecodable { try segments.finish() }
                throw error
            }
            try body(item)
        }
        try segments.finish()
    }

    /// The same for versions with one box, which is in memory as a whole.
    private func forEachBoxedItem(
        _ body: (BackupItem) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        let length = source.count - Backup.Header.length
        guard length >= Limits.boxOverhead, length <= Limits.boxOverhead + Limits.secretLength
        else { throw Backup.malformed }
        let box = try SecretBytes(count: length) { room throws(KeychainError) in
            try source.fill(room, from: Backup.Header.length)
        }
        var isOpen = false
        do throws(KeychainError) {
            try box.withUnsafeBytes { box throws(KeychainError) in
                try Box.open(box, key: key, context: context) { content throws(KeychainError) in
                    isOpen = true
                    try forEachItem(of: content, body)
                }
            }
        } catch {
            throw error.code == .corrupt && !isOpen ? Backup.sealed : error
        }
    }

    private func forEachItem(
        of content: UnsafeRawBufferPointer,
        _ body: (BackupItem) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        var isGuarded = false
        try Backup.forEachItem(of: content) { item throws(KeychainError) in
            isGuarded = isGuarded || item.attributes[.accessControl] != nil
            try body(item)
        }
        guard isGuarded == (version == Backup.Header.boxed.guarded) else {
            throw Backup.malformed
        }
    }
}

extension Backup {
    /// Calls a body with every item of an opened box.
    static func forEachItem(
        of content: UnsafeRawBufferPointer,
        _ body: (BackupItem) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        var rest = content[...]
        let items = ItemStream(count: content.count) { room in
            room.copyBytes(from: rest.prefix(room.count))
            rest = rest.dropFirst(room.count)
        }
        for _ in 0..<(try items.number()) { try body(items.item()) }
        guard items.remaining == 0 else { throw malformed }
    }
}
