internal import SealedStore
internal import Synchronization

extension Vault {
    var lockState: LockState {
        let keys = currentKeys()
        if keys.isUnlocked { return .unlocked }
        return keys.isPastFirstUnlock ? .locked : .lockedSinceLogin
    }

    func hasPasscode() throws(KeychainError) -> Bool { try freshKeys().keybag.hasPasscode }

    /// Whether the last unlock reached the user's other processes.
    var isShared: Bool { open.withLock { $0.ticket != nil } }

    /// Drops the keys that need an unlocked keychain, here and in the user's other processes.
    func lock() throws(KeychainError) {
        let keys: KeySet
        do throws(KeychainError) {
            keys = try freshKeys()
        } catch {
            // Who locks means it, whatever happened to the file: what is known is closed.
            dropKeys(currentKeys().keybag)
            throw error
        }
        guard keys.keybag.hasPasscode else {
            throw KeychainError(
                .noPasscode,
                reason: "A keychain without a passcode cannot be locked. Set a passcode first."
            )
        }
        dropKeys(keys.keybag)
        // Processes that could not share keys hold their own, and notice a new epoch. The lock
        // itself must not depend on a disk that can be written.
        do throws(KeychainError) {
            try startEpoch(nil)
        } catch  where [.readOnly, .diskFull, .inputOutput].contains(error.code) {}
    }

    private func dropKeys(_ keybag: Keybag) {
        guard keybag.hasPasscode else { return }
        world.retention.drop(SharedKeys.name(keybag, .whenUnlocked))
        open.withLock { $0 = OpenKeys(keys: $0.keys.locking()) }
    }

    /// Opens everything with the passcode, for this process and the user's other ones.
    ///
    /// - Parameters:
    ///   - passcode: The passcode.
    ///   - seconds: After how many seconds the keychain locks again; `nil` for never.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong passcode.
    func unlock(passcode: SecretBytes, for seconds: UInt32?) throws(KeychainError) {
        // Keeps the keys of an unlocked keychain, which a wrong passcode must not lock.
        let keys = try freshKeys()
        let unlocked = try KeySet.unlock(
            keys.keybag,
            epoch: keys.epoch,
            device: device,
            passcode: passcode
        )
        share(unlocked, until: seconds.map { world.clock.now() + Double($0) })
    }

    /// Sets when an unlocked keychain locks by itself, counted from now; a locked one stays locked.
    ///
    /// - Parameter seconds: After what time; `nil` for never.
    /// - Throws: ``KeychainError/Code/noPasscode`` when there is none to lock it with.
    func lock(after seconds: UInt32?) throws(KeychainError) {
        let keys = try freshKeys()
        guard keys.keybag.hasPasscode else { throw KeychainError(.noPasscode) }
        guard keys.isUnlocked else { return }
        share(keys, until: seconds.map { world.clock.now() + Double($0) })
        // A lock by another process meanwhile came later, so it holds.
        if try Self.translating({ try store.epoch() }) != keys.epoch { dropKeys(keys.keybag) }
    }

    /// Puts the user's root behind a passcode, behind another one, or behind the device alone.
    ///
    /// What was locked stays locked, and what was to lock by itself still does.
    ///
    /// - Parameters:
    ///   - old: The present passcode; `nil` when there is none.
    ///   - new: The new passcode with its cost; `nil` to remove it.
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
                    reason: "The keychain has a passcode already. Give it to change it."
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
        // A keychain of the first version gets its key of the user's presence now.
        var presence = try before.presence(passcode: old)
        if presence == nil { presence = try .random(world.entropy) }
        guard let presence else { throw KeychainError(.internalError) }
        let (keybag, classKeys) = try opened.rewrapped(
            passcode: new,
            presence: presence,
            entropy: world.entropy
        )
        let previous = try startEpoch((old: opened.keybag, new: keybag))
        // The old slot must not stay readable in the log; what cannot be moved now goes later.
        try? store.checkpoint()
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
        // A lock by another process since the new keys were written came later, so it holds.
        let written = previous.keys.epoch + 1
        if try Self.translating({ try store.epoch() }) != written { dropKeys(keybag) }
    }

    /// Holds open keys, and hands them to the user's other processes.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - deadline: When those that need an unlocked keychain end, on the clock; `nil` for never.
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

    /// Whole seconds from now, one at least.
    ///
    /// A deadline may come from another process, so it may be any number.
    private func seconds(until deadline: Double) -> UInt32 {
        let seconds = (deadline - world.clock.now()).rounded(.up)
        return UInt32(min(max(seconds, 1), Double(UInt32.max)))
    }

    /// The keys at the store's present epoch.
    func freshKeys() throws(KeychainError) -> KeySet {
        let state = try Self.translating { try store.readState() }
        let keys = currentKeys()
        return keys.epoch == state.epoch ? keys : try reload(state)
    }

    /// Starts a new epoch, with another keybag in place of the present one where they are given.
    ///
    /// - Returns: What was open when it started: another process may have locked since the caller
    ///   looked.
    @discardableResult
    private func startEpoch(_ keybags: (old: Keybag, new: Keybag)?) throws(KeychainError)
        -> OpenKeys
    {
        try change { transaction throws(KeychainError) in
            guard keybags == nil || transaction.keys.keybag == keybags?.old else {
                throw KeychainError(
                    .notAvailable,
                    reason: "The passcode was changed by another program just now."
                )
            }
            transaction.startEpoch(keybags?.new)
            return open.withLock { $0 }
        }
    }
}
