internal import PortableKeychain
internal import SafeText

/// The content of a database of KDBX 4 once it is decrypted and unpacked: the inner header and the
/// XML.
struct KDBXContent {
    /// The second encryption of texts in the XML.
    let texts: ProtectedTexts
    let files: KeePassFiles
    let document: SecretBytes

    private static let malformed = FormatProblem("the inner header of the database is damaged")

    /// Reads the inner header.
    ///
    /// - Throws: ``FormatProblem`` for a header that is incomplete or says something twice, and for
    ///   ciphers that are not supported.
    init(_ content: SecretBytes) throws(FormatProblem) {
        let (header, start) = try content.withUnsafeBytes { bytes throws(FormatProblem) in
            var reader = LittleEndianReader(bytes, orThrow: Self.malformed)
            return (try Self.header(&reader), reader.place)
        }
        texts = header.texts
        files = KeePassFiles(content, header.files)
        document = SecretText.part(of: content, start..<content.count)
    }

    /// The texts, and the ranges of attached files.
    private static func header(
        _ reader: inout LittleEndianReader
    ) throws(FormatProblem) -> (texts: ProtectedTexts, files: [Range<Int>]) {
        var cipher: UInt64?
        var key: SecretBytes?
        var files: [Range<Int>] = []
        while true {
            let kind = try reader.number(1)
            let field = try reader.bytes(Int(try reader.number(4)))
            switch kind {
            case 0:
                guard let cipher, let key else { throw malformed }
                let texts = try ProtectedTexts(cipher: cipher, key: key, orThrow: malformed)
                return (texts, files)
            case 1:
                guard cipher == nil, field.count == 4 else { throw malformed }
                var number = LittleEndianReader(field, orThrow: malformed)
                cipher = try number.number(4)
            case 2:
                guard key == nil else { throw malformed }
                key = SecretBytes(field)
            case 3:
                // The first byte says whether programs protect the file in their memory.
                guard field.count > 0 else { throw malformed }
                files.append(reader.place - field.count + 1..<reader.place)
            default: throw malformed
            }
        }
    }
}
