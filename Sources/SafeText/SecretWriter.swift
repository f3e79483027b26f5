package import PortableKeychain

/// Collects the bytes of a secret whose length is not known yet, in memory that is zeroed.
///
/// An array would leave a copy of what it held behind each time it grows.
package struct SecretWriter: ~Copyable {
    private var room: UnsafeMutableRawBufferPointer
    /// How many bytes there are.
    package private(set) var count = 0

    /// Makes an empty writer.
    ///
    /// - Parameter capacity: How many bytes fit before it has to grow, 1 or more.
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

    /// Adds bytes that stay with their owner.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if room.count - count < bytes.count { grow(to: count + bytes.count) }
        UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    /// Adds a text that is no secret.
    package mutating func append(_ text: String) {
        for byte in text.utf8 { append(byte) }
    }

    /// Adds a character in UTF-8.
    package mutating func append(_ scalar: Unicode.Scalar) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
    }

    /// Adds a secret.
    package mutating func append(_ secret: SecretBytes) {
        secret.withUnsafeBytes { append($0) }
    }

    /// A copy of what was collected.
    package var secret: SecretBytes {
        SecretBytes(count: count) { target in
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<count]))
        }
    }

    /// An ordinary copy as text, which nothing zeroes: for names and other text that is no secret.
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
