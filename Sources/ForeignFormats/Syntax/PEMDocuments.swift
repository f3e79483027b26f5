/// Finds the documents of a PEM file (RFC 7468) without copying text that may be secret.
enum PEMDocuments {
    struct Document {
        let range: Range<Int>
        let isCertificate: Bool
    }

    private static let begin = Array("-----BEGIN ".utf8)
    private static let end = Array("-----END ".utf8)
    private static let certificate = Array("-----BEGIN CERTIFICATE-----".utf8)
    private static let parameters = Array("-----BEGIN EC PARAMETERS-----".utf8)

    /// The documents in their order, with their first and last lines.
    ///
    /// The name of a curve, which openssl writes as a separate document before the key, is included
    /// in the range of the key.
    static func ranges(in bytes: UnsafeRawBufferPointer) -> [Document] {
        var documents: [Document] = []
        var start: Int?
        var isCertificate = false
        var isParameters = false
        var place = 0
        while place < bytes.count {
            let line = bytes[place...].prefix { $0 != 0x0A }
            if line.starts(with: begin) {
                start = isParameters ? start : place
                isCertificate = line.starts(with: certificate)
                isParameters = line.starts(with: parameters)
            } else if line.starts(with: end), let first = start, !isParameters {
                documents.append(
                    Document(range: first..<line.endIndex, isCertificate: isCertificate)
                )
                start = nil
            }
            place = line.endIndex + 1
        }
        // The parser refuses unterminated documents later.
        if let start {
            documents.append(Document(range: start..<bytes.count, isCertificate: isCertificate))
        }
        return documents
    }
}
