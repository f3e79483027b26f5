/// The running checksum of SQLite's write-ahead log: each frame continues that of the frame before
/// it (https://sqlite.org/fileformat2.html#walcksm).
struct LogChecksum: Equatable {
    private(set) var first: UInt32
    private(set) var second: UInt32

    /// Makes a checksum of its two halves.
    init(first: UInt32 = 0, second: UInt32 = 0) {
        self.first = first
        self.second = second
    }

    /// Continues with bytes, a multiple of eight, read as words of the given order.
    mutating func add(_ bytes: UnsafeRawBufferPointer, isBigEndian: Bool) {
        for offset in stride(from: 0, to: bytes.count, by: 8) {
            first &+= Self.word(bytes, offset, isBigEndian) &+ second
            second &+= Self.word(bytes, offset + 4, isBigEndian) &+ first
        }
    }

    private static func word(
        _ bytes: UnsafeRawBufferPointer,
        _ offset: Int,
        _ isBigEndian: Bool
    ) -> UInt32 {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }
}
