package import PortableKeychain
internal import KeychainEssentials

/// Base64 (RFC 4648) of secrets; no copy stays in memory.
package enum Base64 {
    /// The alphabets (RFC 4648, 4 and 5).
    package enum Alphabet: Sendable {
        /// With `+`, `/` and padding.
        case standard
        /// With `-` and `_`, and without padding.
        case urls
    }

    /// The text for some bytes.
    package static func encoded(
        _ secret: SecretBytes,
        _ alphabet: Alphabet = .standard
    ) -> SecretBytes {
        var plain = secret.withUnsafeBytes { Data($0) }
        var encoded = plain.base64EncodedData()
        defer {
            zero(&plain)
            zero(&encoded)
        }
        guard alphabet == .urls else { return SecretBytes(copying: encoded) }
        var writer = SecretWriter(capacity: encoded.count)
        for byte in encoded {
            switch byte {
            case UInt8(ascii: "+"): writer.append(UInt8(ascii: "-"))
            case UInt8(ascii: "/"): writer.append(UInt8(ascii: "_"))
            case UInt8(ascii: "="): break
            default: writer.append(byte)
            }
        }
        return writer.secret
    }

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - alphabet: Its alphabet. For that of URLs, the standard one and padding are taken, too: some
    ///     programs write the one and some the other.
    /// - Returns: The bytes; `nil` if it is not Base64.
    package static func decoded(
        _ text: SecretBytes,
        _ alphabet: Alphabet = .standard
    ) -> SecretBytes? {
        let standard = alphabet == .urls ? standardized(text) : text
        var encoded = standard.withUnsafeBytes { Data($0) }
        defer { zero(&encoded) }
        guard var plain = Data(base64Encoded: encoded) else { return nil }
        defer { zero(&plain) }
        return SecretBytes(copying: plain)
    }

    /// The same text in the standard alphabet, padded.
    private static func standardized(_ text: SecretBytes) -> SecretBytes {
        var writer = SecretWriter(capacity: text.count + 3)
        text.withUnsafeBytes { bytes in
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "-"): writer.append(UInt8(ascii: "+"))
                case UInt8(ascii: "_"): writer.append(UInt8(ascii: "/"))
                case UInt8(ascii: "="): break
                default: writer.append(byte)
                }
            }
        }
        while !writer.count.isMultiple(of: 4) { writer.append(UInt8(ascii: "=")) }
        return writer.secret
    }

    private static func zero(_ data: inout Data) {
        data.withUnsafeMutableBytes { SecretBytes.zero($0) }
    }
}
