import PortableKeychain

@testable import ForeignFormats
@testable import SafeText

/// One way in which files of other programs are read; the fuzzers and `CorpusTests` drive it.
enum ForeignReader: String, CaseIterable, Sendable {
    case csv
    case json
    case xml
    case zip
    /// The header and the blocks of a KeePass database.
    case kdbx
    /// The content of a KeePass database once it is decrypted.
    case kdbxContent
    /// A key file of KeePass.
    case keyFile
    case pass
    /// The files of lines that programs read their passwords from.
    case lines
    /// The answers of the Secret Service, as `gdbus` prints them.
    case secretService
    /// Keys and certificates in any of their forms.
    case objectFile

    /// Reads bytes, and reads all properties of the result.
    ///
    /// The errors are typed, so that a reader can do nothing unforeseen but trap.
    ///
    /// - Returns: Whether the bytes were taken.
    func read(_ bytes: [UInt8]) -> Bool {
        let file = SecretBytes(bytes)
        _ = try? file.withUnsafeBytes { try ForeignFormat.detect($0) }
        do {
            switch self {
            case .csv: try Self.csv(file)
            case .json: try Self.json(file)
            case .xml: try Self.xml(file)
            case .zip: try Self.zip(file)
            case .kdbx: try Self.kdbx(file)
            case .kdbxContent: try KeePassDatabase.store(content: file).entries.forEach(Self.ask)
            case .keyFile: _ = try KeePassKey(passphrase: nil, keyFile: file)
            case .lines: try Self.lines(file)
            case .pass: Self.ask(try PassEntry.entry("a", file))
            case .secretService: try Self.secretService(bytes, file)
            case .objectFile: _ = try ObjectFile(file).additions
            }
            return true
        } catch {
            return false
        }
    }

    private static func csv(_ file: SecretBytes) throws(FormatProblem) {
        let table = try CSVTable(file)
        for field in table.rows.map(\.fields).joined() {
            _ = (field.string, field.secret, field.isEmpty)
        }
        let layout = try CSVLayout.of(table, named: nil)
        try layout.store(table).entries.forEach(ask)
    }

    private static func json(_ file: SecretBytes) throws(FormatProblem) {
        let tree = try JSONTree(file: file)
        for leaf in try tree.boundedLeaves() { _ = (leaf.value.string, leaf.value.secret) }
        var rules = ReadingRules()
        rules.leavesOutBad = true
        rules.columns = [(name: "password", role: .password)]
        _ = (BitwardenExport.isOne(tree), EnpassExport.isOne(tree))
        _ = CredentialExchange.isOne(tree)
        let stores = [
            try? BitwardenExport.store(tree), try? DockerConfiguration.store(tree, titled: "a"),
            try? VaultSecret.store(tree, named: "a"), try? EnpassExport.store(tree),
            try? CSVLayout.store(tree, rules), try? CredentialExchange.store(tree, rules),
        ]
        for store in stores { store?.entries.forEach(ask) }
    }

    private static func xml(_ file: SecretBytes) throws(FormatProblem) {
        _ = try XMLTree(document: file).string
        if let store = try? KeePassExport.store(file) { store.entries.forEach(ask) }
    }

    private static func zip(_ file: SecretBytes) throws(FormatProblem) {
        let archive = try ZipArchive(file)
        for entry in archive.entries.prefix(4) { _ = try? archive.file(entry.name) }
        if let store = try? OnePUX.store(file) { store.entries.forEach(ask) }
    }

    private static func kdbx(_ file: SecretBytes) throws(FormatProblem) {
        // Without the work of its derivation, which the header chooses.
        _ = try? file.withUnsafeBytes { bytes throws(FormatProblem) in
            try KDBXBlocks.content(of: bytes, key: SecretBytes([]))
        }
        _ = try? GzipStream.content(of: file)
        _ = try KeePassDatabase(file)
    }

    private static func lines(_ file: SecretBytes) throws(FormatProblem) {
        var rules = ReadingRules()
        rules.leavesOutBad = true
        try NetrcFile.store(file, rules).entries.forEach(ask)
        try GitCredentials.store(file, rules).entries.forEach(ask)
        try EnvironmentFile.store(file, service: "a", rules).entries.forEach(ask)
    }

    private static func secretService(
        _ bytes: [UInt8],
        _ file: SecretBytes
    ) throws(FormatProblem) {
        let text = String(decoding: bytes, as: UTF8.self)
        _ = (SecretServiceText.paths(text), SecretServiceText.string(text))
        ask(try SecretServiceEntry.entry("a", SecretServiceText.dictionary(text), file))
    }

    private static func ask(_ entry: ForeignEntry) {
        _ = (try? ForeignAddress(entry.address), Formula.isFormula(entry.notes))
    }
}
