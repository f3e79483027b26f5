internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import Transfer

/// `keychainctl export`.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all items in plain, for another program.",
        discussion: """
            Nothing in the file is encrypted, so it asks first, or takes --plain. A new file is \
            readable by its user alone. Without a file it writes to standard output, but never to a \
            terminal. Use 'keychainctl backup' to keep a copy for yourself.

            json holds everything (Specification/export-format.md), and 'keychainctl import' reads \
            it. csv holds passwords, in the columns of Apple Passwords, which most programs read.

            Items that belong to this device alone stay, and so do those that ask for their user; \
            it says how many.

            EXAMPLES
              keychainctl export everything.json
              keychainctl export --format csv --plain passwords.csv
            """
    )

    /// The forms.
    enum Form: String, CaseIterable, ExpressibleByArgument {
        case json
        case csv
    }

    @Argument(help: "The new file; standard output if left out.", completion: .file())
    var file: String?
    @Option(help: "The form: json or csv.", completion: .list(["json", "csv"]))
    var format: Form = .json
    @Flag(help: "Write secrets in plain without asking.") var plain = false
    @OptionGroup var place: KeychainOptions

    func run() throws {
        guard file != nil || !Terminal.isInteractive else {
            throw Failure(
                .usage,
                "all secrets are too much for a terminal",
                advice: "name a file, or redirect it"
            )
        }
        let content = try place.open().backupContent()
        if !plain {
            let question = "Write \(content.items.count) items with their secrets in plain?"
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
                Terminal.say("\(export.omitted) items are no text and have no place in a CSV.")
            }
        }
        NewFile.sayWhatStays(content)
        guard let file else {
            text.withUnsafeBytes { Terminal.write($0, to: Terminal.output) }
            return
        }
        try NewFile.write(text, to: file)
    }

    private static func isMeant(_ question: String) throws(Failure) -> Bool {
        do throws(Failure) {
            return try Terminal.confirm(question)
        } catch {
            throw Failure(
                .usage,
                "secrets in plain need a yes, and there is no terminal to ask on",
                advice: "give --plain when it is meant"
            )
        }
    }
}
