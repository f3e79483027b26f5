/// A message between a program of this project and one of its helpers.
///
/// Layout, with all numbers big-endian: version 1 (8 bits) ‖ word (8 bits) ‖ number of parts (32 bits) ‖
/// for each part, its length (32 bits) and its bytes. A number in a part has its own length; a flag is a
/// byte that is 0 or 1; a part is empty where a text or a secret may be missing. Each
/// helper defines its words and the parts of each word: `TokenMessage` (keychain-tpm), `FIDO2Request` and
/// `FIDO2Answer` (keychain-fido2), `EngineRequest` and `EngineReply` (keychain-etcd).
///
/// Neither side trusts the other: there is one form of each message, and a reader refuses bytes that are
/// missing or left over, and what exceeds the limits of the helper.
package struct HelperMessage: Sendable {
    /// The limits of the messages of a helper, either way.
    package struct Limits: Sendable {
        /// The length of the longest message in bytes.
        package let message: Int
        /// The largest number of parts.
        package let parts: Int
        /// The length of the longest part in bytes.
        package let part: Int

        package init(message: Int, parts: Int, part: Int) {
            (self.message, self.parts, self.part) = (message, parts, part)
        }
    }

    fileprivate static let version: UInt8 = 1
    fileprivate static let headLength = 6

    /// The kind of a request, or the outcome in an answer.
    package let word: UInt8
    private let bytes: SecretBytes
    private let parts: [Range<Int>]

    /// Takes a message apart; `nil` for any bytes that ``HelperWriter`` does not make.
    package init?(_ bytes: SecretBytes, within limits: Limits) {
        guard Self.headLength...limits.message ~= bytes.count else { return nil }
        let found = bytes.withUnsafeBytes { bytes -> (UInt8, [Range<Int>])? in
            func number(_ place: Int) -> Int {
                bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            }
            let count = number(2)
            // Each part takes four bytes at least, so a false number reserves no memory.
            guard bytes[0] == Self.version, count <= limits.parts,
                count <= (bytes.count - Self.headLength) / 4
            else { return nil }
            var parts: [Range<Int>] = []
            parts.reserveCapacity(count)
            var place = Self.headLength
            for _ in 0..<count {
                guard bytes.count - place >= 4 else { return nil }
                let length = number(place)
                place += 4
                guard length <= limits.part, bytes.count - place >= length else { return nil }
                parts.append(place..<place + length)
                place += length
            }
            return place == bytes.count ? (bytes[1], parts) : nil
        }
        guard let found else { return nil }
        (word, parts) = found
        self.bytes = bytes
    }

    /// Reads the parts.
    ///
    /// - Parameter body: Reads all of them, in their order.
    /// - Returns: The result of `body`.
    /// - Throws: Any error of `body`; ``KeychainError/Code/corrupt`` if it leaves a part.
    package func read<R>(
        _ body: (inout HelperReader) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = HelperReader(bytes: bytes, rest: parts[...])
            let result = try body(&reader)
            guard reader.isAtEnd else { throw KeychainError(.corrupt) }
            return result
        }
    }
}

/// Reads the parts of a message; what a part must not be is an error, ``KeychainError/Code/corrupt``.
package struct HelperReader {
    fileprivate let bytes: UnsafeRawBufferPointer
    fileprivate var rest: ArraySlice<Range<Int>>

    /// Whether no part is left.
    package var isAtEnd: Bool { rest.isEmpty }

    /// The next part, without copying it; valid as long as this reader.
    package mutating func raw(
        _ lengths: ClosedRange<Int> = 0...Int.max
    ) throws(KeychainError) -> UnsafeRawBufferPointer {
        guard let part = rest.popFirst(), lengths ~= part.count else {
            throw KeychainError(.corrupt)
        }
        return UnsafeRawBufferPointer(rebasing: bytes[part])
    }

    /// The next part as bytes that are not secret.
    package mutating func array(
        _ lengths: ClosedRange<Int> = 0...Int.max
    ) throws(KeychainError) -> [UInt8] {
        Array(try raw(lengths))
    }

    /// The next part as a secret.
    package mutating func secret(
        _ lengths: ClosedRange<Int> = 0...Int.max
    ) throws(KeychainError) -> SecretBytes {
        SecretBytes(try raw(lengths))
    }

    /// The next part as a text.
    package mutating func text(atMost limit: Int = .max) throws(KeychainError) -> String {
        guard let text = String(validating: try raw(0...limit), as: UTF8.self) else {
            throw KeychainError(.corrupt)
        }
        return text
    }

    /// The next part as a number of this type.
    package mutating func number<I: FixedWidthInteger>(
        _ type: I.Type = I.self
    ) throws(KeychainError) -> I {
        let length = MemoryLayout<I>.size
        return I(bigEndian: try raw(length...length).loadUnaligned(as: I.self))
    }

    /// The next part as a flag.
    package mutating func flag() throws(KeychainError) -> Bool {
        let value = try number(UInt8.self)
        guard value <= 1 else { throw KeychainError(.corrupt) }
        return value == 1
    }

    /// Reads elements until no part is left.
    package mutating func many<Element>(
        atMost limit: Int = .max,
        _ element: (inout HelperReader) throws(KeychainError) -> Element
    ) throws(KeychainError) -> [Element] {
        var elements: [Element] = []
        while !isAtEnd {
            guard elements.count < limit else { throw KeychainError(.corrupt) }
            elements.append(try element(&self))
        }
        return elements
    }
}

/// Makes a message of its parts.
package struct HelperWriter {
    private enum Part {
        case plain([UInt8])
        case secret(SecretBytes)

        func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
            switch self {
            case .plain(let bytes): bytes.withUnsafeBytes(body)
            case .secret(let secret): secret.withUnsafeBytes(body)
            }
        }

        var count: Int {
            switch self {
            case .plain(let bytes): bytes.count
            case .secret(let secret): secret.count
            }
        }
    }

    private let word: UInt8
    private var parts: [Part] = []

    /// Begins a message.
    package init(_ word: UInt8) { self.word = word }

    /// Adds bytes that are not secret.
    package mutating func add(_ bytes: [UInt8]) { parts.append(.plain(bytes)) }

    /// Adds a secret; an empty part for `nil`.
    package mutating func add(_ secret: SecretBytes?) {
        parts.append(secret.map(Part.secret) ?? .plain([]))
    }

    /// Adds a text that is not secret.
    package mutating func add(_ text: String) { add(Array(text.utf8)) }

    /// Adds a number in the length of its type.
    package mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { add(Array($0)) }
    }

    /// Adds a flag.
    package mutating func add(_ flag: Bool) { add(UInt8(flag ? 1 : 0)) }

    /// The bytes of the message; `nil` if it exceeds the limits.
    package func finished(within limits: HelperMessage.Limits) -> SecretBytes? {
        let count = parts.reduce(HelperMessage.headLength) { $0 + 4 + $1.count }
        guard count <= limits.message, parts.count <= limits.parts,
            parts.allSatisfy({ $0.count <= limits.part })
        else { return nil }
        return SecretBytes(count: count) { room in
            var place = 0
            func put(_ bytes: UnsafeRawBufferPointer) {
                UnsafeMutableRawBufferPointer(rebasing: room[place...]).copyMemory(from: bytes)
                place += bytes.count
            }
            func putCount(_ number: Int) {
                withUnsafeBytes(of: UInt32(number).bigEndian) { put($0) }
            }
            [HelperMessage.version, word].withUnsafeBytes { put($0) }
            putCount(parts.count)
            for part in parts {
                putCount(part.count)
                part.withBytes { put($0) }
            }
        }
    }
}
