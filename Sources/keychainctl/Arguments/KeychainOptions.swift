internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// Which keychain a command works on.
struct KeychainOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The keychain: its name, or its path when it has a '/'. The default one if left out.",
            valueName: "name|path"
        ),
        completion: .keychains
    )
    var keychain: String?

    @Option(
        help: ArgumentHelp(
            "Take the password of an item from this file descriptor, instead of asking for it.",
            valueName: "number"
        )
    )
    var passwordFd: Int32?

    /// What was chosen.
    var choice: KeychainChoice { KeychainChoice(name: keychain, passwordFile: passwordFd) }

    /// The place that was named.
    var place: Keychain.Place { choice.place }

    /// Opens the keychain.
    func open() throws -> Keychain { try choice.open() }

    /// Opens the keychain to store something, and makes the default one at its first use.
    func openToStore() throws -> Keychain { try choice.openToStore() }
}

extension CompletionKind {
    /// The names of the user's keychains, and files.
    static var keychains: CompletionKind {
        .custom { _, _, _ in Keychain.names(configuration: .tool) }
    }
}
