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

    /// The place that was named.
    var place: Keychain.Place { keychain.map(Keychain.Place.init(argument:)) ?? .standard }

    /// Opens the keychain.
    func open() throws(KeychainError) -> Keychain { try Keychain.open(place, .tool) }

    /// Opens the keychain to store something, and makes the default one at its first use.
    func openToStore() throws(KeychainError) -> Keychain {
        keychain == nil ? try Keychain.openOrCreate(.standard, .tool) : try open()
    }
}

extension Keychain.Configuration {
    /// This tool shows a user all access groups, and puts new items into its own.
    static let tool = Self(applicationIdentifier: "keychainctl", accessGroups: ["*"])
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
