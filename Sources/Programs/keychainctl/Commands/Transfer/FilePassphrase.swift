internal import KeychainctlKit
internal import PortableKeychain

/// The passphrase of a backup, or of a database for another program.
struct FilePassphrase {
    private let file: Int32?

    init(_ place: KeychainOptions) { file = place.passwordFd }

    /// A new passphrase; typed twice on a terminal.
    func new() throws -> SecretBytes {
        if let file { return try SecretInput.line(from: file) }
        var source = try PasscodeSource("passphrase")
        return try source.new()
    }

    /// The passphrase of an existing file, which is never empty (backup-format.md).
    func present() throws -> SecretBytes {
        if let file { return try SecretInput.line(from: file) }
        var source = try PasscodeSource("passphrase")
        return try source.present()
    }
}
