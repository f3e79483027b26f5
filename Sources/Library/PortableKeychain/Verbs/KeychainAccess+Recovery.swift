extension KeychainAccess {
    /// Opens a keychain whose passcode or device key is lost, and makes it a keychain of this
    /// machine.
    ///
    /// Afterwards it is opened by this machine's device key, the new passcode and the same recovery
    /// key only. All items are readable, also those for the lost device only and those that require
    /// the user's presence. If the device key is not available, such as in a TPM that cannot be
    /// reached, this keychain gets one of its own. The device keys and the other keychains of the
    /// folder stay as they are.
    ///
    /// - Parameters:
    ///   - place: The keychain, or a copy of its file.
    ///   - key: The recovery key.
    ///   - passcode: The new passcode, 1 to 4,096 bytes; `nil` for none, which destroys items that
    ///     are readable only while one is set.
    ///   - configuration: The configuration of the caller.
    /// - Returns: The keychain, unlocked.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for another recovery key,
    ///   ``KeychainError/Code/notAvailable`` where there is none, and as
    ///   ``Keychain/open(_:configuration:)``. Then nothing is changed.
    public static func recover(
        _ place: Keychain.Place = .standard,
        with key: RecoveryKey,
        passcode: SecretBytes?,
        configuration: Keychain.Configuration = .fromEnvironment()
    ) throws(KeychainError) -> Keychain {
        try Keychain.during(.open) { () throws(KeychainError) in
            let folder = KeychainFolder(configuration)
            let path = PrivateFile.absolute(try folder.path(place))
            guard PrivateFile.exists(path) else {
                throw KeychainError(.noSuchKeychain, reason: "There is no keychain at \(path).")
            }
            var new: DeviceKey?
            var file: String?
            let unreadable = folder.unreadable
            do throws(KeychainError) {
                let vault = try Vault.recover(
                    path,
                    with: key,
                    passcode: passcode.map { ($0, configuration.passcodeHashing) },
                    world: configuration.world,
                    finding: { identifier throws(KeychainError) in
                        let (device, isNew) = try folder.deviceForRecovery(
                            identifier,
                            entropy: configuration.entropy
                        )
                        if isNew { new = device.key }
                        return device
                    },
                    keeping: { () throws(KeychainError) in
                        guard let new else { return }
                        file = try folder.keep(new, asOwn: try folder.isNew(besides: path))
                    }
                )
                return Keychain(vault: vault, configuration: configuration, path: path)
            } catch {
                // Unless a keychain may name the new key by now: this one, or one that another
                // program has made meanwhile.
                if let new, let file,
                    folder.isUnused(new.identifier, by: path, butFor: unreadable)
                {
                    try? PrivateFile.remove(file)
                }
                throw error
            }
        }
    }

    /// The items that a recovery without a new passcode would destroy; nothing is changed.
    ///
    /// - Parameters:
    ///   - place: The keychain, or a copy of its file.
    ///   - key: The recovery key.
    ///   - configuration: The configuration of the caller.
    /// - Returns: The items.
    /// - Throws: The same errors as ``recover(_:with:passcode:configuration:)``.
    package static func passcodeItems(
        of place: Keychain.Place,
        with key: RecoveryKey,
        configuration: Keychain.Configuration
    ) throws(KeychainError) -> PasscodeItems {
        try Keychain.during(.open) { () throws(KeychainError) in
            let path = PrivateFile.absolute(try KeychainFolder(configuration).path(place))
            return try Vault.withRecoveryKey(key, path, world: configuration.world) {
                vault throws(KeychainError) in
                try PasscodeItems(in: vault)
            }
        }
    }

    /// The use that a recovery key has.
    package enum RecoveryKeyUse: Equatable, Sendable {
        /// The keychain's own slot: ``recover(_:with:passcode:configuration:)``.
        case keychain
        /// A copy of the device key with this identifier, which brings it back:
        /// ``DeviceBinding/unbind(recovery:of:)``.
        case deviceKey([UInt8])
    }

    /// Finds out the use of a recovery key, by trying; nothing is changed.
    ///
    /// Where it opens both, and the device key of the keychain is not available, the device key
    /// comes first: then all ways into all keychains are as they were. So it does where the keychain is
    /// missing or damaged.
    ///
    /// - Parameters:
    ///   - key: The recovery key.
    ///   - place: The keychain.
    ///   - configuration: The configuration of the caller.
    /// - Returns: Its use.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` if it opens nothing,
    ///   ``KeychainError/Code/notAvailable`` if there is nothing that it could open, and failures of
    ///   reading.
    package static func use(
        of key: RecoveryKey,
        for place: Keychain.Place,
        configuration: Keychain.Configuration
    ) throws(KeychainError) -> RecoveryKeyUse {
        let folder = KeychainFolder(configuration)
        let copies = DeviceKeyCopies(folder)
        let wanted = (try? folder.path(place)).flatMap { try? Vault.deviceKeyID(of: $0) }
        let copied = try? copies.opened(by: key, of: wanted)
        let refusal: KeychainError
        do throws(KeychainError) {
            let path = try folder.path(place)
            guard PrivateFile.exists(path) else {
                throw KeychainError(.noSuchKeychain, reason: "There is no keychain at \(path).")
            }
            if let copied, try Vault.deviceKeyID(of: path) == copied.identifier,
                (try? folder.askingToken.device(copied.identifier)) == nil
            {
                return .deviceKey(copied.identifier)
            }
            try Vault.checkRecovery(path, with: key, entropy: configuration.entropy)
            return .keychain
        } catch {
            refusal = error
        }
        // A file that is missing or damaged says nothing about the device key. Others need it, and a
        // backup can only be restored with it.
        let isGone = [.noSuchKeychain, .notAKeychain, .corrupt].contains(refusal.code)
        if isGone, let copied, (try? folder.askingToken.device(copied.identifier)) == nil {
            return .deviceKey(copied.identifier)
        }
        guard [.authenticationFailed, .notAvailable].contains(refusal.code) else { throw refusal }
        if let copied {
            guard (try? folder.askingToken.device(copied.identifier)) == nil else {
                throw KeychainError(
                    .authenticationFailed,
                    reason: """
                        This recovery key opens the copy of the device key, which is at hand, and not \
                        the keychain. Use the one of 'keychainctl recovery create'.
                        """
                )
            }
            return .deviceKey(copied.identifier)
        }
        let hasNone = refusal.code == .notAvailable && !copies.has(nil)
        guard !hasNone else { throw refusal }
        throw KeychainError(
            .authenticationFailed,
            reason: """
                This recovery key opens neither the keychain nor a copy of its device key. Run \
                'keychainctl sync recover REMOTE' if it is that of synchronized keychains.
                """
        )
    }
}
