/// The content of segments, read from its beginning to its end (backup-format.md §6).
final class SegmentReader {
    /// The number of bytes of content, by the length of the file.
    let count: Int
    private let source: BackupSource
    private let key: SegmentKey
    private let memory = SecretMemory(SegmentKey.length)
    /// The number of the last segment.
    private let last: Int
    /// The number of the next segment.
    private var number = 0
    /// The part of the present segment that was not read.
    private var rest = 0..<0

    /// Begins to read.
    ///
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a length that no segments have.
    init(_ source: BackupSource, _ key: SegmentKey) throws(KeychainError) {
        (self.source, self.key) = (source, key)
        let length = source.count - Backup.Header.length
        last = (length - 1) / SegmentKey.sealedLength
        count = length - (last + 1) * Limits.tagLength
        guard count >= last * SegmentKey.length else { throw Backup.sealed }
    }

    deinit { memory.release(SegmentKey.length) }

    /// Fills memory with the next bytes; there must be as many.
    func fill(_ room: UnsafeMutableRawBufferPointer) throws(KeychainError) {
        var filled = 0
        while filled < room.count {
            if rest.isEmpty { try open() }
            let part = rest.prefix(room.count - filled)
            let content = UnsafeRawBufferPointer(start: memory.start, count: SegmentKey.length)
            UnsafeMutableRawBufferPointer(rebasing: room[filled...]).copyBytes(from: content[part])
            filled += part.count
            rest = part.upperBound..<rest.upperBound
        }
    }

    /// Opens the segments that were not read, to know that the content ends where its writer ended it.
    ///
    /// - Throws: ``KeychainError/Code/authenticationFailed``, or ``KeychainError/Code/undecodable`` for
    ///   a last segment without content that is not the first one.
    func finish() throws(KeychainError) {
        while number <= last { try open() }
        guard last == 0 || count > last * SegmentKey.length else { throw Backup.malformed }
    }

    private func open() throws(KeychainError) {
        let start = Backup.Header.length + number * SegmentKey.sealedLength
        let end = min(start + SegmentKey.sealedLength, source.count)
        let content = 0..<end - start - Limits.tagLength
        let room = UnsafeMutableRawBufferPointer(start: memory.start, count: content.count)
        try source.lend(start..<end) { sealed throws(KeychainError) in
            let isLast = number == last
            try key.open(sealed, number: UInt64(number), isLast: isLast, into: room)
        }
        (rest, number) = (content, number + 1)
    }
}
