internal import SealedStore

extension Vault {
    /// Opens a store with its recovery key, and makes it a keychain of this machine: the device
    /// key, the recovery key and the new passcode open it from now on, and nothing else does.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - key: The recovery key.
    ///   - device: The device key of this machine.
    ///   - passcode: The new passcode with its cost, or `nil` for none.
    ///   - world: Time, randomness and key retention.
    /// - Returns: The vault, unlocked.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for another recovery key,
    ///   ``KeychainError/Code/notAvailable`` where there is none.
    static func recover(
        _ path: String,
        with key: RecoveryKey,
        device: DeviceKey,
        passcode: (SecretBytes, PasscodeHashing)?,
        world: World
    ) throws(KeychainError) -> Vault {
        let (store, state) = try translating {
            let store = try SealedStore.open(path)
            return (store, try store.readState())
        }
        let keybag = try Keybag(encoded: state.keybag)
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
            try checkLog(from: before, to: state, digests, device)
        }
        _ = try digests.open(state, keychain: keybag.keychain)
        let vault = Vault(store: store, keys: opened.keys, device: device, world: world)
        let recovered = try opened.recovered(passcode: passcode, entropy: world.entropy)
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
}
