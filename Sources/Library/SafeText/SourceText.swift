package import PortableKeychain

/// A part of a larger text that may contain secrets: its range and its notation.
///
/// A file of passwords contains names and secrets side by side, and a parser of its syntax cannot
/// distinguish them. So parsers return this type, and the code that knows the meaning of a field
/// extracts it: names as ``string``, secrets as ``secret``, which never pass through a `String`.
package struct SourceText: Sendable {
    /// The notation of a text in its source.
    package enum Notation: Sendable {
        /// Without any escapes.
        case plain
        /// Each quotation mark is doubled (RFC 4180).
        case doubledQuotes
        /// The escapes are those of JSON (RFC 8259, 7), which have been validated.
        case json
    }

    private let source: SecretBytes
    private let range: Range<Int>
    private let notation: Notation

    /// Refers to a part of a source.
    ///
    /// - Parameters:
    ///   - source: The larger text in UTF-8, which this value keeps in memory.
    ///   - range: The bytes of the text, which begin and end at character boundaries.
    ///   - notation: The notation of the text in the source.
    package init(_ source: SecretBytes, _ range: Range<Int>, _ notation: Notation = .plain) {
        self.source = source
        self.range = range
        self.notation = notation
    }

    /// A text that is identical to its source.
    package init(_ secret: SecretBytes) { self.init(secret, 0..<secret.count) }

    /// Whether the text is empty.
    package var isEmpty: Bool { range.isEmpty }

    /// The number of bytes in the source, which is at least that of the text.
    package var length: Int { range.count }

    /// A copy that is zeroed when it is released.
    package var secret: SecretBytes {
        if notation == .plain { return SecretText.part(of: source, range) }
        var writer = SecretWriter(capacity: range.count)
        write(to: &writer)
        return writer.secret
    }

    /// An ordinary copy, which is not zeroed: for names and other text that is not secret.
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
