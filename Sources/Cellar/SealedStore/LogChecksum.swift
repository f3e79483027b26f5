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

    /// Whether both halves are those of another checksum times the same number; its first half must be
    /// odd.
    func isMultiple(of unit: LogChecksum) -> Bool {
        // Newton's method finds the inverse: an odd number is its own in the last three bits, and each
        // step doubles the number of bits that are right.
        var inverse = unit.first
        for _ in 0..<4 { inverse &*= 2 &- unit.first &* inverse }
        return second == first &* inverse &* unit.second
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
