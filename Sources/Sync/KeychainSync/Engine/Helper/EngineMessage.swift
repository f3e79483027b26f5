internal import PortableKeychain

/// The limits of the messages between a program and the helper of its engine.
package enum EngineMessage {
    static let version: UInt8 = 1
    /// The longest message in bytes.
    ///
    /// An answer with files has at most 16 MiB of them.
    package static let longest = 20 << 20

    /// Reads a message: a version, and the fields after it.
    ///
    /// - Returns: `nil` for any byte that is not expected.
    static func read<Message>(
        _ message: SecretBytes,
        _ body: (inout ByteReader) throws(KeychainError) -> Message?
    ) -> Message? {
        let found = try? message.withUnsafeBytes { bytes throws(KeychainError) -> Message? in
            var reader = ByteReader(bytes)
            guard try reader.integer(UInt8.self) == version else { return nil }
            let found = try body(&reader)
            try reader.finish()
            return found
        }
        return found ?? nil
    }
}

extension ByteReader {
    /// Reads a text.
    mutating func text() throws(KeychainError) -> String {
        let bytes = try sized()
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw KeychainError(.corrupt)
        }
        return text
    }

    /// Reads a number of elements, and each of them.
    ///
    /// Missing bytes end it, whatever the number.
    mutating func many<Element>(
        _ element: (inout ByteReader) throws(KeychainError) -> Element
    ) throws(KeychainError) -> [Element] {
        var elements: [Element] = []
        for _ in 0..<(try integer(UInt32.self)) { elements.append(try element(&self)) }
        return elements
    }

    /// Reads a truth, which is 0 or 1.
    mutating func truth() throws(KeychainError) -> Bool {
        let byte: UInt8 = try integer()
        guard byte <= 1 else { throw KeychainError(.corrupt) }
        return byte == 1
    }
}
