package import ForeignFormats
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText
internal import KeychainLibC

/// The source of an import: a file, a folder of `pass`, or the Secret Service.
///
/// It opens the source, detects its format and calls the parser; the result are
/// ``ImportParts``. It never changes the source or the keychain.
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

    /// Opens the source and examines all of it, without changing it.
    ///
    /// - Throws: ``Failure`` for anything that cannot be read completely.
    package func open() throws -> ImportParts {
        do {
            if let format { try requireDatabase(format) }
            if format == .gnomeKeyring {
                return ImportParts(try ImportContent(SecretService.store(rules)))
            }
            guard let path else {
                throw Failure(
                    .usage,
                    "there is nothing to import",
                    advice: "name a file, or use --format gnome-keyring"
                )
            }
            var facts = stat()
            let isFolder = stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
            guard isFolder || format == .pass else { return try open(file: path) }
            guard format == nil || format == .pass, isFolder else {
                throw FormatProblem("the path is a folder, but only a store of pass is a folder")
            }
            try requireDatabase(.pass)
            return ImportParts(try ImportContent(PassStore.store(path, rules)))
        } catch let problem as FormatProblem {
            throw Failure(problem)
        }
    }

    private func open(file path: String) throws -> ImportParts {
        let file: InputFile
        do throws(Failure) {
            // The size of a pipe is not known in advance.
            file = try InputFile(path, longestPipe: FormatLimits.file + 1)
        } catch {
            guard error.status == Failure(KeychainError(.dataTooLarge)).status else { throw error }
            throw FormatProblem("the input is larger than 64 megabytes, and is no file")
        }
        let name = PrivateFile.parts(of: path).last ?? ""
        let beginning = try file.part(0..<min(file.count, Self.beginning))
        let detected = try detect(beginning, name)
        try requireDatabase(detected)
        let text = TextFile(count: file.count) { room, place throws(FormatProblem) in
            guard (try? file.fill(room, from: place)) != nil else { throw ImportParts.hasChanged }
        }
        let isExport = beginning.withUnsafeBytes { KeychainExport.isBeginning($0) }
        if detected == .json, isExport { return try ImportParts(export: text, rules) }
        return try read(text, detected, name) {
            guard file.count <= FormatLimits.file else {
                throw FormatProblem(
                    "the file is larger than 64 megabytes; only CSV and the JSON of 'keychainctl export' "
                        + "can be larger"
                )
            }
            return try file.part(0..<file.count)
        }
    }

    /// The number of bytes by which a format is known.
    private static let beginning = 1 << 20

    private func detect(
        _ beginning: SecretBytes,
        _ name: String
    ) throws(FormatProblem) -> ForeignFormat? {
        guard format == nil else { return format }
        return try beginning.withUnsafeBytes { bytes throws(FormatProblem) in
            try ForeignFormat.detect(bytes, name: name)
        }
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

    /// Reads a file of a format.
    ///
    /// - Parameters:
    ///   - text: The file as a text of any size.
    ///   - format: The format.
    ///   - name: The name of the file.
    ///   - whole: Reads the file into memory, within the limit.
    /// - Returns: The content.
    /// - Throws: ``FormatProblem`` or ``Failure`` if it cannot be imported.
    private func read(
        _ text: TextFile,
        _ format: ForeignFormat?,
        _ name: String,
        _ whole: () throws -> SecretBytes
    ) throws -> ImportParts {
        let store: ForeignStore
        switch format {
        case .pkcs12:
            var source = try PasscodeSource("passphrase")
            let bundle = try PKCS12(
                whole().withUnsafeBytes { Array($0) },
                passphrase: source.ofFile()
            )
            try bundle.requireObjects()
            return ImportParts(
                ImportContent(
                    objects: bundle.additions([:]),
                    omissions: bundle.omission.map { [$0] } ?? []
                )
            )
        case .pem: return ImportParts(ImportContent(objects: try ObjectFile(whole()).additions))
        case .json, .bitwardenJSON, .credentialExchange, .enpass, .dockerConfiguration, .vault:
            return ImportParts(try read(JSONTree(file: whole()), name))
        case nil, .chrome, .firefox, .apple, .bitwardenCSV, .onePasswordCSV, .gnomeKeyring,
            .keePassXCCSV, .lastPass, .protonPass, .dashlane:
            return try ImportParts(table: text, named: self.format, rules)
        case .onePUX: store = try OnePUX.store(whole(), rules)
        case .keePassXML: store = try KeePassExport.store(whole(), rules)
        case .keePassDatabase: store = try read(database: whole())
        case .netrc: store = try NetrcFile.store(whole(), rules)
        case .gitCredentials: store = try GitCredentials.store(whole(), rules)
        case .environment:
            let service = Self.project(of: name, in: path ?? "")
            store = try EnvironmentFile.store(whole(), service: service, rules)
        case .pass: throw FormatProblem("the path is a file, but a store of pass is a folder")
        }
        return ImportParts(try ImportContent(store))
    }

    /// Opens a KeePass database.
    private func read(database file: SecretBytes) throws -> ForeignStore {
        // A fault of the file is reported before anything is typed.
        let database = try KeePassDatabase(file)
        let keyFile = try keyFile.map { try SecretInput.secretFile($0) }
        var source = try PasscodeSource("passphrase")
        let passphrase =
            if keyFile == nil {
                try source.ofFile()
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
                PrivateFile.parts(of: String(cString: whole)).dropLast().last ?? ""
        }
        let suffix = name.hasPrefix(".env.") ? String(name.dropFirst(4)) : ""
        return folder.isEmpty ? "environment\(suffix)" : folder + suffix
    }
}
