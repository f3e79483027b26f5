internal import PortableKeychain

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// What is to be imported: a file, a folder, or another keeper's service.
struct ImportSource {
    let path: String?
    var format: TransferFormat?
    var allowsFormulas = false

    /// Reads all of it; the source stays as it is.
    ///
    /// - Throws: ``Failure`` for whatever cannot be read entirely.
    func store() throws -> ForeignStore {
        do {
            if format == .gnomeKeyring { return try GnomeKeyring.store() }
            guard let path else {
                throw Failure(
                    .usage,
                    "nothing says what to import",
                    advice: "name a file, or --format gnome-keyring"
                )
            }
            var facts = stat()
            let isFolder = stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
            guard isFolder || format == .pass else { return try store(file: path) }
            guard format == nil || format == .pass, isFolder else {
                throw TransferProblem("only a store of pass is a folder")
            }
            return try PassStore.store(path)
        } catch let problem as TransferProblem {
            throw Failure(problem)
        }
    }

    private func store(file path: String) throws -> ForeignStore {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw Failure(KeychainError(.inputOutput, reason: "\(path) cannot be opened."))
        }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_size <= TransferLimits.file else {
            throw TransferProblem("the file has more than 64 megabytes, and no export has")
        }
        // A pipe does not tell its size.
        let limit = TransferLimits.file + 1
        let content: SecretBytes
        do throws(Failure) {
            content = try SecretInput.everything(from: file, atMost: limit)
        } catch {
            guard error.status == Failure(KeychainError(.dataTooLarge)).status else { throw error }
            throw TransferProblem("the file has more than 64 megabytes, and no export has")
        }
        let format = try self.format ?? content.withUnsafeBytes { try TransferFormat.detect($0) }
        return try read(content, format)
    }

    private func read(_ content: SecretBytes, _ format: TransferFormat?) throws -> ForeignStore {
        switch format {
        case .pkcs12:
            var source = try PasscodeSource("passphrase")
            let bundle = try PKCS12(
                content.withUnsafeBytes { Array($0) },
                passphrase: source.present()
            )
            return ForeignStore(objects: bundle.additions([:]))
        case .pem: return ForeignStore(objects: try ImportedFile(content).additions)
        case .onePUX: return try content.withUnsafeBytes { try OnePUX.store($0) }
        case .keePassXML: return try content.withUnsafeBytes { try KeePassExport.store($0) }
        case .bitwardenJSON, .json:
            let tree = try content.withUnsafeBytes { try JSONTree($0) }
            if format == .json || KeychainExport.isOne(tree) {
                return try KeychainExport.store(tree)
            }
            return try BitwardenExport.store(tree)
        case .pass: throw TransferProblem("a store of pass is a folder, and this is a file")
        case nil, .chrome, .firefox, .apple, .bitwardenCSV, .onePasswordCSV, .gnomeKeyring:
            let table = try content.withUnsafeBytes { try CSVTable($0) }
            let layout = try CSVLayout.of(table, named: format)
            return ForeignStore(
                entries: try table.rows.map {
                    try layout.entry(table.header, $0, allowingFormulas: allowsFormulas)
                }
            )
        }
    }
}
