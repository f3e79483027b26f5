/// Reads little-endian numbers and bytes of a binary file, one after the other.
struct LittleEndianReader {
    private let all: UnsafeRawBufferPointer
    private let problem: FormatProblem
    var place = 0

    /// Starts with the first byte.
    ///
    /// - Parameters:
    ///   - bytes: The file, or a part of it.
    ///   - problem: The error that is thrown where bytes are missing.
    init(_ bytes: UnsafeRawBufferPointer, orThrow problem: FormatProblem) {
        all = bytes
        self.problem = problem
    }

    /// Whether everything was read.
    var isAtEnd: Bool { place == all.count }

    /// A number of so many bytes, at most 8.
    mutating func number(_ count: Int) throws(FormatProblem) -> UInt64 {
        try bytes(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads the given number of bytes.
    mutating func bytes(_ count: Int) throws(FormatProblem) -> UnsafeRawBufferPointer {
        guard count >= 0, place >= 0, place <= all.count, all.count - place >= count else {
            throw problem
        }
        defer { place += count }
        return UnsafeRawBufferPointer(rebasing: all[place..<place + count])
    }
}
