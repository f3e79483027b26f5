extension Keychain {
    /// The place of a keychain.
    @nonexhaustive public enum Place: Hashable, Sendable {
        /// The user's default keychain.
        case standard
        /// A keychain by its name, in the folder of the configuration.
        case named(String)
        /// A keychain in a file anywhere.
        case file(String)
    }

    /// Opens an existing keychain.
    ///
    /// - Parameters:
    ///   - place: The keychain to open.
    ///   - configuration: The configuration of the caller.
    /// - Returns: The keychain; locked or not, as it is.
    /// - Throws: ``KeychainError/Code/noSuchKeychain``, ``KeychainError/Code/notAKeychain``,
    ///   ``KeychainError/Code/corrupt``, ``KeychainError/Code/newerVersion``,
    ///   ``KeychainError/Code/wrongDeviceKey``, ``KeychainError/Code/unsafePermissions``,
    ///   ``KeychainError/Code/rolledBack`` for a file that is older than the one that was last used
    ///   here, or a failure of the disk. The file is left as it is.
    public static func open(
        _ place: Place = .standard,
        configuration: Configuration = .fromEnvironment()
    ) throws(KeychainError) -> Keychain {
        try during(.open) { () throws(KeychainError) in
            let folder = KeychainFolder(configuration)
            let path = try folder.path(place)
            guard PrivateFile.exists(path) else {
                throw KeychainError(.noSuchKeychain, reason: "There is no keychain at \(path).")
            }
            let vault = try Vault.open(
                path,
                world: configuration.world,
                acceptsOlder: configuration.olderFiles == .accepted,
                finding: folder.device(_:)
            )
            return Keychain(vault: vault, configuration: configuration, path: path)
        }
    }

    /// Creates a keychain without a passcode.
    ///
    /// - Parameters:
    ///   - place: The place; folders are made when missing.
    ///   - configuration: The configuration of the caller.
    /// - Returns: The new keychain.
    /// - Throws: ``KeychainError/Code/duplicateKeychain`` when anything is there already, which
    ///   stays as it is; ``KeychainError/Code/wrongDeviceKey`` when the folder has keychains whose
    ///   device key is missing; or a failure of the disk.
    public static func create(
        _ place: Place,
        configuration: Configuration = .fromEnvironment()
    ) throws(KeychainError) -> Keychain {
        try create(place, configuration: configuration, keepingHistory: false) { _ in }
    }

    /// Creates a keychain with items.
    private static func create(
        _ place: Place,
        configuration: Configuration,
        keepingHistory: Bool,
        filling: (Keychain) throws(KeychainError) -> Void
    ) throws(KeychainError) -> Keychain {
        try during(.create) { () throws(KeychainError) in
            let folder = KeychainFolder(configuration)
            let path = try folder.path(place)
            let device = try folder.makeDevice(entropy: configuration.entropy)
            let world = configuration.world.counting(by: device.counter)
            var first = configuration
            if !keepingHistory { first.history = .none }
            let vault = try Vault.create(path, device: device.key, world: world) {
                vault throws(KeychainError) in
                try filling(Keychain(vault: vault, configuration: first, path: path))
            }
            return Keychain(vault: vault, configuration: configuration, path: path)
        }
    }

    /// Opens a keychain, or creates it where there is none.
    ///
    /// A default keychain that its user chose (``setStandard(_:configuration:)``) is not created:
    /// it may be on a disk that is not connected at present.
    ///
    /// - Parameters:
    ///   - place: The keychain to open or create.
    ///   - configuration: The configuration of the caller.
    /// - Returns: The keychain.
    /// - Throws: The same errors as ``open(_:configuration:)`` and ``create(_:configuration:)``.
    public static func openOrCreate(
        _ place: Place = .standard,
        configuration: Configuration = .fromEnvironment()
    ) throws(KeychainError) -> Keychain {
        do throws(KeychainError) {
            return try open(place, configuration: configuration)
        } catch  where error.code == .noSuchKeychain {
            if try KeychainFolder(configuration.folder).isChosen(place) { throw error }
            do throws(KeychainError) {
                return try create(place, configuration: configuration)
            } catch  where error.code == .duplicateKeychain {
                // Another process was faster.
                return try open(place, configuration: configuration)
            }
        }
    }

    /// Changes a keychain, or creates it with the change where there is none.
    ///
    /// A new keychain exists only once the change is made, and that needs little memory, however large
    /// it is.
    ///
    /// - Parameters:
    ///   - place: The keychain to open or create.
    ///   - configuration: The configuration of the caller.
    ///   - keepingHistory: Whether the change can be undone in a new keychain, for which all of its items
    ///     are noted in memory.
    ///   - change: Changes the keychain.
    /// - Returns: The result of `change`.
    /// - Throws: The same errors as ``openOrCreate(_:configuration:)``, or any error of `change`; then
    ///   no keychain was created.
    package static func openOrCreate<R>(
        _ place: Place,
        configuration: Configuration,
        keepingHistory: Bool = false,
        changing change: (Keychain) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let present: Keychain?
        do throws(KeychainError) {
            present = try open(place, configuration: configuration)
        } catch  where error.code == .noSuchKeychain {
            if try KeychainFolder(configuration.folder).isChosen(place) { throw error }
            present = nil
        }
        if let present { return try change(present) }
        var result: R?
        do throws(KeychainError) {
            _ = try create(place, configuration: configuration, keepingHistory: keepingHistory) {
                keychain throws(KeychainError) in
                result = try change(keychain)
            }
        } catch  where error.code == .duplicateKeychain {
            // Another process was faster.
            return try change(open(place, configuration: configuration))
        }
        guard let result else { throw KeychainError(.internalError) }
        return result
    }

    /// Removes a keychain with all its items, for good.
    ///
    /// - Parameters:
    ///   - place: The keychain to remove.
    ///   - configuration: The configuration that says where named keychains are.
    /// - Throws: ``KeychainError/Code/noSuchKeychain``, ``KeychainError/Code/notAKeychain`` for any
    ///   other file, or a failure of the disk.
    public static func remove(
        _ place: Place,
        configuration: Configuration = .fromEnvironment()
    ) throws(KeychainError) {
        try during(.remove) { () throws(KeychainError) in
            let path = try KeychainFolder(configuration.folder).path(place)
            try Vault.remove(path, world: configuration.world)
        }
    }

    /// The names of the keychains in the folder of a configuration, sorted.
    ///
    /// - Parameter configuration: The configuration whose folder is listed.
    /// - Returns: The names; none where there is no folder.
    public static func names(configuration: Configuration = .fromEnvironment()) -> [String] {
        KeychainFolder(configuration.folder).names
    }

    /// Chooses the user's default keychain.
    ///
    /// - Parameters:
    ///   - place: A keychain that opens.
    ///   - configuration: The configuration whose folder keeps the choice.
    /// - Throws: The same errors as ``open(_:configuration:)``, or a failure of the disk.
    public static func setStandard(
        _ place: Place,
        configuration: Configuration = .fromEnvironment()
    ) throws(KeychainError) {
        _ = try open(place, configuration: configuration)
        try KeychainFolder(configuration.folder).setStandard(place)
    }

    /// The file of a keychain, whether it exists or not.
    ///
    /// - Parameters:
    ///   - place: The keychain.
    ///   - configuration: The configuration that says where named keychains are.
    /// - Returns: The path.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a name that is not a file name.
    public static func path(
        of place: Place,
        configuration: Configuration = .fromEnvironment()
    ) throws(KeychainError) -> String {
        try KeychainFolder(configuration.folder).path(place)
    }

    static func during<R>(
        _ operation: KeychainError.Operation,
        _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        do throws(KeychainError) { return try body() } catch { throw error.during(operation) }
    }
}
