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
            terminal. A backup can have any size; the file has its name once it is whole.

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
        let context = try proof(in: keychain)
        let passphrase = try FilePassphrase(place).new()
        var (content, total) = (BackupContent(), 0)
        func write(_ write: @escaping (UnsafeRawBufferPointer) throws(KeychainError) -> Void) throws
        {
            total = 0
            defer { Terminal.progress("") }
            let writer = try BackupWriter(passphrase, .tool, write: write)
            content = try keychain.copyBackupItems(proving: context) { item throws(KeychainError) in
                try writer.append(item)
                total += 1
                if total.isMultiple(of: 1024) {
                    Terminal.progress("\(counted(total, "item")) written")
                }
            }
            try writer.finish()
        }
        if file == "-" {
            try write { SecretOutput.write(SecretBytes($0)) }
        } else {
            try NewFile.write(to: file) { file in
                try write { bytes throws(KeychainError) in try file.append(bytes) }
            }
        }
        Terminal.say("\(counted(total, "item")) in the backup.")
        NewFile.sayWhatStays(content)
    }

    /// A context with the proof for items that their user lets out; `nil` to leave them.
    private func proof(in keychain: Keychain) throws -> AuthenticationContext? {
        let content = try keychain.backupNumbers()
        guard !content.provable.isEmpty, try takesGuarded(content.provable) else { return nil }
        let context = AuthenticationContext()
        do {
            _ = try keychain.backupNumbers(proving: context)
            return context
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
