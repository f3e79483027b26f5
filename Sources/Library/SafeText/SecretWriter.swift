package import PortableKeychain

/// Collects the bytes of a secret whose length is not known in advance, in memory that is zeroed.
///
/// Not an array, because an array leaves a copy of its content behind each time it grows.
package struct SecretWriter: ~Copyable {
    private var room: UnsafeMutableRawBufferPointer
    /// The number of collected bytes.
    package private(set) var count = 0

    /// Creates an empty writer.
    ///
    /// - Parameter capacity: The initial capacity in bytes, 1 or more.
    package init(capacity: Int = 64) {
        room = .allocate(byteCount: max(capacity, 1), alignment: 1)
    }

    deinit {
        SecretBytes.zero(room)
        room.deallocate()
    }

    /// Adds one byte.
    package mutating func append(_ byte: UInt8) {
        if count == room.count { grow(to: count + 1) }
        room[count] = byte
        count += 1
    }

    /// Adds a copy of some bytes; the caller keeps ownership of the original.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if room.count - count < bytes.count { grow(to: count + bytes.count) }
        UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    /// Adds a text that is not secret.
    package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Adds a character in UTF-8.
    package mutating func append(_ scalar: Unicode.Scalar) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    }

    /// Adds a secret.
    package mutating func append(_ secret: SecretBytes) {
        secret.withUnsafeBytes { append($0) }
    }

    /// A copy of the collected bytes.
    package var secret: SecretBytes {
        SecretBytes(count: count) { target in
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<count]))
        }
    }

    /// An ordinary copy as text, which is not zeroed: for names and other text that is not secret.
    package var string: String { String(decoding: room[..<count], as: UTF8.self) }

    private mutating func grow(to least: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(least, 2 * room.count),
            alignment: 1
        )
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<count]))
        SecretBytes.zero(room)
        room.deallocate()
        room = larger
    }
}
