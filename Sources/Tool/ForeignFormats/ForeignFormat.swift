/// The formats of other programs that `keychainctl import` reads.
///
/// A format is chosen with `--format` or detected, see ``detect(_:name:)``. The parsers for the
/// formats are separate types, such as ``CSVLayout`` and ``KeePassExport``.
package enum ForeignFormat: String, CaseIterable, Sendable {
    case chrome
    case firefox
    case apple
    case bitwardenCSV = "bitwarden-csv"
    case bitwardenJSON = "bitwarden-json"
    case credentialExchange = "cxf"
    case onePasswordCSV = "1password-csv"
    case onePUX = "1pux"
    case enpass
    case keePassXML = "keepass-xml"
    case keePassDatabase = "kdbx"
    case keePassXCCSV = "keepassxc-csv"
    case lastPass = "lastpass"
    case protonPass = "proton-pass"
    case dashlane
    case pass
    case gnomeKeyring = "gnome-keyring"
    case netrc
    case environment = "env"
    case gitCredentials = "git-credentials"
    case dockerConfiguration = "docker-config"
    case vault = "vault-json"
    case pem
    case pkcs12
    case json

    /// Detects the format of a file by its beginning and its name.
    ///
    /// Only the parsed file shows which JSON it is: ``json`` stands for all.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: Its name without folders; empty if it has none.
    /// - Returns: The format; `nil` for text that may be a CSV.
    /// - Throws: ``FormatProblem`` for known formats that are not supported.
    package static func detect(
        _ bytes: UnsafeRawBufferPointer,
        name: String = ""
    ) throws(FormatProblem) -> ForeignFormat? {
        try refuse(bytes)
        if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) { return .onePUX }
        // The first of the two signatures of KeePass's databases.
        if bytes.starts(with: [0x03, 0xD9, 0xA2, 0x9A]) { return .keePassDatabase }
        if ObjectFile.isBundle(bytes) { return .pkcs12 }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let text = bytes[(hasMark ? 3 : 0)...].drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if text.first == UInt8(ascii: "<") { return .keePassXML }
        if text.first == UInt8(ascii: "{") || beginsObjects(text) { return .json }
        if text.starts(with: Array("-----BEGIN ".utf8)) { return .pem }
        if text.first == 0x30, bytes.count > 2, bytes[1] & 0x80 != 0 { return .pem }
        return named(name) ?? written(UnsafeRawBufferPointer(rebasing: text))
    }

    /// Whether text is a list of objects of JSON; the sections of other files have names in brackets.
    private static func beginsObjects(_ text: UnsafeRawBufferPointer.SubSequence) -> Bool {
        guard text.first == UInt8(ascii: "[") else { return false }
        return text.dropFirst().first { $0 > 0x20 } == UInt8(ascii: "{")
    }

    /// Refuses formats that are known and not supported.
    private static func refuse(_ bytes: UnsafeRawBufferPointer) throws(FormatProblem) {
        if bytes.starts(with: Array("PKBK".utf8)) {
            throw FormatProblem(
                "the file is a backup of a keychain",
                advice: "use 'keychainctl restore'"
            )
        }
    }

    /// The format of files that have a name of their own.
    private static func named(_ name: String) -> ForeignFormat? {
        let name = name.lowercased()
        switch name {
        case ".netrc", "_netrc", "netrc": return .netrc
        case ".env": return .environment
        case ".git-credentials": return .gitCredentials
        default:
            if name.hasSuffix(".netrc") { return .netrc }
            return name.hasPrefix(".env.") || name.hasSuffix(".env") ? .environment : nil
        }
    }

    /// The format of a file of lines, by the first one that is not a comment.
    private static func written(_ text: UnsafeRawBufferPointer) -> ForeignFormat? {
        let line = text.split(separator: UInt8(ascii: "\n"))
            .first { $0.first != UInt8(ascii: "#") && $0.contains { $0 > 0x20 } }
        guard let line else { return nil }
        let words = line.split { $0 <= 0x20 }
        if let first = words.first,
            ["machine", "default"].contains(where: { first.elementsEqual($0.utf8) })
        {
            return .netrc
        }
        if GitCredentials.isLine(UnsafeRawBufferPointer(rebasing: line)) { return .gitCredentials }
        // A name as shells have them: a CSV begins with names of columns and commas.
        let name = line.prefix { $0 != UInt8(ascii: "=") }.split { $0 <= 0x20 }
        guard name.count < line.count, let last = name.last, line.contains(UInt8(ascii: "=")),
            name.count == 1 || (name.count == 2 && name[0].elementsEqual("export".utf8))
        else { return nil }
        let isName = last.allSatisfy { byte in
            byte == UInt8(ascii: "_") || (byte < 0x80 && Character(Unicode.Scalar(byte)).isLetter)
                || (0x30...0x39).contains(byte)
        }
        return isName ? .environment : nil
    }
}
