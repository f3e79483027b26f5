internal import SealedStore
internal import Synchronization

/// Opening the slots of a keychain, and changing them (vault-format.md §5.4).
extension Vault {
    /// The ways into the keychain, in the order of the file.
    func slots() throws(KeychainError) -> [AccessSlot] {
        try freshKeys().keybag.slots.map(\.description)
    }

    /// Unlocks all items, for this process and the user's other ones.
    ///
    /// A keybag of an earlier version becomes one of the present version if the file can be
    /// written, because only then passcodes cannot be tried on a copied file.
    ///
    /// - Parameters:
    ///   - proof: The passcode, or the secret of another slot. A credential unlocks for this process
    ///     alone.
    ///   - seconds: The time in seconds after which the keychain locks again; `nil` for the
    ///     standard time.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong secret.
    func unlock(_ proof: AccessProof, for seconds: UInt32?) throws(KeychainError) {
        // A wrong passcode must not lock an unlocked keychain, so its keys stay open until the
        // passcode was checked.
        var keys = try freshKeys()
        while true {
            let opened = try keys.opening(proof)
            let unlocked = renewed(opened) ?? opened.keys
            // Hashing takes time, in which another process can lock or change the passcode.
            let now = try freshKeys()
            guard now.keybag != unlocked.keybag else {
                return share(
                    unlocked.inEpoch(now.epoch),
                    until: deadline(after: seconds),
                    alone: opened.slot.kind == .credential
                )
            }
            keys = now
        }
    }

    /// Brings a keybag of an earlier version to the present one.
    ///
    /// - Parameter opened: The slot that was opened.
    /// - Returns: All keys with the new keybag; `nil` if the keybag is left as it is, because it is
    ///   new enough, or because the file cannot be written.
    private func renewed(_ opened: OpenedSlot) -> KeySet? {
        guard opened.keys.keybag.version != .third else { return nil }
        do throws(KeychainError) {
            let (keybag, _) = try opened.changed(
                nil,
                hashing: .standard,
                keeping: nil,
                entropy: world.entropy
            )
            guard try install(keybag, insteadOf: opened.keys.keybag) != nil else { return nil }
            return try KeySet(
                keybag: keybag,
                epoch: opened.keys.epoch,
                device: device,
                binding: opened.keys.binding,
                roots: opened.keys.roots
            )
        } catch {
            // It unlocks all the same.
            return nil
        }
    }

    /// Sets, changes or removes the passcode.
    ///
    /// - Parameters:
    ///   - old: The present passcode; `nil` if there is none.
    ///   - new: The new passcode with its hashing cost; `nil` to remove it.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong passcode.
    func setPasscode(
        from old: SecretBytes?,
        to new: (SecretBytes, PasscodeHashing)?
    ) throws(KeychainError) {
        let hasOne = KeychainError(
            .authenticationFailed,
            reason: "The keychain already has a passcode. Give the present one to change it."
        )
        guard try hasPasscode() == (old != nil) else {
            throw old == nil ? hasOne : KeychainError(.noPasscode)
        }
        do throws(KeychainError) {
            try change(
                .passcode(new?.0),
                old.map { .passcode($0) } ?? .device,
                new?.1 ?? .standard,
                keeping: nil
            )
        } catch {
            // Another process has set one since it was looked for.
            guard old == nil, error.code == .authenticationRequired, try hasPasscode() else {
                throw error
            }
            throw hasOne
        }
    }

    /// Changes the slots, by wrapping the roots for new ones.
    ///
    /// Locked items stay locked, and a time at which the keychain locks automatically stays set.
    ///
    /// - Parameters:
    ///   - change: The change to make.
    ///   - proof: The secret that opens the keychain now.
    ///   - hashing: The cost of a new passcode.
    ///   - recovery: The recovery key, which is needed if the keychain has one and could not be
    ///     locked so far.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong secret.
    func change(
        _ change: AccessChange,
        _ proof: AccessProof,
        _ hashing: PasscodeHashing,
        keeping recovery: RecoveryKey?
    ) throws(KeychainError) {
        // Hashing takes time, so it is done before the transaction, which only checks that the
        // keybag is still the same. A second attempt fails if another process has changed the
        // passcode, unless it has the passcode that is the present one now.
        for _ in 0..<3 {
            let opened = try freshKeys().opening(proof)
            let changed = try opened.changed(
                change,
                hashing: hashing,
                keeping: recovery,
                entropy: world.entropy
            )
            if try replace(opened.keys.keybag, changed) { return }
        }
        throw KeychainError(
            .notAvailable,
            reason: "Other programs are changing the passcode. Try again."
        )
    }

    /// Replaces the keybag, and keeps the open keys open.
    ///
    /// - Returns: Whether the old keybag was still there.
    private func replace(
        _ old: Keybag,
        _ changed: (keybag: Keybag, classKeys: [ClassKeys])
    ) throws(KeychainError) -> Bool {
        guard let previous = try install(changed.keybag, insteadOf: old) else { return false }
        try resume(previous, with: changed.classKeys, epoch: previous.keys.epoch + 1)
        return true
    }

    /// Opens the keys of a new keybag as far as those of the one before were open, with the same
    /// deadline, and shares them.
    ///
    /// - Parameters:
    ///   - previous: The keys that were open when the new keybag was written.
    ///   - keys: All class keys of the new keybag.
    ///   - epoch: The epoch that began with it.
    /// - Throws: A failure of the disk.
    func resume(
        _ previous: OpenKeys,
        with keys: [ClassKeys],
        epoch: Int64
    ) throws(KeychainError) {
        let fresh = try freshKeys()
        guard fresh.keybag.canBeLocked else { return }
        let stillOpen = keys.filter { key in
            switch key.protection.keyClass.availability {
            case .always: true
            case .afterFirstUnlock: previous.keys.isPastFirstUnlock
            case .whenUnlocked: previous.keys.isUnlocked
            }
        }
        share(
            fresh.adding(stillOpen),
            until: previous.deadline ?? deadline(after: nil),
            alone: previous.isAlone
        )
        // If another process has locked since the new keys were written, lock here too.
        if try Self.translating({ try store.epoch() }) != epoch { _ = dropKeys(fresh.keybag) }
    }

    /// Replaces the keybag in one transaction, and removes the rest of the old one.
    ///
    /// - Returns: The keys that were open at its start; `nil` if the old keybag is no longer there.
    func install(_ keybag: Keybag, insteadOf old: Keybag) throws(KeychainError) -> OpenKeys? {
        guard let previous = try startEpoch((old: old, new: keybag)) else { return nil }
        // The old slots must not stay readable in the write-ahead log; if the log is in use, a later
        // checkpoint removes it.
        try? store.emptyLog()
        // The remaining keys have an epoch that has ended, or stay open during a lock.
        try? SharedKeys.dropAll(of: keybag, from: world.retention)
        return previous
    }

    /// Opens the key that proves the user's presence.
    ///
    /// - Parameter proof: The secret that opens the keychain.
    /// - Returns: The key; `nil` in a keychain of the first version, and for a credential.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong secret.
    func presence(_ proof: AccessProof) throws(KeychainError) -> PresenceKey? {
        try freshKeys().opening(proof).presence()
    }
}
