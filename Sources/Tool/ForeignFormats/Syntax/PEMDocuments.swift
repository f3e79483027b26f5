/// Finds the documents of a PEM file (RFC 7468) without copying text that may be secret.
enum PEMDocuments {
    struct Document {
        let range: Range<Int>
        let kind: Kind
    }

    enum Kind {
        case certificate
        case encryptedKey
        /// Named curves, which openssl writes before a key.
        case parameters
        case other

        fileprivate init(_ line: some Sequence<UInt8>) {
            self = Self.lines.first { line.starts(with: $0.start) }?.kind ?? .other
        }

        private static let lines: [(start: [UInt8], kind: Kind)] = [
            (Array("-----BEGIN CERTIFICATE-----".utf8), .certificate),
            (Array("-----BEGIN ENCRYPTED PRIVATE KEY-----".utf8), .encryptedKey),
            (Array("-----BEGIN EC PARAMETERS-----".utf8), .parameters),
        ]
    }

    private static let begin = Array("-----BEGIN ".utf8)
    private static let end = Array("-----END ".utf8)

    /// The documents in their order, with their first and last lines.
    ///
    /// The name of a curve, which openssl writes as a separate document before the key, is included
    /// in the range of the key.
    static func ranges(in bytes: UnsafeRawBufferPointer) -> [Document] {
        var documents: [Document] = []
        var start: Int?
        var kind = Kind.other
        var place = 0
        while place < bytes.count {
            let line = bytes[place...].prefix { $0 != 0x0A }
            if line.starts(with: begin) {
                start = kind == .parameters ? start : place
                kind = Kind(line)
            } else if line.starts(with: end), let first = start, kind != .parameters {
                documents.append(Document(range: first..<line.endIndex, kind: kind))
                start = nil
            }
            place = line.endIndex + 1
        }
        // The parser refuses unterminated documents later.
        if let start {
            documents.append(Document(range: start..<bytes.count, kind: kind))
        }
        return documents
    }
}
