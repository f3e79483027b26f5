package import ForeignFormats
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The source of an import: a file, a folder of `pass`, or the Secret Service.
///
/// It reads the source, detects its format and calls the parser; the result is an
/// ``ImportContent``. It never changes the source or the keychain.
package struct ImportSource {
    private let path: String?
    private let format: ForeignFormat?
    private let allowsFormulas: Bool

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - path: The file or folder; `nil` for a service.
    ///   - format: The format; `nil` to detect it.
    ///   - allowsFormulas: Whether texts are accepted that spreadsheets would run.
    package init(path: String?, format: ForeignFormat?, allowsFormulas: Bool) {
        self.path = path
        self.format = format
        self.allowsFormulas = allowsFormulas
    }

    /// Reads the source without changing it.
    ///
    /// - Throws: ``Failure`` for anything that cannot be read completely.
    package func content() throws -> ImportContent {
        do {
            if format == .gnomeKeyring { return try ImportContent(SecretService.store()) }
            guard let path else {
                throw Failure(
                    .usage,
                    "there is nothing to import",
                    advice: "name a file, or use --format gnome-keyring"
                )
            }
            var facts = stat()
            let isFolder = stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
            guard isFolder || format == .pass else { return try content(file: path) }
            guard format == nil || format == .pass, isFolder else {
                throw FormatProblem("the path is a folder, but only a store of pass is a folder")
            }
            return try ImportContent(PassStore.store(path))
        } catch let problem as FormatProblem {
            throw Failure(problem)
        }
    }

    private func content(file path: String) throws -> ImportContent {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw Failure(KeychainError(.inputOutput, reason: "Cannot open \(path)."))
        }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_size <= FormatLimits.file else {
            throw FormatProblem("the file is larger than 64 megabytes")
        }
        // The size of a pipe is not known in advance.
        let limit = FormatLimits.file + 1
        let content: SecretBytes
        do throws(Failure) {
            content = try SecretInput.everything(from: file, atMost: limit)
        } catch {
            guard error.status == Failure(KeychainError(.dataTooLarge)).status else { throw error }
            throw FormatProblem("the file is larger than 64 megabytes")
        }
        let format = try self.format ?? content.withUnsafeBytes { try ForeignFormat.detect($0) }
        return try read(content, format)
    }

    private func read(_ file: SecretBytes, _ format: ForeignFormat?) throws -> ImportContent {
        switch format {
        case .pkcs12:
            var source = try PasscodeSource("passphrase")
            let bundle = try PKCS12(
                file.withUnsafeBytes { Array($0) },
                passphrase: source.present()
            )
            return ImportContent(objects: bundle.additions([:]))
        case .pem: return ImportContent(objects: try ObjectFile(file).additions)
        case .onePUX: return try ImportContent(OnePUX.store(file))
        case .keePassXML: return try ImportContent(KeePassExport.store(file))
        case .bitwardenJSON, .json:
            let tree = try JSONTree(file: file)
            if format == .json || KeychainExport.isOne(tree) {
                return try KeychainExport.content(tree)
            }
            return try ImportContent(BitwardenExport.store(tree))
        case .pass: throw FormatProblem("the path is a file, but a store of pass is a folder")
        case nil, .chrome, .firefox, .apple, .bitwardenCSV, .onePasswordCSV, .gnomeKeyring:
            let table = try CSVTable(file)
            let layout = try CSVLayout.of(table, named: format)
            return try ImportContent(layout.store(table, allowingFormulas: allowsFormulas))
        }
    }
}
