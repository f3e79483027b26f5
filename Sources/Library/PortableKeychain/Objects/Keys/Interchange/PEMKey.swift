internal import KeychainEssentials

/// One PEM document (RFC 7468) that may hold a secret, which SwiftASN1's would leave in strings.
struct PEMKey {
    private static let largest = 128 << 10
    private static let lineLength = 64
    /// The name of the curve's parameters, which repeat the key's own data where curves have names.
    private static let parameters = "EC PARAMETERS"
    private static let encryption = Array("Proc-Type: 4,ENCRYPTED".utf8)

    let label: String
    let der: SecretBytes

    var publicDER: [UInt8] { der.withUnsafeBytes { [UInt8]($0) } }

    init(label: String, der: SecretBytes) {
        (self.label, self.der) = (label, der)
    }

    init(_ text: SecretBytes) throws(KeychainError) {
        guard text.count <= Self.largest else { throw .noKey }
        (label, der) = try text.withArray { bytes throws(KeychainError) in
            let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
                .map { $0.trimmed }
                .filter { !$0.isEmpty }
            var rest = lines[...]
            var document = try Self.next(&rest)
            if document.label == Self.parameters { document = try Self.next(&rest) }
            guard rest.isEmpty else { throw .noKey }
            return document
        }
    }

    private static func next(
        _ lines: inout ArraySlice<ArraySlice<UInt8>>
    ) throws(KeychainError) -> (label: String, der: SecretBytes) {
        guard let first = lines.popFirst(), let label = label(first, "BEGIN") else { throw .noKey }
        guard let end = lines.firstIndex(where: { Self.label($0, "END") != nil }),
            Self.label(lines[end], "END") == label
        else { throw .noKey }
        // Older programs encrypt a document's content, and keep its label (RFC 1421, 4.6.1.1).
        let isEncrypted = lines[..<end].contains { $0.starts(with: Self.encryption) }
        guard !isEncrypted else { throw .encryptedKey }
        var encoded = Data(lines[..<end].joined())
        defer { encoded.zero() }
        guard !encoded.isEmpty, var der = Data(base64Encoded: encoded) else { throw .noKey }
        lines = lines[(end + 1)...]
        return (label, SecretBytes(moving: &der))
    }

    private static func label(_ line: ArraySlice<UInt8>, _ word: String) -> String? {
        let (start, end) = (Array("-----\(word) ".utf8), Array("-----".utf8))
        guard line.count > start.count + end.count, line.starts(with: start),
            line.suffix(end.count).elementsEqual(end)
        else { return nil }
        return String(decoding: line.dropFirst(start.count).dropLast(end.count), as: UTF8.self)
    }

    func text() -> SecretBytes {
        var encoded = der.withUnsafeBytes { Data($0).base64EncodedData() }
        defer { encoded.zero() }
        var text = Data("-----BEGIN \(label)-----\n".utf8)
        // Growing would leave parts of the key behind.
        text.reserveCapacity(encoded.count + encoded.count / Self.lineLength + 2 * label.count + 64)
        for start in stride(from: 0, to: encoded.count, by: Self.lineLength) {
            text.append(encoded[start..<min(start + Self.lineLength, encoded.count)])
            text.append(0x0A)
        }
        text.append(contentsOf: Array("-----END \(label)-----\n".utf8))
        return SecretBytes(moving: &text)
    }
}

extension ArraySlice<UInt8> {
    /// Without spaces and tabs around.
    fileprivate var trimmed: ArraySlice<UInt8> {
        let blank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let start = drop(while: blank)
        return start.prefix(
            (start.lastIndex { !blank($0) } ?? start.startIndex - 1)
                - start.startIndex + 1
        )
    }
}
