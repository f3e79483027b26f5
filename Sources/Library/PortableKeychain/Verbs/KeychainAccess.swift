/// The ways into a keychain: the device key, a passcode, chips and security keys, a recovery key,
/// the credential of a service, and a login password.
///
/// A value over the keychain that it comes from (``Keychain/access``). Each way is a slot in the
/// keychain's file. The passcode itself is also set by ``Keychain/setPasscode(_:)``.
///
/// ```swift
/// func addRecoveryKey(
///     to keychain: Keychain,
///     passcode: SecretBytes,
///     typedBack: (RecoveryKey) -> SecretBytes    // shows the key once, and returns what the user typed
/// ) throws {
///     let key = keychain.access.newRecoveryKey()
///     let proof = AccessProof.passcode(passcode)
///     try keychain.access.setRecoveryKey(key, confirmedBy: typedBack(key), proof: proof)
/// }
/// ```
///
/// An old copy of the file keeps its old slots: what opened the copy then still opens it, with all
/// that was stored until then.
public struct KeychainAccess: Sendable {
    let keychain: Keychain

    /// Whether the last unlock by this process serves the user's other processes too.
    ///
    /// `false` where the kernel keeps no keys (some containers), or has no room for another one:
    /// then each process unlocks for itself.
    public var sharesUnlocking: Bool {
        get throws(KeychainError) { try keychain.managed(.locking).sharesUnlocking }
    }

    /// Whether the former ways into the keychain may still be in its log, after an attempt to empty
    /// it.
    ///
    /// So it is while another program reads, until the next change or ``Keychain/verify(progress:)`` after
    /// that. `nil` on a keeper without a file in this process.
    package var leavesRemains: Bool? {
        get throws(KeychainError) {
            try Keychain.during(.passcode) { () throws(KeychainError) in
                try keychain.keeper.parts.measured?.leavesRemains
            }
        }
    }

    /// The items that are destroyed if the passcode is removed, to name them before; also of a locked keychain.
    ///
    /// - Returns: The items; `nil` on a keeper without a file in this process.
    /// - Throws: A failure of the disk.
    package func passcodeItems() throws(KeychainError) -> PasscodeItems? {
        try Keychain.during(.find) { () throws(KeychainError) in
            try keychain.keeper.parts.measured?.passcodeItems()
        }
    }

    /// Lists the slots.
    ///
    /// - Returns: The slots in the order of the file: the device key first, then by kind.
    /// - Throws: ``KeychainError/Code/unimplemented`` on a keeper without slots, or a failure of the
    ///   disk.
    public func slots() throws(KeychainError) -> [AccessSlot] {
        try Keychain.during(.find) { () throws(KeychainError) in
            try keychain.managed(.access).accessSlots
        }
    }

    /// Opens the keychain with any of its slots.
    ///
    /// As ``Keychain/unlock(passcode:for:)``, for all of the user's processes; a credential opens
    /// it for this process alone, until another process locks it.
    ///
    /// - Parameters:
    ///   - proof: The secret of a slot.
    ///   - duration: The time after which the keychain locks by itself, in whole seconds from 1 to
    ///     4,294,967,295; `nil` for the time of ``Keychain/Configuration/unlockTime``.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong secret,
    ///   ``KeychainError/Code/itemNotFound`` when there is no such slot,
    ///   ``KeychainError/Code/noPasscode``.
    public func unlock(
        _ proof: AccessProof,
        for duration: Duration? = nil
    ) throws(KeychainError) {
        try Keychain.during(.unlock) { () throws(KeychainError) in
            try keychain.managed(.access).unlock(proof, for: duration)
        }
    }

    /// Proves the user's presence with a slot, for items that require it.
    ///
    /// - Parameters:
    ///   - proof: The secret of a slot other than a credential's.
    ///   - context: Receives the proof.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong secret,
    ///   ``KeychainError/Code/authenticationRequired`` for a slot that does not prove the user's
    ///   presence.
    public func authenticate(
        _ proof: AccessProof,
        in context: AuthenticationContext
    ) throws(KeychainError) {
        try Keychain.during(.unlock) { () throws(KeychainError) in
            try keychain.managed(.access).authenticate(proof, in: context)
        }
    }

    /// Adds, replaces or removes a slot.
    ///
    /// Items stay as they are. The keychain stays locked or unlocked as it is. Every slot can be
    /// removed except that of the device key. A credential cannot be the only way in besides it,
    /// because it does not open items that require the user's presence.
    ///
    /// - Parameters:
    ///   - change: The change to make.
    ///   - proof: The secret that opens the keychain now, and proves that its user is present: that
    ///     of any slot but a credential's.
    ///   - recoveryKey: The recovery key. It is needed exactly if the keychain has one and the
    ///     change adds the first slot that locks it; otherwise it is not read.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong secret,
    ///   ``KeychainError/Code/authenticationRequired`` when the proof is not enough or the recovery
    ///   key is needed, ``KeychainError/Code/itemNotFound`` for a slot that does not exist,
    ///   ``KeychainError/Code/invalidParameter`` or ``KeychainError/Code/notAvailable`` for a slot
    ///   that cannot be added.
    @_spi(Keepers) public func change(
        _ change: AccessChange,
        proof: AccessProof,
        recoveryKey: RecoveryKey? = nil
    ) throws(KeychainError) {
        try Keychain.during(.passcode) { () throws(KeychainError) in
            try keychain.managed(.access).changeAccess(
                change,
                proof: proof,
                recoveryKey: recoveryKey
            )
        }
    }

    /// Makes a recovery key that opens nothing yet.
    ///
    /// - Returns: The key, which ``setRecoveryKey(_:confirmedBy:proof:)`` puts into the keychain.
    public func newRecoveryKey() -> RecoveryKey { newRecoveryKey(entropy: .system) }

    /// Makes the recovery key of given randomness, for tests.
    package func newRecoveryKey(entropy: KeychainEntropy) -> RecoveryKey { RecoveryKey(entropy) }

    /// Removes a slot: from then on, its secret opens only old copies of the file.
    ///
    /// Items stay as they are. Every slot can be removed except that of the device key.
    ///
    /// - Parameters:
    ///   - slot: The slot, of ``slots()``.
    ///   - proof: The secret that opens the keychain now, and proves that its user is present: that
    ///     of any slot but a credential's.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong secret,
    ///   ``KeychainError/Code/authenticationRequired`` when the proof is not enough,
    ///   ``KeychainError/Code/itemNotFound`` for a slot that does not exist, and
    ///   ``KeychainError/Code/notAvailable`` when it cannot be removed.
    public func remove(_ slot: AccessSlot, proof: AccessProof) throws(KeychainError) {
        try change(.remove(slot.identifier), proof: proof)
    }

    /// Puts a recovery key into the keychain, in the place of an earlier one, after its user has
    /// typed it back.
    ///
    /// - Parameters:
    ///   - key: The key that was shown.
    ///   - typed: The text that the user typed, in ASCII.
    ///   - proof: The same as for ``remove(_:proof:)``.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when something else was typed, and as
    ///   ``remove(_:proof:)``.
    public func setRecoveryKey(
        _ key: RecoveryKey,
        confirmedBy typed: SecretBytes,
        proof: AccessProof
    ) throws(KeychainError) {
        guard try RecoveryKey(typed: typed).matches(key) else {
            throw KeychainError(
                .invalidParameter,
                during: .passcode,
                reason: """
                    This is another recovery key than the one that was shown. Enter the one that \
                    was shown last.
                    """
            )
        }
        try change(.recoveryKey(key), proof: proof)
    }
}
