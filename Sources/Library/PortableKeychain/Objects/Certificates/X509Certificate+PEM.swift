internal import KeychainEssentials

extension X509Certificate {
    /// Reads one certificate in DER, or all certificates of a text in PEM (RFC 7468).
    ///
    /// Text around and between the certificates is ignored, because programs that print
    /// certificates write it there; other kinds of PEM blocks are refused.
    ///
    /// - Parameter bytes: The file, 64 MiB at most.
    /// - Returns: The certificates in their order, one at least.
    /// - Throws: ``KeychainError/Code/undecodable`` when a block is not a certificate, and when
    ///   there are not certificates.
    public static func all(in bytes: [UInt8]) throws(KeychainError) -> [X509Certificate] {
        var certificates: [X509Certificate] = []
        for der in try encoded(in: bytes) { certificates.append(try X509Certificate(der: der)) }
        guard !certificates.isEmpty else { throw .malformed }
        return certificates
    }

    /// Reads the certificates of a text in PEM that are supported, as ``all(in:)`` does, and leaves
    /// out others: one of them must not cost all certificates of a system.
    ///
    /// - Parameter bytes: The file, 64 MiB at most.
    /// - Returns: The supported certificates in their order.
    /// - Throws: ``KeychainError/Code/undecodable`` for other kinds of blocks and broken text.
    package static func supported(in bytes: [UInt8]) throws(KeychainError) -> [X509Certificate] {
        try encoded(in: bytes).compactMap { try? X509Certificate(der: $0) }
    }

    /// The certificates in a file, each in DER.
    private static func encoded(in bytes: [UInt8]) throws(KeychainError) -> [[UInt8]] {
        guard bytes.count <= 64 << 20 else { throw .malformed }
        // A SEQUENCE of more than 127 bytes, as every certificate is; no text begins like that.
        let isBinary = bytes.first == 0x30 && bytes.dropFirst().first.map { $0 >= 0x80 } == true
        guard !isBinary else { return [bytes] }
        var certificates: [[UInt8]] = []
        var body: [UInt8]?
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let isMark = line.starts(with: marks.any)
            if isMark, line.starts(with: marks.begin), body == nil {
                body = []
            } else if isMark, line.starts(with: marks.end), let encoded = body {
                guard let der = Data(base64Encoded: Data(encoded)) else { throw .malformed }
                certificates.append([UInt8](der))
                body = nil
            } else if isMark {
                throw KeychainError(
                    .undecodable,
                    reason: "The file holds something else than certificates."
                )
            } else {
                body? += line.filter { $0 != 0x20 && $0 != 0x09 }
            }
        }
        guard body == nil else { throw .malformed }
        return certificates
    }

    /// The certificate as text (RFC 7468), with a newline at its end.
    public var pem: String { Self.pem(der, "CERTIFICATE") }

    /// Bytes as text (RFC 7468), with a word in the marks.
    static func pem(_ der: [UInt8], _ mark: String) -> String {
        let encoded = Data(der).base64EncodedString()
        var text = "-----BEGIN \(mark)-----\n"
        var rest = encoded[...]
        while !rest.isEmpty {
            text += rest.prefix(64) + "\n"
            rest = rest.dropFirst(64)
        }
        return text + "-----END \(mark)-----\n"
    }

    private static let marks = (
        any: Array("-----".utf8), begin: Array("-----BEGIN CERTIFICATE-----".utf8),
        end: Array("-----END CERTIFICATE-----".utf8)
    )
}
