internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// `keychainctl restore`.
struct RestoreCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore the items of a backup.",
        discussion: """
            Missing items are added; existing items are replaced by those of the backup, except \
            synchronized items that were changed or deleted later (a deletion that was sent to other \
            machines, or came from one, is known while the history has it), and items that the keychain \
            protects more than the backup: those that belong to this device alone, or require user \
            authentication in another way than in the backup. Nothing is deleted. Items that required their user where the \
            backup was made require the user of this keychain. The command shows the numbers and asks for confirmation. Either all items \
            are restored, or none.

            The passphrase is prompted for on a terminal; otherwise it is a line of standard \
            input, or of the file descriptor of --password-fd.

            EXAMPLES
              keychainctl restore ~/keychain-2026-08.backup
              keychainctl restore ~/keychain-2026-08.backup --dry-run
            """
    )

    @Argument(help: "The backup.", completion: .file()) var file: String
    @Flag(help: "Only show what would happen.") var dryRun = false
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        // Before a passphrase is typed for nothing.
        _ = try place.choice.file
        let backup = try BackupSource(file)
        let passphrase = try FilePassphrase(place).present()
        let reader = try Self.blamingBackup { () throws(KeychainError) in
            try BackupReader(backup, passphrase)
        }
        let present = try place.choice.openFileIfPresent()
        // A keychain is created only for what is restored.
        let rehearsal = try present ?? Keychain.inMemory(.tool)
        let report = try Self.blamingBackup { () throws(KeychainError) in
            try Self.restore(reader, into: rehearsal, isRehearsal: true)
        }
        if json { Self.show(report) }
        Terminal.say(
            "\(report.added) new, \(report.replaced) to be replaced, \(report.same) present, "
                + "\(report.newerHere) kept as newer."
        )
        if report.changedHere > 0 {
            let items = counted(report.changedHere, "item")
            Terminal.say("\(items) of those to be replaced changed here after the backup.")
        }
        if report.protectedHere > 0 {
            let items = counted(report.protectedHere, "item")
            Terminal.say(
                "\(items) not changed, because the keychain protects more than the backup: to restore "
                    + "the version of the backup, delete the item first."
            )
        }
        if report.damagedHere > 0 {
            let items = counted(report.damagedHere, "synchronized item")
            let advice =
                "run 'keychainctl sync now', which brings back what other machines have; if it is still "
                + "damaged then, store a new secret with 'keychainctl set'"
            Terminal.say(
                "\(items) not changed, because the secret is damaged here and newer than in the backup: "
                    + "\(AdvisedCommand.naming(KeychainChoice.onCommandLine, in: advice))."
            )
        }
        guard !dryRun else { return }
        guard report.added + report.replaced > 0 else {
            Terminal.say("Nothing to restore.")
            return
        }
        guard try yes || Terminal.confirm("Restore them?") else {
            throw Failure(.declined, "nothing was restored", advice: "see --dry-run")
        }
        let restoring = { (keychain: Keychain) throws(KeychainError) in
            try Self.restore(reader, into: keychain, isRehearsal: false)
        }
        let done = try present.map { try restoring($0) } ?? place.choice.changingFile(restoring)
        Terminal.say("\(counted(done.added + done.replaced, "item")) restored.")
    }

    /// Restores the items of a backup, or reports what that would do.
    private static func restore(
        _ backup: BackupReader,
        into keychain: Keychain,
        isRehearsal: Bool
    ) throws(KeychainError) -> RestoreReport {
        defer { Terminal.progress("") }
        return try keychain.restore(isRehearsal: isRehearsal) { body throws(KeychainError) in
            var count = 0
            try backup.forEachItem { item throws(KeychainError) in
                try body(item)
                count += 1
                guard count.isMultiple(of: 1024) else { return }
                let done = isRehearsal ? "checked" : "restored"
                Terminal.progress("\(counted(count, "item")) \(done)")
            }
        }
    }

    /// Prints the planned changes, for programs.
    private static func show(_ report: RestoreReport) {
        let counts = [
            ("new", report.added), ("replaced", report.replaced),
            ("changed-here", report.changedHere), ("same", report.same),
            ("newer-here", report.newerHere), ("protected-here", report.protectedHere),
            ("damaged-here", report.damagedHere),
        ]
        Terminal.json(.object(counts.map { ($0.0, .number(Int64($0.1))) }))
    }

    /// Gives errors about the backup advice about backups, instead of that about keychains and
    /// imports which their codes have elsewhere.
    private static func blamingBackup<Result>(
        _ body: () throws(KeychainError) -> Result
    ) throws -> Result {
        do throws(KeychainError) { return try body() } catch {
            let status = Failure(error).status
            let problem = { Failure.clause(String(error.reason.prefix { $0 != "." })) }
            switch error.code {
            case .undecodable:
                throw Failure(
                    status,
                    problem(),
                    advice: "nothing was restored; use another backup, or 'keychainctl import' "
                        + "for files of other programs"
                )
            case .newerVersion:
                throw Failure(status, problem(), advice: "update keychainctl to read it")
            case .authenticationFailed:
                throw Failure(status, problem(), advice: "try again, or use another backup")
            default: throw error
            }
        }
    }
}
