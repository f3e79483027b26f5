internal import ArgumentParser
internal import ForeignFormats
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText
internal import Transfer

/// `keychainctl import`.
struct ImportCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import passwords from another program.",
        discussion: """
            Reads the CSV of Chrome, Firefox, Apple Passwords, Bitwarden, 1Password, KeePassXC, \
            LastPass, Proton Pass and Dashlane; the JSON of Bitwarden, Enpass and 'keychainctl \
            export'; the Credential Exchange Format (cxf); 1PUX; the databases (KDBX 4 and 3.1) and the XML of KeePass and KeePassXC; folders of pass (through gpg); \
            gnome-keyring (through secret-tool); .netrc and .env files; git's stored \
            credentials; docker's config.json; the output of 'vault kv get -format=json'; PEM \
            and PKCS#12 files. The format is detected; --format overrides it.

            A column of a CSV, or a member of JSON, that is not known is never imported as a guess: \
            say with --column what it is. An entry that cannot be imported stops the import, unless --skip leaves it \
            out; both name it.

            The passphrase of a KeePass database is asked for, or read from the first line of \
            standard input. With --key-file, an empty one means that the key file alone opens it.

            First the command shows for each item whether it is new, same (it exists already), or \
            conflicting (it exists with another secret); then it asks for confirmation. \
            Conflicting items are not changed unless you use --replace. Either all items are \
            imported, or none. A CSV, and the JSON of 'keychainctl export', can have any size; other files up to 64 megabytes.

            Passwords with a web address become internet passwords, others generic passwords; \
            notes become comments, with lines for folder and tags, by which 'list' selects. One-time password secrets and additional fields become \
            separate generic passwords, named after the website and the field, such as \
            'example.com: one-time password'; so do files that are attached to entries of KeePass \
            and Enpass.

            Passkeys of Bitwarden, of KeePass databases and in cxf become passkeys beside the password of their login. One with \
            a counter above zero, or with a key of another kind than P-256 and Ed25519, is left out and named. \
            If the account has another passkey here, it is conflicting; --replace removes that one.

            The file is not deleted. Delete it yourself after checking the imported items.

            EXAMPLES
              keychainctl import passwords.csv --dry-run
              keychainctl import bitwarden.json
              keychainctl import passwords.kdbx --key-file passwords.keyx
              keychainctl import logins.csv --column login=account --column pin=secret
              keychainctl import ~/.password-store --yes
              keychainctl import --format gnome-keyring
            """
    )

    @Argument(help: "The file, or the folder of pass.", completion: .file()) var file: String?
    @Option(
        help: ArgumentHelp(
            "The format: \(ForeignFormat.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "form"
        ),
        completion: .list(ForeignFormat.allCases.map(\.rawValue))
    )
    var format: ForeignFormat?
    @Option(
        help: ArgumentHelp("The key file of a KeePass database.", valueName: "file"),
        completion: .file()
    )
    var keyFile: String?
    @Flag(help: "Only show what would happen.") var dryRun = false
    @Flag(help: "Replace the secrets of conflicting items.") var replace = false
    @Option(
        help: ArgumentHelp(
            "What a column of a CSV, or a member of JSON, is: \(CSVRole.words.joined(separator: ", ")). Repeatable.",
            valueName: "name=meaning"
        )
    )
    var column: [String] = []
    @Flag(help: "Leave out entries that cannot be imported, and name them.") var skip = false
    @Flag(help: "Accept texts that spreadsheets would run as formulas.") var allowFormulas = false
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        var rules = ReadingRules()
        rules.allowsFormulas = allowFormulas
        rules.leavesOutBad = skip
        rules.columns = try column.map(Self.column)
        let parts = try ImportSource(path: file, format: format, keyFile: keyFile, rules: rules)
            .open()
        let present = try place.choice.openIfPresent()
        // A keychain is created only for what is imported.
        let rehearsal = try present ?? Keychain.inMemory(.tool)
        let plan = try show(parts, Items(keychain: rehearsal))
        for remark in parts.remarks { Terminal.say(remark) }
        for omission in parts.omissions { Terminal.say("Left out: \(omission).") }
        if plan.repetitionCount > 0 {
            let items = counted(plan.repetitionCount, "item")
            Terminal.say("Left out: \(items) that the file has more than once, all the same.")
        }
        let conflicts = plan.count(.conflicting)
        let todo = plan.count(.new) + (replace ? conflicts : 0)
        Terminal.say(
            "\(plan.count(.new)) new, \(plan.count(.same)) present, \(conflicts) conflicting"
                + (conflicts > 0 ? (replace ? " (to be replaced)." : " (not changed).") : ".")
        )
        guard !dryRun else { return }
        guard todo > 0 else {
            Terminal.say("Nothing to import.")
            return
        }
        guard try yes || Terminal.confirm("Import \(counted(todo, "item"))?") else {
            throw Failure(.declined, "nothing was imported", advice: "see --dry-run")
        }
        if present == nil {
            try place.choice.storing(keepingHistory: todo <= Self.mostUndone) { keychain in
                try plan.moved(to: Items(keychain: keychain)).perform(replacing: replace)
            }
        } else {
            try plan.perform(replacing: replace)
        }
        Terminal.say("\(todo) imported.")
        guard let file else { return }
        Terminal.say(
            parts.omissions.isEmpty
                ? "\(file) still contains these secrets: delete it after checking the items."
                : "\(file) still contains these secrets, and what was left out: keep it in a safe place."
        )
    }

    /// The number of items in a new keychain that 'undo' takes back, for which each is noted in memory.
    private static let mostUndone = 20_000

    /// Plans the import, and prints the planned change of each item.
    private func show(_ parts: ImportParts, _ items: Items) throws -> ImportPlan {
        guard json else {
            var rows = Terminal.Rows(header: ["", "CLASS", "WHERE", "ACCOUNT", "LABEL"])
            let plan = try ImportPlan(parts, into: items) { rows.add($0.map(Self.row)) }
            rows.end()
            return plan
        }
        let names = ["outcome", "class", "where", "account", "label"]
        var array = Terminal.JSONArray(named: "items")
        let plan = try ImportPlan(parts, into: items) { steps in
            array.add(steps.map { .object(Array(zip(names, Self.row($0).map(JSON.string)))) })
        }
        let outcomes: [ImportPlan.Outcome] = [.new, .same, .conflicting]
        array.end(
            outcomes.map { ($0.rawValue, .number(Int64(plan.count($0)))) }
                + [
                    ("repeated", .number(Int64(plan.repetitionCount))),
                    ("remarks", .array(parts.remarks.map(JSON.string))),
                    ("left-out", .array(parts.omissions.map(JSON.string))),
                ]
        )
        return plan
    }

    private static func row(_ step: ImportPlan.Step) -> [String] {
        [step.outcome.rawValue] + step.summary
    }

    /// A column and its meaning; the name of the column may contain equals signs.
    private static func column(_ text: String) throws(Failure) -> (name: String, role: CSVRole) {
        let mark = text.lastIndex(of: "=") ?? text.startIndex
        let name = String(text[..<mark])
        guard !name.isEmpty, let role = CSVRole(String(text[mark...].dropFirst()), for: name) else {
            throw Failure(
                .usage,
                "'\(text)' does not say what a column is",
                advice: "write its name, '=' and one of: "
                    + CSVRole.words.joined(separator: ", ")
            )
        }
        return (name, role)
    }
}
