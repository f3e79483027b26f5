internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
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
            reads it. csv contains only passwords, in the columns of Apple Passwords, which most \
            programs read.

            Items for this device only and items that require user authentication are not \
            included; their numbers are printed.

            EXAMPLES
              keychainctl export everything.json
              keychainctl export --format csv --plain passwords.csv
            """
    )

    /// The supported formats.
    enum Form: String, CaseIterable, ExpressibleByArgument {
        case json
        case csv
    }

    @Argument(help: "The new file; - is standard output, the default.", completion: .file())
    var file: String?
    @Option(help: "The format: json or csv.", completion: .list(["json", "csv"]))
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
            if export.hidden > 0 {
                Terminal.say(
                    "\(counted(export.hidden, "invisible item")) left out; JSON and backups have them."
                )
            }
        }
        NewFile.sayWhatStays(content)
        guard let file else {
            return SecretOutput.write(text)
        }
        try NewFile.write(text, to: file)
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
