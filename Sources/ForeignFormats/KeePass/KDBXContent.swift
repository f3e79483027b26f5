internal import PortableKeychain
internal import SafeText

/// What is in a database of KDBX 4 once it is decrypted and unpacked: the inner header and the XML.
struct KDBXContent {
    /// How texts in the XML are encrypted once more.
    let texts: ProtectedTexts
    let document: SecretBytes

    private static let malformed = FormatProblem("the inner header of the database is damaged")

    /// Reads the inner header.
    ///
    /// - Throws: ``FormatProblem`` for a header that is incomplete or says something twice, and for
    ///   ciphers that are not supported.
    init(_ content: SecretBytes) throws(FormatProblem) {
        let (texts, start) = try content.withUnsafeBytes { bytes throws(FormatProblem) in
            var reader = LittleEndianReader(bytes, orThrow: Self.malformed)
            return (try Self.texts(&reader), reader.place)
        }
        self.texts = texts
        document = SecretText.part(of: content, start..<content.count)
    }

    private static func texts(_ reader: inout LittleEndianReader) throws(FormatProblem)
        -> ProtectedTexts
    {
        var cipher: UInt64?
        var key: SecretBytes?
        while true {
            let kind = try reader.number(1)
            let field = try reader.bytes(Int(try reader.number(4)))
            switch kind {
            case 0:
                guard let cipher, let key else { throw malformed }
                return try ProtectedTexts(cipher: cipher, key: key, orThrow: malformed)
            case 1:
                guard cipher == nil, field.count == 4 else { throw malformed }
                var number = LittleEndianReader(field, orThrow: malformed)
                cipher = try number.number(4)
            case 2:
                guard key == nil else { throw malformed }
                key = SecretBytes(field)
            // An attached file, which is counted where an entry refers to it.
            case 3: break
            default: throw malformed
            }
        }
    }
}
