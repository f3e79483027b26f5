/// Decodes numbers (big-endian) and bytes; input that is too short or too long is refused as
/// corrupt.
package struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    package var remaining: Int { bytes.count - offset }

    package mutating func integer<I: FixedWidthInteger>(_ type: I.Type = I.self)
        throws(KeychainError) -> I
    {
        let size = MemoryLayout<I>.size
        guard remaining >= size else { throw Self.malformed }
        defer { offset += size }
        return I(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: I.self))
    }

    /// The next bytes, without copying them; valid as long as the buffer of this reader.
    package mutating func raw(_ count: Int) throws(KeychainError) -> UnsafeRawBufferPointer {
        guard count >= 0, remaining >= count else { throw Self.malformed }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }

    package mutating func array(_ count: Int) throws(KeychainError) -> [UInt8] {
        Array(try raw(count))
    }

    /// Reads a 32-bit length and that number of bytes.
    package mutating func sized() throws(KeychainError) -> UnsafeRawBufferPointer {
        try raw(Int(try integer(UInt32.self)))
    }

    /// Refuses bytes after the end.
    package func finish() throws(KeychainError) {
        guard remaining == 0 else { throw Self.malformed }
    }

    static var malformed: KeychainError {
        KeychainError(.corrupt, reason: "A part of the keychain is malformed. Restore a backup.")
    }
}
