@_spi(Keepers) import PortableKeychain

@testable import ForeignFormats
@testable import SafeText
@testable import Transfer

/// One way in which an import turns what it read into items; the fuzzers and `CorpusTests` drive
/// it.
enum TransferReader: String, CaseIterable, Sendable {
    /// This tool's own JSON.
    case export
    /// The entries of another program, by Bitwarden's JSON, the Credential Exchange Format,
    /// KeePass's XML or a CSV.
    case importedItems

    /// Reads bytes, and plans to add the result.
    ///
    /// - Returns: Whether the bytes were taken.
    func read(_ bytes: [UInt8]) -> Bool {
        let file = SecretBytes(bytes)
        do {
            let content: ImportContent
            switch self {
            case .export: content = try KeychainExport.content(try JSONTree(file: file))
            case .importedItems: content = try ImportContent(Self.store(file))
            }
            var names = DistinctItems(.string("app"))
            for item in content.items.compactMap({ names.next($0) }) {
                _ = (item.uniqueness, item.attributes.count)
            }
            for passkey in content.passkeys { _ = passkey.identity.excludes(passkey.identity) }
            return true
        } catch {
            return false
        }
    }

    private static func store(_ file: SecretBytes) throws(FormatProblem) -> ForeignStore {
        switch try file.withUnsafeBytes({ bytes throws(FormatProblem) in
            try ForeignFormat.detect(bytes)
        }) {
        case .json:
            let tree = try JSONTree(file: file)
            return CredentialExchange.isOne(tree)
                ? try CredentialExchange.store(tree) : try BitwardenExport.store(tree)
        case .keePassXML: return try KeePassExport.store(file)
        default:
            let table = try CSVTable(file)
            var rules = ReadingRules()
            rules.allowsFormulas = true
            return try CSVLayout.of(table, named: nil, rules).store(table, rules)
        }
    }
}
