internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText
internal import Transfer

/// `keychainctl backup`.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write all items to an encrypted file.",
        discussion: """
            The passphrase is prompted for twice on a terminal; otherwise it is a line of standard \
            input, or of the file descriptor of --password-fd. An attacker with the file can try \
            any number of passphrases: use several words. 'keychainctl restore' opens the file \
            on any computer (Specification/backup-format.md).

            Items for this device only are never included; their number is printed. Items that \
            require their user's presence (--require presence or passcode) are taken along after a \
            proof: on a terminal, the command asks whether to do so, and then once for the passcode, \
            or for another way in. --guarded answers yes, --no-guarded no; without a terminal, no is \
            the answer. If the proof is refused, no backup is written. In the backup, only the \
            passphrase protects them; where they are restored, they require their user again. \
            Items with a password of their own are not included, but named.

            With - as the file, the backup is written to standard output, but never to a \
            terminal.

            EXAMPLES
              keychainctl backup ~/keychain-2026-08.backup
              keychainctl backup - | ssh host 'cat > keychain.backup'
            """
    )

    @Argument(help: "The new file; - is standard output.", completion: .file()) var file: String
    @Flag(
        inversion: .prefixedNo,
        help: "Take along items that require their user's presence, or leave them out."
    )
    var guarded: Bool?
    @OptionGroup var place: KeychainOptions

    func run() throws {
        guard file != "-" || !Terminal.isInteractive else {
            throw Failure(
                .usage,
                "a backup cannot be printed on a terminal",
                advice: "name a file, or redirect the output"
            )
        }
        if file != "-" { try NewFile.require(file) }
        let keychain = try place.choice.openFile()
        let content = try content(of: keychain)
        let passphrase = try FilePassphrase(place).new()
        let sealed = try Backup.seal(content.items, passphrase: passphrase, hashing: .tool)
        if file == "-" {
            SecretOutput.write(SecretBytes(sealed))
        } else {
            try NewFile.write(SecretBytes(sealed), to: file)
        }
        Terminal.say("\(counted(content.items.count, "item")) in the backup.")
        NewFile.sayWhatStays(content)
    }

    /// The items of the backup, with those that their user lets out.
    private func content(of keychain: Keychain) throws -> BackupContent {
        let content = try keychain.backupContent()
        guard !content.provable.isEmpty, try takesGuarded(content.provable) else { return content }
        do {
            return try keychain.backupContent(proving: AuthenticationContext())
        } catch {
            Terminal.say("Without a proof, these items stay out:")
            NewFile.sayNames(content.provable)
            Terminal.say("No backup was written. --no-guarded makes one without them.")
            throw error
        }
    }

    /// Whether items that require their user come along.
    private func takesGuarded(_ items: [BackupItem]) throws -> Bool {
        if let guarded { return guarded }
        guard Terminal.inputIsTerminal else { return false }
        NewFile.sayNames(items)
        let what = counted(items.count, "item that requires you", "items that require you")
        return try Terminal.confirm(
            "Only the passphrase protects such items in a backup. Take along \(what)?"
        )
    }
}
