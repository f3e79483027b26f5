internal import KeychainctlKit

/// The text that the tool prints when it is started without a command.
enum FirstSteps {
    /// Eight lines, so that they fit everywhere.
    static let lines: [Shown] = [
        "keychainctl keeps passwords, tokens and keys in an encrypted keychain.",
        "",
        "  keychainctl set api/ci     store a secret, which it asks for",
        "  keychainctl get api/ci     print it ('copy' puts it into the clipboard)",
        "  keychainctl browse         look through all items in full screen",
        "  keychainctl import FILE    bring in what another program exported",
        "  keychainctl doctor         see what protects the keychain, and what to do",
        "All commands: keychainctl --help. One of them: keychainctl get --help.",
    ]

    static func show() { for line in lines { Terminal.line(line) } }
}
