internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import Transfer

/// `keychainctl backup`.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write all items into an encrypted file.",
        discussion: """
            The passphrase is asked for twice on a terminal, or is a line of standard input, or of \
            the file descriptor that --password-fd names. Whoever has the file can guess at it \
            without end: take several words. The file opens on any machine with \
            'keychainctl restore' (Specification/backup-format.md).

            Items that belong to this device alone stay, and so do those that ask for their user; \
            it says how many.

            EXAMPLES
              keychainctl backup ~/keychain-2026-08.backup
            """
    )

    @Argument(help: "The new file.", completion: .file()) var file: String
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try Keychain.open(place.place, configuration: .tool)
        let content = try keychain.backupContent()
        let passphrase = try BackupPassphrase(place).new()
        let sealed = try Backup.seal(content.items, passphrase: passphrase, hashing: .tool)
        try NewFile.write(SecretBytes(sealed), to: file)
        Terminal.say("\(content.items.count) items in the backup.")
        NewFile.sayWhatStays(content)
    }
}

/// The passphrase of a backup.
struct BackupPassphrase {
    private let file: Int32?

    init(_ place: KeychainOptions) { file = place.passwordFd }

    /// A new one; typed twice on a terminal.
    func new() throws -> SecretBytes {
        if let file { return try SecretInput.line(from: file) }
        var source = try PasscodeSource("passphrase")
        return try source.new()
    }

    /// That of a file.
    func present() throws -> SecretBytes {
        if let file { return try SecretInput.line(from: file) }
        var source = try PasscodeSource("passphrase")
        return try source.present()
    }
}
