package import PortableKeychain

/// A text inside a larger one that may hold secrets: where it is, and how it is written there.
///
/// A file of passwords has names and secrets side by side, and a reader of its syntax cannot tell
/// which is which. So it says where each text is, and whoever knows takes it: names as ``string``,
/// secrets as ``secret``, which never pass through a `String`.
package struct SourceText: Sendable {
    /// How a text is written in its source.
    package enum Notation: Sendable {
        /// As it is.
        case plain
        /// With each quotation mark doubled (RFC 4180).
        case doubledQuotes
        /// With the escapes of JSON (RFC 8259, 7), which were checked already.
        case json
    }

    private let source: SecretBytes
    private let range: Range<Int>
    private let notation: Notation

    /// Points to a part of a source.
    ///
    /// - Parameters:
    ///   - source: The larger text in UTF-8, which stays in memory as long as this value.
    ///   - range: The bytes of the text, which begin and end at characters.
    ///   - notation: How it is written there.
    package init(_ source: SecretBytes, _ range: Range<Int>, _ notation: Notation = .plain) {
        self.source = source
        self.range = range
        self.notation = notation
    }

    /// A text that is its own source.
    package init(_ secret: SecretBytes) { self.init(secret, 0..<secret.count) }

    /// Whether there is no text.
    package var isEmpty: Bool { range.isEmpty }

    /// A copy that is zeroed when it goes.
    package var secret: SecretBytes {
        if notation == .plain { return SecretText.part(of: source, range) }
        var writer = SecretWriter(capacity: range.count)
        write(to: &writer)
        return writer.secret
    }

    /// An ordinary copy, which nothing zeroes: for names and other text that is no secret.
    package var string: String {
        var writer = SecretWriter(capacity: range.count)
        write(to: &writer)
        return writer.string
    }

    private func write(to writer: inout SecretWriter) {
        source.withUnsafeBytes { all in
            let bytes = UnsafeRawBufferPointer(rebasing: all[range])
            switch notation {
            case .plain: writer.append(bytes)
            case .doubledQuotes:
                var isSecond = false
                for byte in bytes {
                    isSecond = byte == UInt8(ascii: "\"") && !isSecond
                    if !isSecond { writer.append(byte) }
                }
            case .json: JSONEscapes.decode(bytes, into: &writer)
            }
        }
    }
}
