internal import ArgumentParser
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

    /// The place that was named.
    var place: Keychain.Place { keychain.map(Keychain.Place.init(argument:)) ?? .standard }

    /// Opens the keychain.
    func open() throws -> Keychain { try proving(Keychain.open(place, .tool)) }

    /// Opens the keychain to store something, and makes the default one at its first use.
    func openToStore() throws -> Keychain {
        guard keychain == nil else { return try open() }
        return try proving(Keychain.openOrCreate(.standard, .tool))
    }

    /// The keychain with the password that was given for its items.
    private func proving(_ keychain: Keychain) throws -> Keychain {
        guard let passwordFd else { return keychain }
        let context = AuthenticationContext()
        context.setCredential(try SecretInput.line(from: passwordFd), for: .applicationPassword)
        return keychain.authenticating(with: context)
    }
}

extension Keychain.Configuration {
    /// This tool shows a user all access groups, and puts new items into its own.
    ///
    /// Items that need their user ask on the terminal.
    static let tool = {
        var configuration = Self(applicationIdentifier: "keychainctl", accessGroups: ["*"])
        configuration.authenticator = TerminalAuthenticator()
        configuration.passcodeHashing = .tool
        return configuration
    }()
}

extension Keychain.Place {
    /// The place that an argument names: a path when it has a slash, or else a name.
    init(argument: String) { self = argument.contains("/") ? .file(argument) : .named(argument) }
}

extension CompletionKind {
    /// The names of the user's keychains, and files.
    static var keychains: CompletionKind {
        .custom { _, _, _ in Keychain.names(.tool) }
    }
}
