internal import ForeignFormats
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

extension SecurityVerb {
    /// The verbs that move keys and certificates between keychains and files.
    static let transfer: [SecurityVerb] = [
        SecurityVerb(
            name: "export",
            summary: "Write keys and certificates to a file.",
            options: [
                .value("k", "keychain", "The keychain. Default: those of the search list."),
                .value("t", "type", "certs, allKeys, pubKeys, privKeys, identities or all."),
                ExchangeFormat.exportOption,
                .flag("w", "Encrypt private keys."),
                .flag("p", "Write text (PEM)."),
                .secret("P", "passphrase", "The passphrase of encrypted keys."),
                .value("o", "file", "The file. Default: standard output."),
            ],
            function: "SecKeychainItemExport",
            failsWithOne: true
        ) { call in
            guard call.operands.isEmpty else { throw SecurityFailure.usage() }
            let path = try call.text("o")
            let content = try ExportedFile(call).content()
            guard path != nil || !Terminal.isInteractive || content.isText else {
                throw SecurityFailure(
                    1,
                    "the output is not text; use -o for a file, or -p for text"
                )
            }
            try OutputFile.write(content, to: path)
            if let path { call.say("...\(content.count) bytes written to \(path)") }
        },
        SecurityVerb(
            name: "import",
            summary: "Store the keys and certificates of a file.",
            options: [
                .value("k", "keychain", "The keychain. Default: the default keychain."),
                .value("t", "type", "pub, priv, cert or agg (all)."),
                ExchangeFormat.importOption,
                .flag("w", "Keys are encrypted.", .ignored("this is detected from the file")),
                .flag("x", "Make keys unexportable.", .refused("usable keys can be read here")),
                .secret("P", "passphrase", "The passphrase of the file."),
                .value("a", "name", "An attribute.", .refused("there are no such attributes")),
                .flag("A", "Let all programs use them.", .ignored(programs)),
                .value("T", "program", "Let this program use them.", .ignored(programs)),
            ],
            operands: "file",
            operandsFirst: 1,
            function: "SecKeychainItemImport",
            failsWithOne: true,
            run: importFile
        ),
        .notHere("export-smartcard", smartCards),
    ]

    /// The number of attempts to enter the passphrase of a file.
    private static let attempts = 3

    @Sendable private static func importFile(_ call: SecurityInvocation) throws {
        guard call.operands.count == 1, let path = call.operands[0].text else {
            throw SecurityFailure.usage("only one file can be given")
        }
        let format = try ExchangeFormat.given(call)
        let content = try SecretInput.secretFile(path)
        var file = try objects(content, format, path, call)
        try file.keep(call.text("t"))
        let items = Items(keychain: try SecurityKeychains.toStore(call.word("k")))
        let omission = file.bundle?.omission.map { "not imported: \($0)" }
        guard !file.additions.isEmpty else {
            if let omission { throw SecurityFailure(1, omission) }
            throw KeychainError(.undecodable)
        }
        let added = try items.addMissing(objects: file.additions.map(named))
        guard !added.isEmpty else { throw KeychainError(.duplicateItem) }
        for line in file.report(added, in: keychainName(call)) { Terminal.line("\(line)") }
        if let omission { call.complain("\(call.verb.name): \(omission)") }
    }

    /// The keychain to store in, in messages.
    static func keychainName(_ call: SecurityInvocation) -> String {
        call.word("k")?.shown ?? "default keychain"
    }

    /// The request of a file's object with the label that macOS gives it: certificates are named
    /// after their subjects, whatever the file calls them.
    private static func named(_ request: ItemRequest) -> ItemRequest {
        guard request.itemClass == .certificate else { return request }
        var request = request
        request.attributes[.label] = nil
        return request
    }

    private static func objects(
        _ content: SecretBytes,
        _ format: ExchangeFormat?,
        _ path: String,
        _ call: SecurityInvocation
    ) throws -> ObjectFile {
        if format == .pkcs12 || content.withUnsafeBytes({ ObjectFile.isBundle($0) }) {
            let bytes = content.withUnsafeBytes { Array($0) }
            return try opened(path, call) { passphrase throws(KeychainError) in
                ObjectFile(bundle: try PKCS12(bytes, passphrase: passphrase))
            }
        }
        guard ObjectFile.isEncrypted(content) else { return try ObjectFile(content) }
        return try opened(path, call) { passphrase throws(KeychainError) in
            try ObjectFile(content, passphrase: passphrase)
        }
    }

    /// Opens a file with the passphrase of the command line, or with one that is asked for.
    private static func opened(
        _ path: String,
        _ call: SecurityInvocation,
        _ open: (SecretBytes) throws(KeychainError) -> ObjectFile
    ) throws -> ObjectFile {
        if let passphrase = call.word("P") { return try open(passphrase.bytes) }
        for _ in 1..<attempts {
            let passphrase = try call.prompts.askForFile("password to unlock \(path): ")
            let result = Result { () throws(KeychainError) in try open(passphrase) }
            if case .failure(let error) = result, error.code == .authenticationFailed { continue }
            return try result.get()
        }
        return try open(call.prompts.askForFile("password to unlock \(path): "))
    }
}
