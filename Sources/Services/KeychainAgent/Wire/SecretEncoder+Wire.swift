internal import PortableKeychain

extension SecretEncoder {
    mutating func flag(_ flag: Bool) { integer(UInt8(flag ? 1 : 0)) }

    mutating func text(_ text: String) { sized(text.utf8) }

    /// Writes whether there is a value, and the value.
    mutating func optional<T, E: Error>(
        _ value: T?,
        _ write: (inout SecretEncoder, T) throws(E) -> Void
    ) throws(E) {
        flag(value != nil)
        if let value { try write(&self, value) }
    }

    /// Writes a number of values, and the values.
    mutating func list<T, E: Error>(
        _ values: some Collection<T>,
        _ write: (inout SecretEncoder, T) throws(E) -> Void
    ) throws(E) {
        integer(UInt32(values.count))
        for value in values { try write(&self, value) }
    }

    mutating func bytes(_ bytes: [UInt8]) { sized(bytes) }
}

extension ByteReader {
    mutating func flag() throws(KeychainError) -> Bool {
        switch try integer(UInt8.self) {
        case 0: false
        case 1: true
        default: throw Frame.malformed
        }
    }

    mutating func text() throws(KeychainError) -> String {
        guard let text = String(validating: try sized(), as: UTF8.self) else {
            throw Frame.malformed
        }
        return text
    }

    mutating func bytes() throws(KeychainError) -> [UInt8] { Array(try sized()) }

    mutating func secret() throws(KeychainError) -> SecretBytes {
        let bytes = try sized()
        return SecretBytes(count: bytes.count) { $0.copyMemory(from: bytes) }
    }

    mutating func optional<T>(
        _ read: (inout ByteReader) throws(KeychainError) -> T
    ) throws(KeychainError) -> T? {
        try flag() ? try read(&self) : nil
    }

    /// Reads the list that ``SecretEncoder/list(_:_:)`` writes.
    ///
    /// - Parameters:
    ///   - most: The largest number of values. Each takes at least a byte, so no number is larger
    ///     than the message.
    ///   - read: Reads one value.
    /// - Returns: The values.
    /// - Throws: ``KeychainError/Code/corrupt`` for a number that is too large, or any error of
    ///   `read`.
    mutating func list<T>(
        atMost most: Int = .max,
        _ read: (inout ByteReader) throws(KeychainError) -> T
    ) throws(KeychainError) -> [T] {
        let count = Int(try integer(UInt32.self))
        guard count <= min(most, remaining) else { throw Frame.malformed }
        var values: [T] = []
        for _ in 0..<count { values.append(try read(&self)) }
        return values
    }
}
