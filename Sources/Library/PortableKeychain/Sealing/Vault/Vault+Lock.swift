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
        guard keys.keybag.canBeLocked else {
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
    /// - Returns: The reason why the kernel may still keep them, or `nil`.
    func dropKeys(_ keybag: Keybag) -> RetentionError? {
        guard keybag.canBeLocked else { return nil }
        // Where a token sealed it: the token is asked again.
        try? world.retention.drop(DeviceKey.retainedName(keybag.deviceKeyID))
        defer { open.withLock { $0 = OpenKeys(keys: $0.keys.locking()) } }
        do throws(RetentionError) {
            try world.retention.drop(SharedKeys.name(keybag, .whenUnlocked))
            return nil
        } catch {
            return error
        }
    }

    /// Sets when an unlocked keychain locks automatically, counted from now; a locked one stays
    /// locked.
    ///
    /// - Parameter seconds: The time in seconds; `nil` for the standard time.
    /// - Throws: ``KeychainError/Code/noPasscode`` when there is no passcode.
    func lock(after seconds: UInt32?) throws(KeychainError) {
        let keys = try freshKeys()
        guard keys.keybag.canBeLocked else { throw KeychainError(.noPasscode) }
        guard keys.isUnlocked else { return }
        share(keys, until: deadline(after: seconds), alone: open.withLock { $0.isAlone })
        // If another process has locked meanwhile, its lock is the later action, so lock here too.
        if try Self.translating({ try store.epoch() }) != keys.epoch { _ = dropKeys(keys.keybag) }
    }

    func deadline(after seconds: UInt32?) -> Double {
        world.clock.now() + Double(seconds ?? world.unlockTime)
    }

    /// Sets the open keys of this process, and shares them with the user's other processes.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - deadline: The time on the clock at which the keys that need an unlocked keychain are
    ///     dropped.
    ///   - alone: Whether only this process may have the keys, because a credential opened them. So
    ///     it is for an exclusive keychain too, whose keys the agent keeps elsewhere.
    func share(_ keys: KeySet, until deadline: Double, alone: Bool = false) {
        // Where that cannot be read, nothing is shared.
        let isExclusive = (try? isExclusive()) ?? true
        let retention = isExclusive ? world.exclusiveRetention : world.retention
        guard !alone, let retention else {
            open.withLock { $0 = OpenKeys(keys: keys, deadline: deadline, isAlone: true) }
            return
        }
        if keys.isPastFirstUnlock {
            let later = max(deadline, world.clock.now() + Self.firstUnlockTime)
            _ = keep(.afterFirstUnlock, of: keys, until: later, in: retention)
        }
        guard keys.isUnlocked else {
            open.withLock { $0 = OpenKeys(keys: keys) }
            return
        }
        let ticket = keep(.whenUnlocked, of: keys, until: deadline, in: retention)
        open.withLock { $0 = OpenKeys(keys: keys, ticket: ticket, deadline: deadline) }
        // Programs that wait for an unlock sleep until the file has news, and it gets none by itself.
        if ticket != nil { store.announce() }
    }

    /// The time for which the kernel keeps the keys that stay open during a lock, in seconds: as
    /// the kernel does not know when the user's last session ends, they would stay until a restart.
    static let firstUnlockTime = 7.0 * 24 * 60 * 60

    /// Keeps the keys of one availability for the user's other processes; `nil` if that fails.
    private func keep(
        _ availability: ProtectionClass.Availability,
        of keys: KeySet,
        until deadline: Double,
        in retention: any KeyRetention
    ) -> RetentionTicket? {
        try? retention.keep(
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
    func startEpoch(_ keybags: (old: Keybag, new: Keybag)?) throws(KeychainError)
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
