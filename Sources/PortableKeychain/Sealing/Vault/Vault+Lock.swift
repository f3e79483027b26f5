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
    ///
    /// - Throws: ``KeychainError/Code/notAvailable`` if other processes may still have them.
    func lock() throws(KeychainError) {
        let keys: KeySet
        do throws(KeychainError) {
            keys = try freshKeys()
        } catch {
            // Locking must succeed even if the file cannot be read, so drop the keys that are
            // known.
            _ = dropKeys(try currentKeys().keybag)
            throw error
        }
        guard keys.keybag.hasPasscode else {
            throw KeychainError(
                .noPasscode,
                reason: "A keychain without a passcode cannot be locked. Set a passcode first."
            )
        }
        let kept = dropKeys(keys.keybag)
        var unwritten: KeychainError?
        // Processes that do not share keys notice the new epoch.
        do throws(KeychainError) { try startEpoch(nil) } catch { unwritten = error }
        switch (kept, unwritten) {
        case (nil, nil), (.unavailable, nil): return
        // Locking must also work on a disk that cannot be written.
        case (nil, let error?) where [.readOnly, .diskFull, .inputOutput].contains(error.code):
            return
        case (nil, let error?), (.unavailable, let error?): throw error
        case (let kept?, _): throw KeychainError.notLocked(kept)
        }
    }

    /// Drops the keys that need an unlocked keychain.
    ///
    /// - Returns: Why the kernel may still keep them, or `nil`.
    private func dropKeys(_ keybag: Keybag) -> RetentionError? {
        guard keybag.hasPasscode else { return nil }
        defer { open.withLock { $0 = OpenKeys(keys: $0.keys.locking()) } }
        do throws(RetentionError) {
            try world.retention.drop(SharedKeys.name(keybag, .whenUnlocked))
            return nil
        } catch {
            return error
        }
    }

    /// Unlocks all items with the passcode, for this process and the user's other ones.
    ///
    /// - Parameters:
    ///   - passcode: The passcode.
    ///   - seconds: The time in seconds after which the keychain locks again; `nil` for the
    ///     standard time.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong passcode.
    func unlock(passcode: SecretBytes, for seconds: UInt32?) throws(KeychainError) {
        // A wrong passcode must not lock an unlocked keychain, so its keys stay open until the
        // passcode was checked.
        var keys = try freshKeys()
        while true {
            let unlocked = try KeySet.unlock(
                keys.keybag,
                epoch: keys.epoch,
                device: device,
                passcode: passcode
            ).keys
            // Hashing takes time, in which another process can lock or change the passcode.
            let now = try freshKeys()
            guard now.keybag != keys.keybag else {
                return share(unlocked.inEpoch(now.epoch), until: deadline(after: seconds))
            }
            keys = now
        }
    }

    /// Sets when an unlocked keychain locks automatically, counted from now; a locked one stays
    /// locked.
    ///
    /// - Parameter seconds: The time in seconds; `nil` for the standard time.
    /// - Throws: ``KeychainError/Code/noPasscode`` when there is no passcode.
    func lock(after seconds: UInt32?) throws(KeychainError) {
        let keys = try freshKeys()
        guard keys.keybag.hasPasscode else { throw KeychainError(.noPasscode) }
        guard keys.isUnlocked else { return }
        share(keys, until: deadline(after: seconds))
        // If another process has locked meanwhile, its lock is the later action, so lock here too.
        if try Self.translating({ try store.epoch() }) != keys.epoch { _ = dropKeys(keys.keybag) }
    }

    private func deadline(after seconds: UInt32?) -> Double {
        world.clock.now() + Double(seconds ?? world.unlockTime)
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
        // Hashing takes time, so it is done before the transaction, which only checks that the
        // keybag is still the same. A second attempt fails if another process has changed the
        // passcode, unless it has the passcode that is the present one now.
        for _ in 0..<3 {
            if try replaceKeybag(from: old, to: new) { return }
        }
        throw KeychainError(
            .notAvailable,
            reason: "Other programs are changing the passcode. Try again."
        )
    }

    /// Makes one attempt to set the passcode.
    ///
    /// - Returns: Whether the keybag was still the one that the new keybag was made from.
    private func replaceKeybag(
        from old: SecretBytes?,
        to new: (SecretBytes, PasscodeHashing)?
    ) throws(KeychainError) -> Bool {
        let before = try freshKeys()
        guard before.keybag.hasPasscode == (old != nil) else {
            throw old == nil
                ? KeychainError(
                    .authenticationFailed,
                    reason: """
                        The keychain already has a passcode. Give the present one to change it.
                        """
                )
                : KeychainError(.noPasscode)
        }
        let unlocked = try old.map { passcode throws(KeychainError) in
            try KeySet.unlock(
                before.keybag,
                epoch: before.epoch,
                device: device,
                passcode: passcode
            )
        }
        let opened = unlocked?.keys ?? before
        // A keychain of the first version gets its presence key now.
        var presence = try opened.presence(unlocked?.derived)
        if presence == nil { presence = try .random(world.entropy) }
        guard let presence else { throw KeychainError(.internalError) }
        let (keybag, classKeys) = try opened.rewrapped(
            passcode: new,
            presence: presence,
            entropy: world.entropy
        )
        guard let previous = try startEpoch((old: opened.keybag, new: keybag)) else { return false }
        // The old slot must not stay readable in the write-ahead log; if the log is in use, a later
        // checkpoint removes it.
        try? store.emptyLog()
        // What is left has an epoch that has ended, or keys that stay open during a lock.
        try? SharedKeys.dropAll(of: keybag, from: world.retention)
        guard new != nil else { return true }
        try reshare(classKeys, as: previous, epoch: previous.keys.epoch + 1)
        return true
    }

    /// Opens the keys of a new keybag as far as those of the one before were open, with the same
    /// deadline, and shares them.
    ///
    /// - Parameters:
    ///   - keys: All class keys of the new keybag.
    ///   - previous: What was open when the new keybag was written.
    ///   - epoch: The epoch that began with it.
    func reshare(
        _ keys: [ClassKeys],
        as previous: OpenKeys,
        epoch: Int64
    ) throws(KeychainError) {
        let stillOpen = keys.filter { key in
            switch key.protection.keyClass.availability {
            case .always: true
            case .afterFirstUnlock: previous.keys.isPastFirstUnlock
            case .whenUnlocked: previous.keys.isUnlocked
            }
        }
        let fresh = try freshKeys()
        share(fresh.adding(stillOpen), until: previous.deadline ?? deadline(after: nil))
        // If another process has locked since the new keys were written, lock here too.
        guard try Self.translating({ try store.epoch() }) != epoch else { return }
        _ = dropKeys(fresh.keybag)
    }

    /// Sets the open keys of this process, and shares them with the user's other processes.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - deadline: The time on the clock at which the keys that need an unlocked keychain are
    ///     dropped.
    private func share(_ keys: KeySet, until deadline: Double) {
        if keys.isPastFirstUnlock {
            let later = max(deadline, world.clock.now() + Self.firstUnlockTime)
            _ = keep(.afterFirstUnlock, of: keys, until: later)
        }
        guard keys.isUnlocked else {
            open.withLock { $0 = OpenKeys(keys: keys) }
            return
        }
        let ticket = keep(.whenUnlocked, of: keys, until: deadline)
        open.withLock { $0 = OpenKeys(keys: keys, ticket: ticket, deadline: deadline) }
    }

    /// For how long the kernel keeps the keys that stay open during a lock, in seconds: as the
    /// kernel does not know when the user's last session ends, they would stay until a restart.
    static let firstUnlockTime = 7.0 * 24 * 60 * 60

    /// Keeps the keys of one availability for the user's other processes; `nil` if that fails.
    private func keep(
        _ availability: ProtectionClass.Availability,
        of keys: KeySet,
        until deadline: Double
    ) -> RetentionTicket? {
        try? world.retention.keep(
            SharedKeys.encode(keys.shareable(availability), epoch: keys.epoch, deadline: deadline),
            as: SharedKeys.name(keys.keybag, availability),
            for: seconds(until: deadline)
        )
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
    ///   since the caller read them; `nil` if the old keybag is no longer there.
    @discardableResult
    private func startEpoch(_ keybags: (old: Keybag, new: Keybag)?) throws(KeychainError)
        -> OpenKeys?
    {
        try change { transaction throws(KeychainError) in
            guard keybags == nil || transaction.keys.keybag == keybags?.old else { return nil }
            transaction.startEpoch(keybags?.new)
            return open.withLock { $0 }
        }
    }
}

extension KeychainError {
    /// The error of a lock after which the kernel may still keep the keys.
    package static func notLocked(_ cause: RetentionError) -> KeychainError {
        KeychainError(
            .notAvailable,
            reason: cause == .full
                ? """
                The kernel may still keep the keys, because your quota of kernel keys is full. \
                Remove other keys with keyctl(1), then lock again.
                """
                : """
                The kernel still keeps the keys, so other programs may read the keychain. Lock \
                again; if it fails again, restart the machine.
                """
        )
    }
}
