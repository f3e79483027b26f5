internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl restore`.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put the items of a backup back.",
        discussion: """
            Items that are not there are added; others get the version of the backup, except \
            synchronized ones that were changed or deleted here later. Nothing is deleted. It shows \
            how many and asks before; all of it is restored, or none.

            The passphrase is asked for on a terminal, or is a line of standard input, or of the \
            file descriptor that --password-fd names.

            EXAMPLES
              keychainctl restore ~/keychain-2026-08.backup
              keychainctl restore ~/keychain-2026-08.backup --dry-run
            """
    )

    @Argument(help: "The backup.", completion: .file()) var file: String
    @Flag(help: "Only say what would happen.") var dryRun = false
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false
    @OptionGroup var place: KeychainOptions

    func run() throws {
        // A backup holds what a keychain may hold, and so may be as large as a secret.
        let sealed = try SecretInput.secretFile(file, atMost: SecretInput.limit)
        let passphrase = try BackupPassphrase(place).present()
        let items = try sealed.withUnsafeBytes { try Backup.open($0, passphrase: passphrase) }
        let keychain =
            try place.keychain == nil
            ? Keychain.openOrCreate(.standard, configuration: .tool) : Keychain.open(place.place, configuration: .tool)
        let report = try keychain.restore(items, isRehearsal: true)
        Terminal.say(
            "\(report.added) new, \(report.replaced) to be replaced, \(report.same) there already, "
                + "\(report.newerHere) newer here."
        )
        guard !dryRun else { return }
        guard report.added + report.replaced > 0 else {
            Terminal.say("Nothing to restore.")
            return
        }
        guard try yes || Terminal.confirm("Restore them?") else {
            throw Failure(.declined, "nothing was restored", advice: "see --dry-run")
        }
        let done = try keychain.restore(items)
        Terminal.say("\(done.added + done.replaced) items restored.")
    }
}
