internal import SealedStore

extension Vault {
    /// Whether a recovery key opens a store; it is left as it is.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - key: The recovery key.
    ///   - entropy: Randomness.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for another recovery key,
    ///   ``KeychainError/Code/notAvailable`` where there is none.
    static func checkRecovery(
        _ path: String,
        with key: RecoveryKey,
        entropy: KeychainEntropy
    ) throws(KeychainError) {
        let (store, state) = try stored(path)
        defer { store.close() }
        let keybag = try Keybag(encoded: state.keybag)
        // The recovery slot needs no device key.
        _ = try proven(store, state, keybag, key, DeviceKey(entropy: entropy))
    }

    /// Opens a store with its recovery key for a look; it is left as it is.
    ///
    /// - Parameters:
    ///   - key: The recovery key.
    ///   - path: The file.
    ///   - world: Time, randomness and key retention.
    ///   - body: Looks at the vault, which is unlocked, and closed afterwards.
    /// - Returns: The result of the body.
    /// - Throws: The same errors as ``checkRecovery(_:with:entropy:)``, or that of the body.
    static func withRecoveryKey<R>(
        _ key: RecoveryKey,
        _ path: String,
        world: World,
        _ body: (Vault) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let (store, state) = try stored(path)
        defer { store.close() }
        let keybag = try Keybag(encoded: state.keybag)
        let device = DeviceKey(entropy: world.entropy)
        let opened = try proven(store, state, keybag, key, device)
        return try body(Vault(store: store, keys: opened.keys, device: device, world: world))
    }

    /// Opens a store with its recovery key, and makes it a keychain of this machine: from now on it
    /// is opened by the device key, the recovery key and the new passcode only.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - key: The recovery key.
    ///   - passcode: The new passcode with its cost, or `nil` for none.
    ///   - world: Time, randomness and key retention.
    ///   - finding: Finds or makes the device key from now on, by the identifier of the present one.
    ///   - keeping: Stores the device key if it is new; called after the recovery key was proven, and
    ///     before the file is changed.
    /// - Returns: The vault, unlocked.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for another recovery key,
    ///   ``KeychainError/Code/notAvailable`` where there is none.
    static func recover(
        _ path: String,
        with key: RecoveryKey,
        passcode: (SecretBytes, PasscodeHashing)?,
        world: World,
        finding: ([UInt8]) throws(KeychainError) -> DeviceKey.Found,
        keeping: () throws(KeychainError) -> Void
    ) throws(KeychainError) -> Vault {
        let (store, state) = try stored(path)
        let keybag = try Keybag(encoded: state.keybag)
        // Before anything is asked for that may take time or fail for other reasons.
        guard keybag.recoverySlot != nil else { throw KeychainError.noRecoveryKey }
        let device = try finding(keybag.deviceKeyID)
        let opened = try proven(store, state, keybag, key, device.key)
        let vault = Vault(
            store: store,
            keys: opened.keys,
            device: device.key,
            world: world.counting(by: device.counter)
        )
        let recovered = try opened.recovered(passcode: passcode, entropy: world.entropy)
        try keeping()
        guard try vault.install(recovered.keybag, insteadOf: keybag) != nil else {
            throw KeychainError(
                .notAvailable,
                reason: "Another program changed the keychain at the same time. Try again."
            )
        }
        // It may be a copy from a backup.
        vault.acceptSeen()
        if recovered.keybag.canBeLocked {
            vault.share(
                try vault.freshKeys().adding(recovered.classKeys),
                until: vault.deadline(after: nil)
            )
        }
        return vault
    }

    /// The identifier of the device key that a file names.
    static func deviceKeyID(of path: String) throws(KeychainError) -> [UInt8] {
        let (store, state) = try stored(path)
        defer { store.close() }
        return try Keybag(encoded: state.keybag).deviceKeyID
    }

    private static func stored(_ path: String) throws(KeychainError) -> (SealedStore, StoredState) {
        try translating {
            let store = try SealedStore.open(path)
            return (store, try store.readState())
        }
    }

    /// Opens the slot of the recovery key, and checks that the state and the log belong to it.
    private static func proven(
        _ store: SealedStore,
        _ state: StoredState,
        _ keybag: Keybag,
        _ key: RecoveryKey,
        _ device: DeviceKey
    ) throws(KeychainError) -> OpenedSlot {
        guard let slot = keybag.recoverySlot else { throw KeychainError.noRecoveryKey }
        let opened = try OpenedSlot(
            slot,
            key.secret,
            of: keybag,
            epoch: state.epoch,
            device: device
        )
        let digests = opened.keys.digests
        if let before = store.stateBeforeLog {
            try checkLog(of: store, from: before, to: state, digests, device)
        }
        _ = try digests.open(state, keychain: keybag.keychain)
        return opened
    }
}
