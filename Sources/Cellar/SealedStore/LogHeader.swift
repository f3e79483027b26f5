/// The header of SQLite's write-ahead log (https://sqlite.org/fileformat2.html#walhdr).
struct LogHeader: Equatable {
    /// The numbers that the frames of this log repeat; a log that begins again has other ones.
    let salts: UInt64
    /// Whether checksums read their words in big-endian order.
    let isBigEndian: Bool
    /// The checksum that the first frame continues.
    let checksum: LogChecksum

    static let length = 32

    /// Reads a header; `nil` if it is not that of a log for pages of ``LogFrame/pageLength``.
    init?(_ bytes: UnsafeRawBufferPointer) {
        let magic = bytes.number(at: 0)
        guard bytes.count == Self.length, magic | 1 == Self.magic | 1,
            bytes.number(at: 4) == Self.version,
            bytes.number(at: 8) == UInt32(LogFrame.pageLength)
        else { return nil }
        isBigEndian = magic & 1 == 1
        salts = bytes.salts(at: 16)
        var computed = LogChecksum()
        computed.add(UnsafeRawBufferPointer(rebasing: bytes[..<24]), isBigEndian: isBigEndian)
        checksum = bytes.checksum(at: 24)
        guard computed == checksum else { return nil }
    }

    private static let magic: UInt32 = 0x377f_0682
    private static let version: UInt32 = 3_007_000
}

/// A frame of SQLite's write-ahead log: a page, and whether it ends a transaction
/// (https://sqlite.org/fileformat2.html#walformat).
struct LogFrame {
    /// The number of the page in the file.
    let page: UInt32
    /// Whether the frame ends a transaction.
    let isCommit: Bool
    let salts: UInt64
    /// The checksum up to this frame, as it is stored.
    let stored: LogChecksum

    static let pageLength = 4096
    static let length = 24 + pageLength

    private let bytes: UnsafeRawBufferPointer

    /// The page.
    var content: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[24...]) }

    /// Reads a frame of ``length`` bytes, which must stay valid as long as it is used.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        page = bytes.number(at: 0)
        isCommit = bytes.number(at: 4) != 0
        salts = bytes.salts(at: 8)
        stored = bytes.checksum(at: 16)
    }

    /// The checksum up to this frame, computed from that of the frame before it.
    func checksum(after before: LogChecksum, isBigEndian: Bool) -> LogChecksum {
        var checksum = before
        checksum.add(UnsafeRawBufferPointer(rebasing: bytes[..<8]), isBigEndian: isBigEndian)
        checksum.add(content, isBigEndian: isBigEndian)
        return checksum
    }

    /// Whether the frame would be sound if it were marked as the end of a transaction, so that only
    /// this mark was damaged.
    func hasLostMark(after before: LogChecksum, isBigEndian: Bool) -> Bool {
        let unmarked = checksum(after: before, isBigEndian: isBigEndian)
        guard !isCommit, stored != unmarked else { return false }
        // The mark is the second word of the frame, and checksums are linear in each word.
        var growth = LogChecksum(first: 0, second: 1)
        [UInt8](repeating: 0, count: Self.pageLength).withUnsafeBytes {
            growth.add($0, isBigEndian: isBigEndian)
        }
        return LogChecksum(
            first: stored.first &- unmarked.first,
            second: stored.second &- unmarked.second
        ).isMultiple(of: growth)
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func number(at offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    fileprivate func salts(at offset: Int) -> UInt64 {
        UInt64(number(at: offset)) << 32 | UInt64(number(at: offset + 4))
    }

    fileprivate func checksum(at offset: Int) -> LogChecksum {
        LogChecksum(first: number(at: offset), second: number(at: offset + 4))
    }
}
