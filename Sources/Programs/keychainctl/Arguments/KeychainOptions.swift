internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// The options for the keychain that a command works on.
struct KeychainOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The keychain: a name, or a path with '/'. Default: that of PORTABLE_KEYCHAIN, or the "
                + "default keychain.",
            valueName: "name|path"
        ),
        completion: .keychains
    )
    var keychain: String?

    @Option(
        help: ArgumentHelp(
            "Read the item password from this file descriptor instead of prompting for it.",
            valueName: "number",
            visibility: .hidden
        )
    )
    var passwordFd: Int32?

    /// The selected keychain.
    var choice: KeychainChoice { KeychainChoice(name: keychain, passwordFile: passwordFd) }

    /// Opens the keychain.
    func open() throws -> Keychain { try choice.open() }

    /// Opens the keychain to store an item; the default keychain is created at its first use.
    func openToStore() throws -> Keychain { try choice.openToStore() }
}

extension CompletionKind {
    /// Completion with the names of the user's keychains and with files.
    static var keychains: CompletionKind {
        // bash expands what it is given here.
        .custom { _, _, _ in
            Keychain.names(configuration: .tool).filter { ShellWord.quoted($0) == $0 }
        }
    }
}
