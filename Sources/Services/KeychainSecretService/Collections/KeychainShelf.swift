package import PortableKeychain

/// The source of collections: the keychains of a user, or others in tests.
package struct KeychainShelf: Sendable {
    /// The name of the default keychain.
    package var standard: @Sendable () throws(KeychainError) -> String
    /// The names of all keychains; that of the default one may be missing before its first use.
    package var names: @Sendable () -> [String]
    /// Opens a keychain; the default one is made at its first use.
    package var open: @Sendable (String) throws(KeychainError) -> Keychain
    /// Makes a keychain that this passcode unlocks, if there is one; it is unlocked now.
    package var create: @Sendable (String, SecretBytes?) throws(KeychainError) -> Keychain
    /// The time for which an unlocked keychain stays so, and how its user is asked.
    package var configuration: Keychain.Configuration

    package init(
        configuration: Keychain.Configuration,
        standard: @escaping @Sendable () throws(KeychainError) -> String,
        names: @escaping @Sendable () -> [String],
        open: @escaping @Sendable (String) throws(KeychainError) -> Keychain,
        create: @escaping @Sendable (String, SecretBytes?) throws(KeychainError) -> Keychain
    ) {
        self.configuration = configuration
        (self.standard, self.names, self.open, self.create) = (standard, names, open, create)
    }

    /// The keychains in the folder of a configuration.
    package static func onDisk(_ configuration: Keychain.Configuration) -> Self {
        KeychainShelf(
            configuration: configuration,
            standard: { () throws(KeychainError) in
                let path = try Keychain.path(of: .standard, configuration: configuration)
                for name in Keychain.names(configuration: configuration) + [usualName] {
                    let own = try Keychain.path(of: .named(name), configuration: configuration)
                    if own.hasSameBytes(as: path) { return name }
                }
                return elsewhere
            },
            names: { Keychain.names(configuration: configuration) },
            open: { name throws(KeychainError) in
                let place = name == elsewhere ? Keychain.Place.standard : .named(name)
                guard [usualName, elsewhere].contains(name) else {
                    return try Keychain.open(place, configuration: configuration)
                }
                return try Keychain.openOrCreate(place, configuration: configuration)
            },
            create: { name, passcode throws(KeychainError) in
                let keychain = try Keychain.create(.named(name), configuration: configuration)
                guard let passcode else { return keychain }
                do throws(KeychainError) {
                    try keychain.setPasscode(passcode)
                    return keychain
                } catch {
                    try Keychain.remove(.named(name), configuration: configuration)
                    throw error
                }
            }
        )
    }

    /// The name of the default keychain for as long as its user has chosen no other one.
    static let usualName = "default"
    /// The default keychain in a file that its user chose.
    ///
    /// No keychain's name begins with a dot.
    private static let elsewhere = ".chosen"
}
