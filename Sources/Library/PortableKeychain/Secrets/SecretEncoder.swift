/// Encodes like ``ByteWriter``, into memory that is zeroed, payloads included.
package struct SecretEncoder {
    private enum Part {
        case plain([UInt8])
        case secret(SecretBytes)
    }

    private var parts: [Part] = []
    private var open = ByteWriter()
    /// The number of bytes so far.
    package private(set) var count = 0

    package init() {}

    package mutating func integer<I: FixedWidthInteger>(_ value: I) {
        open.integer(value)
        count += MemoryLayout<I>.size
    }

    package mutating func raw(_ more: some Collection<UInt8>) {
        open.raw(more)
        count += more.count
    }

    /// Appends a 32-bit length and the bytes.
    package mutating func sized(_ more: some Collection<UInt8>) {
        integer(UInt32(more.count))
        raw(more)
    }

    /// Appends a 32-bit length and the bytes.
    package mutating func sized(_ secret: SecretBytes) {
        integer(UInt32(secret.count))
        raw(secret)
    }

    /// Appends the bytes of a secret, whose number the reader knows.
    package mutating func raw(_ secret: SecretBytes) {
        parts.append(.plain(open.bytes))
        parts.append(.secret(secret))
        open = ByteWriter()
        count += secret.count
    }

    /// Appends a byte that says whether there is a payload, a 32-bit length, and the payload.
    package mutating func optional(_ secret: SecretBytes?) {
        integer(UInt8(secret == nil ? 0 : 1))
        if let secret { sized(secret) } else { integer(UInt32(0)) }
    }

    /// All bytes.
    ///
    /// - Parameter head: The bytes before them, such as their number.
    /// - Returns: The bytes.
    package func finished(after head: [UInt8] = []) -> SecretBytes {
        SecretBytes(count: head.count + count) { room in
            var rest = room[...]
            func put(_ bytes: UnsafeRawBufferPointer) {
                UnsafeMutableRawBufferPointer(rebasing: rest).copyMemory(from: bytes)
                rest = rest.dropFirst(bytes.count)
            }
            head.withUnsafeBytes(put)
            for part in parts {
                switch part {
                case .plain(let bytes): bytes.withUnsafeBytes(put)
                case .secret(let secret): secret.withUnsafeBytes(put)
                }
            }
            open.bytes.withUnsafeBytes(put)
        }
    }
}

extension ByteReader {
    /// Reads a value that ``SecretEncoder/optional(_:)`` wrote.
    ///
    /// - Throws: ``KeychainError/Code/corrupt`` for other bytes.
    package mutating func optionalSecret() throws(KeychainError) -> SecretBytes? {
        let mark: UInt8 = try integer()
        let bytes = try sized()
        guard mark <= 1, mark == 1 || bytes.isEmpty else { throw Self.malformed }
        return mark == 0 ? nil : SecretBytes(count: bytes.count) { $0.copyMemory(from: bytes) }
    }
}
