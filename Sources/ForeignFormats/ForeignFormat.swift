/// The formats of other programs that `keychainctl import` reads.
///
/// A format is chosen with `--format` or detected from the beginning of a file. The parsers for
/// the formats are separate types, such as ``CSVLayout`` and ``KeePassExport``.
package enum ForeignFormat: String, CaseIterable, Sendable {
    case chrome
    case firefox
    case apple
    case bitwardenCSV = "bitwarden-csv"
    case bitwardenJSON = "bitwarden-json"
    case onePasswordCSV = "1password-csv"
    case onePUX = "1pux"
    case keePassXML = "keepass-xml"
    case pass
    case gnomeKeyring = "gnome-keyring"
    case pem
    case pkcs12
    case json

    /// Detects the format of a file by its beginning; `nil` for text that may be a CSV.
    ///
    /// - Throws: ``FormatProblem`` for known formats that are not supported.
    package static func detect(_ bytes: UnsafeRawBufferPointer) throws(FormatProblem)
        -> ForeignFormat?
    {
        // The two signatures of KeePass's databases.
        if bytes.starts(with: [0x03, 0xD9, 0xA2, 0x9A]) {
            throw FormatProblem(
                "the file is an encrypted KeePass database, which is not supported",
                advice: "export it as XML from KeePass or KeePassXC, and import that file"
            )
        }
        if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) { return .onePUX }
        if bytes.starts(with: Array("PKBK".utf8)) {
            throw FormatProblem(
                "the file is a backup of a keychain",
                advice: "use 'keychainctl restore'"
            )
        }
        if ObjectFile.isBundle(bytes) { return .pkcs12 }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let text = bytes[(hasMark ? 3 : 0)...].drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if text.first == UInt8(ascii: "<") { return .keePassXML }
        if text.first == UInt8(ascii: "{") { return .bitwardenJSON }
        if text.starts(with: Array("-----BEGIN ".utf8)) { return .pem }
        if text.first == 0x30, bytes.count > 2, bytes[1] & 0x80 != 0 { return .pem }
        return nil
    }
}
