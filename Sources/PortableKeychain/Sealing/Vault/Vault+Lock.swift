internal import SealedStore
internal import Synchronization

extension Vault {
    var lockState: LockState {
        get throws(KeychainError) {
            let keys = try currentKeys()
            if keys.isUnlocked { return .unlocked }
            return keys.isPastFirstUnlock ? .locked : .lockedSinceLogin
        }
    }

    func hasPasscode() throws(KeychainError) -> Bool { try freshKeys().keybag.hasPasscode }

    /// Whether the last unlock was shared with the user's other processes.
    var isShared: Bool {
        get throws(KeychainError) {
            try checkProcess()
            return open.withLock { $0.ticket != nil }
        }
    }

    /// Drops the keys that need an unlocked keychain, here and in the user's other processes.
    func lock() throws(KeychainError) {
        let keys: KeySet
        do throws(KeychainError) {
            keys = try freshKeys()
        } catch {
            // Locking must succeed even if the file cannot be read, so drop the keys that are
            // known.
            dropKeys(try currentKeys().keybag)
            throw error
        }
        guard keys.keybag.hasPasscode else {
            throw KeychainError(
                .noPasscode,
                reason: "A keychain without a passcode cannot be locked. Set a passcode first."
            )
        }
        dropKeys(keys.keybag)
        // Processes that do not share keys notice the new epoch. Locking must also work on a disk
        // that cannot be written.
        do throws(KeychainError) {
            try startEpoch(nil)
        } catch  where [.readOnly, .diskFull, .inputOutput].contains(error.code) {}
    }

    private func dropKeys(_ keybag: Keybag) {
        guard keybag.hasPasscode else { return }
        world.retention.drop(SharedKeys.name(keybag, .whenUnlocked))
        open.withLock { $0 = OpenKeys(keys: $0.keys.locking()) }
    }

    /// Unlocks all items with the passcode, for this process and the user's other ones.
    ///
    /// - Parameters:
    ///   - passcode: The passcode.
    ///   - seconds: The time in seconds after which the keychain locks again; `nil` for never.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong passcode.
    func unlock(passcode: SecretBytes, for seconds: UInt32?) throws(KeychainError) {
        // A wrong passcode must not lock an unlocked keychain, so its keys stay open until the
        // passcode was checked.
        let keys = try freshKeys()
        let unlocked = try KeySet.unlock(
            keys.keybag,
            epoch: keys.epoch,
            device: device,
            passcode: passcode
        )
        share(unlocked, until: seconds.map { world.clock.now() + Double($0) })
    }

    /// Sets when an unlocked keychain locks automatically, counted from now; a locked one stays
    /// locked.
    ///
    /// - Parameter seconds: The time in seconds; `nil` for never.
    /// - Throws: ``KeychainError/Code/noPasscode`` when there is no passcode.
    func lock(after seconds: UInt32?) throws(KeychainError) {
        let keys = try freshKeys()
        guard keys.keybag.hasPasscode else { throw KeychainError(.noPasscode) }
        guard keys.isUnlocked else { return }
        share(keys, until: seconds.map { world.clock.now() + Double($0) })
        // If another process has locked meanwhile, its lock is the later action, so lock here too.
        if try Self.translating({ try store.epoch() }) != keys.epoch { dropKeys(keys.keybag) }
    }

    /// Sets, changes or removes the passcode, by wrapping a new user's root with it or only with
    /// the device key.
    ///
    /// Locked items stay locked, and a time at which the keychain locks automatically stays set.
    ///
    /// - Parameters:
    ///   - old: The present passcode; `nil` if there is none.
    ///   - new: The new passcode with its hashing cost; `nil` to remove it.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong passcode.
    func setPasscode(
        from old: SecretBytes?,
        to new: (SecretBytes, PasscodeHashing)?
    ) throws(KeychainError) {
        let before = try freshKeys()
        guard before.keybag.hasPasscode == (old != nil) else {
            throw old == nil
                ? KeychainError(
                    .authenticationFailed,
                    reason: """
                        The keychain already has a passcode. To change it, give the present one.
                        """
                )
                : KeychainError(.noPasscode)
        }
        let opened =
            try old.map { passcode throws(KeychainError) in
                try KeySet.unlock(
                    before.keybag,
                    epoch: before.epoch,
                    device: device,
                    passcode: passcode
                )
            } ?? before
        // A keychain of the first version gets its presence key now.
        var presence = try before.presence(passcode: old)
        if presence == nil { presence = try .random(world.entropy) }
        guard let presence else { throw KeychainError(.internalError) }
        let (keybag, classKeys) = try opened.rewrapped(
            passcode: new,
            presence: presence,
            entropy: world.entropy
        )
        let previous = try startEpoch((old: opened.keybag, new: keybag))
        // The old slot must not stay readable in the write-ahead log; if the log is in use, a later
        // checkpoint removes it.
        try? store.emptyLog()
        SharedKeys.dropAll(of: keybag, from: world.retention)
        guard new != nil else { return }
        let stillOpen = classKeys.filter { key in
            switch key.protection.keyClass.availability {
            case .always: true
            case .afterFirstUnlock: previous.keys.isPastFirstUnlock
            case .whenUnlocked: previous.keys.isUnlocked
            }
        }
        share(try freshKeys().adding(stillOpen), until: previous.deadline)
        // If another process has locked since the new keys were written, lock here too.
        let written = previous.keys.epoch + 1
        if try Self.translating({ try store.epoch() }) != written { dropKeys(keybag) }
    }

    /// Sets the open keys of this process, and shares them with the user's other processes.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - deadline: The time on the clock at which the keys that need an unlocked keychain are
    ///     dropped; `nil` for never.
    private func share(_ keys: KeySet, until deadline: Double?) {
        if keys.isPastFirstUnlock {
            _ = world.retention.keep(
                SharedKeys.encode(keys.shareable(.afterFirstUnlock), deadline: nil),
                as: SharedKeys.name(keys.keybag, .afterFirstUnlock),
                for: nil
            )
        }
        guard keys.isUnlocked else {
            open.withLock { $0 = OpenKeys(keys: keys) }
            return
        }
        let ticket = world.retention.keep(
            SharedKeys.encode(keys.shareable(.whenUnlocked), deadline: deadline),
            as: SharedKeys.name(keys.keybag, .whenUnlocked),
            for: deadline.map { seconds(until: $0) }
        )
        open.withLock { $0 = OpenKeys(keys: keys, ticket: ticket, deadline: deadline) }
    }

    /// The whole seconds until a deadline, at least one.
    ///
    /// A deadline can come from another process, so it can be any number.
    private func seconds(until deadline: Double) -> UInt32 {
        let seconds = (deadline - world.clock.now()).rounded(.up)
        return UInt32(min(max(seconds, 1), Double(UInt32.max)))
    }

    /// The keys at the store's present epoch.
    func freshKeys() throws(KeychainError) -> KeySet {
        let state = try Self.translating { try store.readState() }
        let keys = try currentKeys()
        return keys.epoch == state.epoch ? keys : try reload(state)
    }

    /// Starts a new epoch, and replaces the keybag if keybags are given.
    ///
    /// - Returns: The keys that were open at its start, because another process may have locked
    ///   since the caller read them.
    @discardableResult
    private func startEpoch(_ keybags: (old: Keybag, new: Keybag)?) throws(KeychainError)
        -> OpenKeys
    {
        try change { transaction throws(KeychainError) in
            guard keybags == nil || transaction.keys.keybag == keybags?.old else {
                throw KeychainError(
                    .notAvailable,
                    reason: "Another program has just changed the passcode. Try again."
                )
            }
            transaction.startEpoch(keybags?.new)
            return open.withLock { $0 }
        }
    }
}
