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

/// What is to be imported: a file, a folder, or another keeper's service.
package struct ImportSource {
    private let path: String?
    private let format: ForeignFormat?
    private let allowsFormulas: Bool

    /// Names a source.
    ///
    /// - Parameters:
    ///   - path: The file or folder; `nil` for a service.
    ///   - format: Its form; `nil` to find it out.
    ///   - allowsFormulas: Whether texts are taken that spreadsheets would run.
    package init(path: String?, format: ForeignFormat?, allowsFormulas: Bool) {
        self.path = path
        self.format = format
        self.allowsFormulas = allowsFormulas
    }

    /// Reads all of it; the source stays as it is.
    ///
    /// - Throws: ``Failure`` for whatever cannot be read entirely.
    package func content() throws -> ImportContent {
        do {
            if format == .gnomeKeyring { return ImportContent(try SecretService.store()) }
            guard let path else {
                throw Failure(
                    .usage,
                    "nothing says what to import",
                    advice: "name a file, or --format gnome-keyring"
                )
            }
            var facts = stat()
            let isFolder = stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
            guard isFolder || format == .pass else { return try content(file: path) }
            guard format == nil || format == .pass, isFolder else {
                throw FormatProblem("only a store of pass is a folder")
            }
            return ImportContent(try PassStore.store(path))
        } catch let problem as FormatProblem {
            throw Failure(problem)
        }
    }

    private func content(file path: String) throws -> ImportContent {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw Failure(KeychainError(.inputOutput, reason: "\(path) cannot be opened."))
        }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_size <= FormatLimits.file else {
            throw FormatProblem("the file has more than 64 megabytes, and no export has")
        }
        // A pipe does not tell its size.
        let limit = FormatLimits.file + 1
        let content: SecretBytes
        do throws(Failure) {
            content = try SecretInput.everything(from: file, atMost: limit)
        } catch {
            guard error.status == Failure(KeychainError(.dataTooLarge)).status else { throw error }
            throw FormatProblem("the file has more than 64 megabytes, and no export has")
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
        case .onePUX: return ImportContent(try OnePUX.store(file))
        case .keePassXML: return ImportContent(try KeePassExport.store(file))
        case .bitwardenJSON, .json:
            let tree = try JSONTree(file: file)
            if format == .json || KeychainExport.isOne(tree) {
                return try KeychainExport.content(tree)
            }
            return ImportContent(try BitwardenExport.store(tree))
        case .pass: throw FormatProblem("a store of pass is a folder, and this is a file")
        case nil, .chrome, .firefox, .apple, .bitwardenCSV, .onePasswordCSV, .gnomeKeyring:
            let table = try CSVTable(file)
            let layout = try CSVLayout.of(table, named: format)
            return ImportContent(
                ForeignStore(
                    entries: try table.rows.map {
                        try layout.entry(table.header, $0, allowingFormulas: allowsFormulas)
                    }
                )
            )
        }
    }
}
