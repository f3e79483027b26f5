/// Writes values in SSH's encoding (RFC 4251, 5).
struct SSHWriter {
    private(set) var bytes: [UInt8] = []

    /// The bytes that a closure writes.
    static func bytes(_ write: (inout SSHWriter) -> Void) -> [UInt8] {
        var writer = SSHWriter()
        write(&writer)
        return writer.bytes
    }

    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    mutating func number(_ number: UInt32) {
        for shift in stride(from: 24, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
        }
    }

    /// Bytes preceded by their length.
    mutating func string(_ content: some Collection<UInt8>) {
        number(UInt32(content.count))
        bytes += content
    }

    mutating func text(_ text: String) { string(text.utf8) }

    /// A number of any length, 0 or more (`mpint`), from its big-endian bytes.
    mutating func natural(_ digits: some Collection<UInt8>) {
        let significant = digits.drop { $0 == 0 }
        // If the first bit were set, the number would be negative.
        let needsZero = significant.first.map { $0 & 0x80 != 0 } ?? false
        string((needsZero ? [0] : []) + Array(significant))
    }
}
