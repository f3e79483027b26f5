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
        abstract: "Take over what another program exported.",
        discussion: """
            Reads the CSV of Chrome, Firefox, Apple Passwords, Bitwarden and 1Password, the JSON of \
            Bitwarden and of 'keychainctl export', 1PUX, the XML of KeePass and KeePassXC, folders \
            of pass (through gpg), PEM and PKCS#12 files, and gnome-keyring (through secret-tool). \
            The form is found out; --format overrides that.

            First it shows what would happen to each item: new, same (there already), or \
            conflicting (another secret in its place); then it asks. What is in conflict stays as \
            it is unless --replace is given. All of it is stored, or none.

            Passwords with a web address become internet passwords, others generic ones; notes \
            become comments. One-time password secrets and further fields become generic passwords \
            of their own, named after the place and the field, such as \
            'example.com: one-time password'.

            The file stays as it is: delete it when you have seen that all is there.

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
            "Its form: \(ForeignFormat.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "form"
        ),
        completion: .list(ForeignFormat.allCases.map(\.rawValue))
    )
    var format: ForeignFormat?
    @Flag(help: "Only show what would happen.") var dryRun = false
    @Flag(help: "Put imported secrets in the place of others.") var replace = false
    @Flag(help: "Take texts that spreadsheets would run as formulas.") var allowFormulas = false
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
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
            "\(plan.count(.new)) new, \(plan.count(.same)) there already, \(conflicts) conflicting"
                + (conflicts > 0 ? (replace ? ", to be replaced." : ", which stay.") : ".")
        )
        guard !dryRun else { return }
        guard todo > 0 else {
            Terminal.say("Nothing to import.")
            return
        }
        guard try yes || Terminal.confirm("Import \(todo) items?") else {
            throw Failure(.declined, "nothing was imported", advice: "see --dry-run")
        }
        try plan.perform(replacing: replace)
        Terminal.say("\(todo) imported.")
        guard let file else { return }
        Terminal.say("\(file) still holds these secrets: delete it when you have checked them.")
    }
}
