package import ForeignFormats
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText
internal import KeychainLibC

/// The source of an import: a file, a folder of `pass`, or the Secret Service.
///
/// It reads the source, detects its format and calls the parser; the result is an
/// ``ImportContent``. It never changes the source or the keychain.
package struct ImportSource {
    private let path: String?
    private let format: ForeignFormat?
    private let keyFile: String?
    private let rules: ReadingRules

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - path: The file or folder; `nil` for a service.
    ///   - format: The format; `nil` to detect it.
    ///   - keyFile: The path of the key file of a KeePass database; `nil` if it has none.
    ///   - rules: The user's choices about its entries.
    package init(
        path: String?,
        format: ForeignFormat?,
        keyFile: String? = nil,
        rules: ReadingRules
    ) {
        self.path = path
        self.format = format
        self.keyFile = keyFile
        self.rules = rules
    }

    /// Reads the source without changing it.
    ///
    /// - Throws: ``Failure`` for anything that cannot be read completely.
    package func content() throws -> ImportContent {
        do {
            if let format { try requireDatabase(format) }
            if format == .gnomeKeyring { return try ImportContent(SecretService.store(rules)) }
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
            try requireDatabase(.pass)
            return try ImportContent(PassStore.store(path, rules))
        } catch let problem as FormatProblem {
            throw Failure(problem)
        }
    }

    private func content(file path: String) throws -> ImportContent {
        let file = try NamedFile.open(path)
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
        let name = String(path.split(separator: "/").last ?? "")
        let detected = try content.withUnsafeBytes { bytes throws(FormatProblem) in
            format == nil ? try ForeignFormat.detect(bytes, name: name) : format
        }
        try requireDatabase(detected)
        return try read(content, detected, name)
    }

    /// Refuses a key file for a format without keys, because the user may have named the wrong
    /// file.
    private func requireDatabase(_ format: ForeignFormat?) throws(Failure) {
        guard keyFile != nil, format != .keePassDatabase else { return }
        throw Failure(
            .usage,
            "only a KeePass database has a key file",
            advice: "leave out --key-file, or check the name of the file"
        )
    }

    private func read(
        _ file: SecretBytes,
        _ format: ForeignFormat?,
        _ name: String
    ) throws -> ImportContent {
        switch format {
        case .pkcs12:
            var source = try PasscodeSource("passphrase")
            let bundle = try PKCS12(
                file.withUnsafeBytes { Array($0) },
                passphrase: source.present()
            )
            return ImportContent(objects: bundle.additions([:]))
        case .pem: return ImportContent(objects: try ObjectFile(file).additions)
        case .onePUX: return try ImportContent(OnePUX.store(file, rules))
        case .keePassXML: return try ImportContent(KeePassExport.store(file, rules))
        case .keePassDatabase: return try ImportContent(read(database: file))
        case .json, .bitwardenJSON, .credentialExchange, .enpass, .dockerConfiguration, .vault:
            return try read(JSONTree(file: file), name)
        case .netrc: return try ImportContent(NetrcFile.store(file, rules))
        case .gitCredentials: return try ImportContent(GitCredentials.store(file, rules))
        case .environment:
            let service = Self.project(of: name, in: path ?? "")
            return try ImportContent(EnvironmentFile.store(file, service: service, rules))
        case .pass: throw FormatProblem("the path is a file, but a store of pass is a folder")
        case nil, .chrome, .firefox, .apple, .bitwardenCSV, .onePasswordCSV, .gnomeKeyring,
            .keePassXCCSV, .lastPass, .protonPass, .dashlane:
            let table = try CSVTable(file)
            let layout = try CSVLayout.of(table, named: format, rules)
            return try ImportContent(layout.store(table, rules))
        }
    }

    /// Opens a KeePass database.
    private func read(database file: SecretBytes) throws -> ForeignStore {
        // A fault of the file is reported before anything is typed.
        let database = try KeePassDatabase(file)
        let keyFile = try keyFile.map { try SecretInput.secretFile($0) }
        var source = try PasscodeSource("passphrase")
        let passphrase =
            if keyFile == nil {
                try source.present()
            } else if source.isAtEnd {
                SecretBytes?.none
            } else {
                try source.optional(asking: "Passphrase (no entry: the key file alone): ")
            }
        let key = try KeePassKey(passphrase: passphrase, keyFile: keyFile)
        if database.isCostly {
            Terminal.say(
                "The encryption settings of this database ask for much work: opening it can take minutes. "
                    + "To stop, press Ctrl-C."
            )
        }
        Terminal.progress("Deriving the key")
        defer { Terminal.progress("") }
        guard let store = try database.store(key, rules) else {
            throw KeychainError(
                .authenticationFailed,
                reason: keyFile == nil
                    ? "The passphrase is wrong, or the database also has a key file (--key-file)."
                    : "The passphrase or the key file is wrong."
            )
        }
        return store
    }

    private func read(_ tree: JSONTree, _ name: String) throws -> ImportContent {
        switch format {
        case .json: return try KeychainExport.content(tree, rules)
        case .dockerConfiguration: break
        case .vault: return try ImportContent(vault(tree, name))
        case _ where KeychainExport.isOne(tree): return try KeychainExport.content(tree, rules)
        case .bitwardenJSON: return try ImportContent(BitwardenExport.store(tree, rules))
        case .enpass: return try ImportContent(EnpassExport.store(tree, rules))
        case .credentialExchange:
            return try ImportContent(CredentialExchange.store(tree, rules))
        case _ where VaultSecret.isOne(tree): return try ImportContent(vault(tree, name))
        case _ where DockerConfiguration.isOne(tree): break
        case _ where CredentialExchange.isOne(tree):
            return try ImportContent(CredentialExchange.store(tree, rules))
        case _ where BitwardenExport.isOne(tree):
            return try ImportContent(BitwardenExport.store(tree, rules))
        case _ where EnpassExport.isOne(tree):
            return try ImportContent(EnpassExport.store(tree, rules))
        default: return try ImportContent(CSVLayout.store(tree, rules))
        }
        return try ImportContent(
            DockerConfiguration.store(tree, titled: KnownLabel.docker, rules)
        )
    }

    private func vault(_ tree: JSONTree, _ name: String) throws(FormatProblem) -> ForeignStore {
        // The file is named by the user: the output of Vault does not say which secret it is.
        let isJSON = name.lowercased().hasSuffix(".json")
        return try VaultSecret.store(tree, named: String(name.dropLast(isJSON ? 5 : 0)), rules)
    }

    /// The name that the variables of a file `.env` belong to: that of its folder, and the text
    /// after `.env.`; or the text before `.env`.
    private static func project(of name: String, in path: String) -> String {
        if name.hasSuffix(".env"), name != ".env" { return String(name.dropLast(4)) }
        var folder = ""
        if let whole = realpath(path, nil) {
            defer { free(whole) }
            folder =
                String(cString: whole).split(separator: "/").dropLast().last.map(String.init)
                ?? ""
        }
        let suffix = name.hasPrefix(".env.") ? String(name.dropFirst(4)) : ""
        return folder.isEmpty ? "environment\(suffix)" : folder + suffix
    }
}
