package import PortableKeychain

/// Which keychain a command works on, and the password that was given for its items.
package struct KeychainChoice {
    /// Its name, or its path when it has a slash; `nil` for the default one.
    package let name: String?
    /// The file descriptor of a password for items that ask for one of their own.
    package let passwordFile: Int32?

    package init(name: String? = nil, passwordFile: Int32? = nil) {
        self.name = name
        self.passwordFile = passwordFile
    }

    /// The place that was named.
    package var place: Keychain.Place { name.map(Keychain.Place.init(argument:)) ?? .standard }

    /// Opens the keychain.
    package func open() throws -> Keychain { try proving(Keychain.open(place, configuration: .tool)) }

    /// Opens the keychain to store something, and makes the default one at its first use.
    package func openToStore() throws -> Keychain {
        guard name == nil else { return try open() }
        return try proving(Keychain.openOrCreate(.standard, configuration: .tool))
    }

    /// The keychain with the password that was given for its items.
    private func proving(_ keychain: Keychain) throws -> Keychain {
        guard let passwordFile else { return keychain }
        let context = AuthenticationContext()
        context.setCredential(try SecretInput.line(from: passwordFile), for: .applicationPassword)
        return keychain.authenticating(with: context)
    }
}

extension Keychain.Place {
    /// The place that an argument names: a path when it has a slash, or else a name.
    package init(argument: String) {
        self = argument.contains("/") ? .file(argument) : .named(argument)
    }
}
