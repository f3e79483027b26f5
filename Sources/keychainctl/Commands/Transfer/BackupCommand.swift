internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
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

            Items for this device only and items that require user authentication are not \
            included; their numbers are printed.

            With - as the file, the backup is written to standard output, but never to a \
            terminal.

            EXAMPLES
              keychainctl backup ~/keychain-2026-08.backup
              keychainctl backup - | ssh host 'cat > keychain.backup'
            """
    )

    @Argument(help: "The new file; - is standard output.", completion: .file()) var file: String
    @OptionGroup var place: KeychainOptions

    func run() throws {
        guard file != "-" || !Terminal.isInteractive else {
            throw Failure(
                .usage,
                "a backup cannot be printed on a terminal",
                advice: "name a file, or redirect the output"
            )
        }
        let keychain = try Keychain.open(place.place, configuration: .tool)
        let content = try keychain.backupContent()
        let passphrase = try BackupPassphrase(place).new()
        let sealed = try Backup.seal(content.items, passphrase: passphrase, hashing: .tool)
        if file == "-" {
            SecretOutput.write(SecretBytes(sealed))
        } else {
            try NewFile.write(SecretBytes(sealed), to: file)
        }
        Terminal.say("\(counted(content.items.count, "item")) in the backup.")
        NewFile.sayWhatStays(content)
    }
}

/// The passphrase of a backup.
struct BackupPassphrase {
    private let file: Int32?

    init(_ place: KeychainOptions) { file = place.passwordFd }

    /// A new passphrase; typed twice on a terminal.
    func new() throws -> SecretBytes {
        if let file { return try SecretInput.line(from: file) }
        var source = try PasscodeSource("passphrase")
        return try source.new()
    }

    /// The passphrase of an existing file.
    func present() throws -> SecretBytes {
        if let file { return try SecretInput.line(from: file) }
        var source = try PasscodeSource("passphrase")
        return try source.present()
    }
}
