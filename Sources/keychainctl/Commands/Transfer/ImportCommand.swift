internal import ArgumentParser
internal import ForeignFormats
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText
internal import Transfer

/// `keychainctl import`.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import passwords from another program.",
        discussion: """
            Reads the CSV of Chrome, Firefox, Apple Passwords, Bitwarden and 1Password, the JSON \
            of Bitwarden and of 'keychainctl export', 1PUX, the XML of KeePass and KeePassXC, \
            folders of pass (through gpg), PEM and PKCS#12 files, and gnome-keyring (through \
            secret-tool). The format is detected; --format overrides it.

            First the command shows for each item whether it is new, same (it exists already), or \
            conflicting (it exists with another secret); then it asks for confirmation. \
            Conflicting items are not changed unless you use --replace. Either all items are \
            imported, or none.

            Passwords with a web address become internet passwords, others generic passwords; \
            notes become comments. One-time password secrets and additional fields become \
            separate generic passwords, named after the website and the field, such as \
            'example.com: one-time password'.

            The file is not deleted. Delete it yourself after checking the imported items.

            EXAMPLES
              keychainctl import passwords.csv --dry-run
              keychainctl import bitwarden.json
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
    @Flag(help: "Only show what would happen.") var dryRun = false
    @Flag(help: "Replace the secrets of conflicting items.") var replace = false
    @Flag(help: "Accept texts that spreadsheets would run as formulas.") var allowFormulas = false
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let source = ImportSource(path: file, format: format, allowsFormulas: allowFormulas)
        let content = try source.content()
        let items = Items(keychain: try place.openToStore())
        let plan = try ImportPlan(content, into: items)
        Terminal.table(
            header: ["", "CLASS", "WHERE", "ACCOUNT", "LABEL"],
            plan.steps.map { [$0.outcome.rawValue] + $0.summary }
        )
        for remark in content.remarks { Terminal.say(remark) }
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
        try plan.perform(replacing: replace)
        Terminal.say("\(todo) imported.")
        guard let file else { return }
        Terminal.say("\(file) still contains these secrets: delete it after checking the items.")
    }
}
