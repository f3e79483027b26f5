internal import ArgumentParser
internal import KeychainctlKit
internal import KeychainEssentials
@_spi(Keepers) internal import PortableKeychain
internal import SafeText
internal import Transfer

/// `keychainctl export`.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export all items for another program.",
        discussion: """
            The file is not encrypted, except with --format kdbx, so the command asks for confirmation, unless --plain is \
            given. Only you can read a new file. Without a file, or with -, the command writes to \
            standard output, but never to a terminal. Use 'keychainctl backup' for your own backups.

            json contains all items (Specification/export-format.md), and 'keychainctl import' \
            reads it. kdbx is a database of KeePass and KeePassXC (KDBX 4): passwords with their one-time codes, fields, \
            attached files, folders and tags, and passkeys. cxf is the Credential Exchange Format of the FIDO Alliance: the \
            same without files, for programs that read it. csv contains \
            only passwords, in the columns of Apple Passwords, which most programs read.

            The passphrase of a database is prompted for twice on a terminal; otherwise it is a line of standard input. \
            An attacker with the file can try many: use several words. Deriving its key takes the system's libargon2.

            Items for this device only and items that require user authentication are not \
            included, nor are passkeys in a chip; their numbers are printed. Access groups, and when an item may be \
            read, are only in json. A file with passkeys lets its holder sign in as you: delete it once the other program has \
            read it.

            EXAMPLES
              keychainctl export everything.json
              keychainctl export --format kdbx passwords.kdbx
              keychainctl export --format cxf passkeys.json
              keychainctl export --format csv --plain passwords.csv
            """
    )

    /// The supported formats.
    enum Form: String, CaseIterable, ExpressibleByArgument {
        case json
        case kdbx
        case cxf
        case csv
    }

    @Argument(help: "The new file; - is standard output, the default.", completion: .file())
    var file: String?
    @Option(
        help: "The format: json, kdbx, cxf or csv.",
        completion: .list(Form.allCases.map(\.rawValue))
    )
    var format: Form = .json
    @Flag(help: "Write unencrypted secrets without asking.") var plain = false
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let file = file == "-" ? nil : file
        guard file != nil || !Terminal.isInteractive else {
            throw Failure(
                .usage,
                "secrets are not exported to a terminal",
                advice: "name a file, or redirect the output"
            )
        }
        if let file { try NewFile.require(file) }
        if format == .kdbx {
            guard !plain else {
                throw Failure(
                    .usage,
                    "a KeePass database is always encrypted",
                    advice: "leave out --plain, or choose another format"
                )
            }
            try KeePassDatabaseExport.require()
        }
        guard format != .json else { return try write(place.open(), to: file) }
        let content = try place.open().backupContent()
        if format != .kdbx, !plain { try Self.confirm(content.items.count) }
        let text = try text(content.items)
        NewFile.sayWhatStays(content)
        guard let file else {
            return SecretOutput.write(text)
        }
        try NewFile.write(text, to: file)
    }

    /// Writes all items as JSON, of which a part is in memory at a time.
    private func write(_ keychain: Keychain, to file: String?) throws {
        if !plain {
            var count = 0
            try keychain.forEachBackupPart { count += $0.items.count }
            try Self.confirm(count)
        }
        var all = BackupContent()
        func write(_ write: (SecretBytes) throws -> Void) throws {
            all = BackupContent()
            var (parts, count) = (KeychainExport.Parts(), 0)
            defer { Terminal.progress("") }
            try keychain.forEachBackupPart { part in
                try write(parts.text(of: part.items))
                all.count(part)
                count += part.items.count
                Terminal.progress("\(counted(count, "item")) written")
            }
            try write(parts.end)
        }
        if let file {
            try NewFile.write(to: file) { content in try write { try content.append($0) } }
        } else {
            try write { SecretOutput.write($0) }
        }
        NewFile.sayWhatStays(all)
    }

    /// The content of the file; says what it does not have.
    private func text(_ items: [BackupItem]) throws -> SecretBytes {
        switch format {
        case .json: return try KeychainExport.file(items)
        case .csv:
            let export = CSVExport(items)
            if export.omitted > 0 {
                Terminal.say(
                    "\(counted(export.omitted, "item is", "items are")) not text and cannot be written to a CSV file."
                )
            }
            Self.sayHidden(export.hidden)
            return export.file
        case .cxf:
            let now = Date(timeIntervalSinceReferenceDate: Keychain.Configuration.tool.clock.now())
            let export = try ExchangeExport(items, at: now)
            Self.say(export.leftOut)
            return export.file
        case .kdbx:
            let export = try KeePassDatabaseExport(items)
            let passphrase = try FilePassphrase(place).new()
            Terminal.progress("Deriving the key")
            defer { Terminal.progress("") }
            let file = try export.file(
                under: passphrase,
                entropy: Keychain.Configuration.tool.entropy
            )
            Terminal.progress("")
            Self.say(export.leftOut)
            return file
        }
    }

    private static func say(_ leftOut: ItemsLeftOut) {
        if !leftOut.unfit.isEmpty {
            let items = counted(leftOut.unfit.count, "item")
            Terminal.say(
                "\(items) left out: keys, certificates, and secrets that are not text; JSON has them."
            )
            NewFile.sayNames(leftOut.unfit)
        }
        if !leftOut.bound.isEmpty {
            let passkeys = counted(leftOut.bound.count, "passkey")
            Terminal.say(
                "\(passkeys) left out: the site was told that it stays on one device, and refuses a copy."
            )
            NewFile.sayNames(leftOut.bound)
        }
        sayHidden(leftOut.hidden)
    }

    private static func sayHidden(_ count: Int) {
        guard count > 0 else { return }
        Terminal.say("\(counted(count, "invisible item")) left out; JSON and backups have them.")
    }

    /// Asks whether a number of items is to be written, unless the user said so.
    private static func confirm(_ count: Int) throws(Failure) {
        let question = "Write \(counted(count, "item")) with unencrypted secrets?"
        let isMeant: Bool
        do throws(Failure) {
            isMeant = try Terminal.confirm(question)
        } catch {
            throw Failure(
                .usage,
                "writing unencrypted secrets must be confirmed, but there is no terminal",
                advice: "use --plain to confirm"
            )
        }
        guard isMeant else {
            throw Failure(.declined, "nothing was written", advice: "see 'keychainctl backup'")
        }
    }
}
