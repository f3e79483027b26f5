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
        abstract: "Export all items, unencrypted, for another program.",
        discussion: """
            The file is not encrypted, so the command asks for confirmation, unless --plain is \
            given. Only you can read a new file. Without a file, or with -, the command writes to \
            standard output, but never to a terminal. Use 'keychainctl backup' for your own backups.

            json contains all items (Specification/export-format.md), and 'keychainctl import' \
            reads it. cxf is the Credential Exchange Format of the FIDO Alliance: passwords with their \
            one-time codes, notes, folders and tags, and passkeys, for programs that read it. csv contains \
            only passwords, in the columns of Apple Passwords, which most programs read.

            Items for this device only and items that require user authentication are not \
            included, nor are passkeys in a chip; their numbers are printed. A file with passkeys lets its holder \
            sign in as you: delete it once the other program has read it.

            EXAMPLES
              keychainctl export everything.json
              keychainctl export --format cxf passkeys.json
              keychainctl export --format csv --plain passwords.csv
            """
    )

    /// The supported formats.
    enum Form: String, CaseIterable, ExpressibleByArgument {
        case json
        case cxf
        case csv
    }

    @Argument(help: "The new file; - is standard output, the default.", completion: .file())
    var file: String?
    @Option(
        help: "The format: json, cxf or csv.",
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
        let content = try place.open().backupContent()
        if !plain {
            let items = counted(content.items.count, "item")
            let question = "Write \(items) with unencrypted secrets?"
            guard try Self.isMeant(question) else {
                throw Failure(.declined, "nothing was written", advice: "see 'keychainctl backup'")
            }
        }
        let text: SecretBytes
        switch format {
        case .json: text = try KeychainExport.file(content.items)
        case .csv:
            let export = CSVExport(content.items)
            text = export.file
            if export.omitted > 0 {
                Terminal.say(
                    "\(counted(export.omitted, "item is", "items are")) not text and cannot be written to a CSV file."
                )
            }
            Self.sayHidden(export.hidden)
        case .cxf:
            let now = Date(timeIntervalSinceReferenceDate: Keychain.Configuration.tool.clock.now())
            let export = try ExchangeExport(content.items, at: now)
            text = export.file
            if export.omitted > 0 {
                let items = counted(export.omitted, "item")
                Terminal.say(
                    "\(items) left out: keys, certificates, and secrets that are not text; JSON has them."
                )
            }
            if export.bound > 0 {
                let passkeys = counted(export.bound, "passkey")
                Terminal.say(
                    "\(passkeys) left out: the site was told that it stays on one device, and refuses a copy."
                )
            }
            Self.sayHidden(export.hidden)
        }
        NewFile.sayWhatStays(content)
        guard let file else {
            return SecretOutput.write(text)
        }
        try NewFile.write(text, to: file)
    }

    private static func sayHidden(_ count: Int) {
        guard count > 0 else { return }
        Terminal.say("\(counted(count, "invisible item")) left out; JSON and backups have them.")
    }

    private static func isMeant(_ question: String) throws(Failure) -> Bool {
        do throws(Failure) {
            return try Terminal.confirm(question)
        } catch {
            throw Failure(
                .usage,
                "writing unencrypted secrets must be confirmed, but there is no terminal",
                advice: "use --plain to confirm"
            )
        }
    }
}
