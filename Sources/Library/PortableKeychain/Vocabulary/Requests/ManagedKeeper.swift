/// A keeper that also offers operations that are not requests about items: access groups,
/// authentication in advance, locking, backups, and a change mark.
///
/// A ``Keychain`` on a keeper of your own offers as many of these operations as the keeper does.
/// Every requirement except the first has a default that fails with
/// ``KeychainError/Code/unimplemented`` and names the missing operation, so implement the ones that
/// your store supports. A keeper without any of them conforms only to ``ItemKeeper``.
@_spi(Keepers) public protocol ManagedKeeper: ItemKeeper {
    /// The access groups of the caller, in order; a new item without a group is added to the first.
    var accessGroups: AccessGroups { get }

    /// A keeper of the same items for a caller with other access groups.
    ///
    /// - Parameter groups: The groups, in order.
    /// - Returns: The keeper.
    /// - Throws: ``KeychainError/Code/unimplemented`` if the caller cannot choose the groups.
    func withAccessGroups(_ groups: AccessGroups) throws(KeychainError) -> any ItemKeeper

    /// Checks that the user can give the required proofs, and can be asked for them
    /// (``Keychain/canAuthenticate(_:in:)``).
    func canAuthenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext
    ) throws(KeychainError)

    /// Asks the user for proofs before items are needed (``Keychain/authenticate(_:in:reason:)``).
    func authenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext,
        reason: String
    ) throws(KeychainError)

    /// Whether items can be read now, by any of the user's processes.
    var lockState: LockState { get throws(KeychainError) }

    /// Whether the items have a passcode.
    var hasPasscode: Bool { get throws(KeychainError) }

    /// Whether the last unlock by this process also unlocked the items for the user's other
    /// processes.
    var sharesUnlocking: Bool { get throws(KeychainError) }

    /// Locks the items for all of the user's processes (``Keychain/lock()``).
    ///
    /// - Throws: ``KeychainError`` if other processes may still read them.
    func lock() throws(KeychainError)

    /// Sets when unlocked items are locked again, counted from now; locked ones stay locked.
    ///
    /// - Parameter duration: The time, as for ``unlock(passcode:for:)``.
    /// - Throws: ``KeychainError/Code/noPasscode`` when there is no passcode.
    func lock(after duration: Duration?) throws(KeychainError)

    /// Unlocks the items for all of the user's processes.
    ///
    /// - Parameters:
    ///   - passcode: The passcode.
    ///   - duration: The time after which they are locked again, from 1 to 4,294,967,295 seconds;
    ///     fractions of a second are ignored. `nil` for the keeper's standard time.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong passcode,
    ///   ``KeychainError/Code/noPasscode`` when there is no passcode.
    func unlock(passcode: SecretBytes, for duration: Duration?) throws(KeychainError)

    /// Sets, changes or removes the passcode.
    ///
    /// - Parameters:
    ///   - old: The present passcode; `nil` if there is none.
    ///   - new: The new passcode, 1 to 4,096 bytes; `nil` to remove it.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` when the present one is wrong.
    func replacePasscode(_ old: SecretBytes?, with new: SecretBytes?) throws(KeychainError)

    /// The ways into the keychain (``KeychainAccess/slots()``).
    var accessSlots: [AccessSlot] { get throws(KeychainError) }

    /// Changes the ways into the keychain (``KeychainAccess/change(_:proof:recoveryKey:)``).
    func changeAccess(
        _ change: AccessChange,
        proof: AccessProof,
        recoveryKey: RecoveryKey?
    ) throws(KeychainError)

    /// Unlocks the items with any way in (``KeychainAccess/unlock(_:for:)``).
    func unlock(_ proof: AccessProof, for duration: Duration?) throws(KeychainError)

    /// Proves the user's presence to a context (``KeychainAccess/authenticate(_:in:)``).
    func authenticate(
        _ proof: AccessProof,
        in context: AuthenticationContext
    ) throws(KeychainError)

    /// Replaces all keys, and seals every item again
    /// (``KeychainAccess/rotate(_:newPasscode:progress:)``).
    func rotate(
        _ proofs: [AccessProof],
        newPasscode: SecretBytes?,
        progress: ((Int) -> Void)?
    ) throws(KeychainError) -> RotationReport

    /// Checks everything for damage and tampering (``Keychain/verify(progress:)``).
    func verify(progress: ((Int) -> Void)?) throws(KeychainError) -> VerificationReport

    /// Returns all items that a backup may contain (backup-format.md §4).
    ///
    /// - Returns: The items, with the numbers of those that are not included.
    /// - Throws: ``KeychainError/Code/locked`` while items are locked.
    func backupContent() throws(KeychainError) -> BackupContent

    /// Returns all items that a backup may contain, also those that only require their user's
    /// presence, which the context proves or the user is asked for
    /// (``Keychain/backup(passphrase:proving:)``).
    ///
    /// - Parameter context: Has the proof, or gets it; `nil` to leave such items out.
    /// - Returns: The items, with the numbers of those that are not included.
    /// - Throws: ``KeychainError/Code/locked`` while items are locked, or any error of asking the
    ///   user.
    func backupContent(
        proving context: AuthenticationContext?
    ) throws(KeychainError) -> BackupContent

    /// Restores the items of a backup, all or none, by merging them with the present items
    /// (backup-format.md §5).
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - isRehearsal: Whether to report the result without changing anything.
    /// - Returns: The numbers of added, replaced and unchanged items.
    /// - Throws: ``KeychainError/Code/undecodable`` for items that a backup cannot contain.
    func restore(
        _ items: [BackupItem],
        isRehearsal: Bool
    ) throws(KeychainError) -> RestoreReport

    /// Whether there is a token for ``makeTokenKey()``.
    var hasToken: Bool { get }

    /// Makes a private key on P-256 that never leaves a token (``Keychain/Configuration/token``).
    ///
    /// - Returns: The key, which is not stored.
    /// - Throws: ``KeychainError/Code/unimplemented`` where there is no token,
    ///   ``KeychainError/Code/notAvailable`` when it cannot be used.
    func makeTokenKey() throws(KeychainError) -> KeyMaterial

    /// Makes a key that is not stored of its handle (`KeyMaterial.tokenHandle`).
    ///
    /// - Parameter handle: The handle.
    /// - Returns: The key.
    /// - Throws: ``KeychainError/Code/undecodable`` for bytes that are not a handle, and as
    ///   ``makeTokenKey()``.
    func tokenKey(of handle: SecretBytes) throws(KeychainError) -> KeyMaterial

    /// Bytes that differ after every change of an item by any process, and after a lock.
    ///
    /// Reading it is cheap enough to compare it several times a second.
    var changeMark: [UInt8] { get throws(KeychainError) }
}

@_spi(Keepers) extension ManagedKeeper {
    /// Fails: the keeper does not support other groups.
    public func withAccessGroups(
        _ groups: AccessGroups
    ) throws(KeychainError) -> any ItemKeeper {
        throw ManagedFeature.accessGroups.isMissing
    }

    /// Fails: the keeper does not authenticate users.
    public func canAuthenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext
    ) throws(KeychainError) {
        throw ManagedFeature.authentication.isMissing
    }

    /// Fails: the keeper does not authenticate users.
    public func authenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext,
        reason: String
    ) throws(KeychainError) {
        throw ManagedFeature.authentication.isMissing
    }

    /// Fails: the keeper does not support locking.
    public var lockState: LockState {
        get throws(KeychainError) { throw ManagedFeature.locking.isMissing }
    }

    /// Fails: the keeper does not support locking.
    public var hasPasscode: Bool {
        get throws(KeychainError) { throw ManagedFeature.locking.isMissing }
    }

    /// Fails: the keeper does not support locking.
    public var sharesUnlocking: Bool {
        get throws(KeychainError) { throw ManagedFeature.locking.isMissing }
    }

    /// Fails: the keeper does not support locking.
    public func lock() throws(KeychainError) { throw ManagedFeature.locking.isMissing }

    /// Fails: the keeper does not support locking.
    public func lock(after duration: Duration?) throws(KeychainError) {
        throw ManagedFeature.locking.isMissing
    }

    /// Fails: the keeper does not support locking.
    public func unlock(passcode: SecretBytes, for duration: Duration?) throws(KeychainError) {
        throw ManagedFeature.locking.isMissing
    }

    /// Fails: the keeper does not support locking.
    public func replacePasscode(
        _ old: SecretBytes?,
        with new: SecretBytes?
    ) throws(KeychainError) {
        throw ManagedFeature.locking.isMissing
    }

    /// Fails: the keeper has no slots.
    public var accessSlots: [AccessSlot] {
        get throws(KeychainError) { throw ManagedFeature.access.isMissing }
    }

    /// Fails: the keeper has no slots.
    public func changeAccess(
        _ change: AccessChange,
        proof: AccessProof,
        recoveryKey: RecoveryKey?
    ) throws(KeychainError) {
        throw ManagedFeature.access.isMissing
    }

    /// Fails: the keeper has no slots.
    public func unlock(_ proof: AccessProof, for duration: Duration?) throws(KeychainError) {
        throw ManagedFeature.access.isMissing
    }

    /// Fails: the keeper has no slots.
    public func authenticate(
        _ proof: AccessProof,
        in context: AuthenticationContext
    ) throws(KeychainError) {
        throw ManagedFeature.access.isMissing
    }

    /// Fails: the keeper has no keys that could be replaced.
    public func rotate(
        _ proofs: [AccessProof],
        newPasscode: SecretBytes?,
        progress: ((Int) -> Void)?
    ) throws(KeychainError) -> RotationReport {
        throw ManagedFeature.rotation.isMissing
    }

    /// Fails: the keeper does not support verification.
    public func verify(
        progress: ((Int) -> Void)?
    ) throws(KeychainError) -> VerificationReport {
        throw ManagedFeature.verification.isMissing
    }

    /// Fails: the keeper does not support backups.
    public func backupContent() throws(KeychainError) -> BackupContent {
        throw ManagedFeature.backup.isMissing
    }

    /// Leaves out items that require their user, as ``backupContent()`` does.
    public func backupContent(
        proving context: AuthenticationContext?
    ) throws(KeychainError) -> BackupContent {
        try backupContent()
    }

    /// Fails: the keeper does not support backups.
    public func restore(
        _ items: [BackupItem],
        isRehearsal: Bool
    ) throws(KeychainError) -> RestoreReport {
        throw ManagedFeature.backup.isMissing
    }

    /// The keeper does not have a token.
    public var hasToken: Bool { false }

    /// Fails: the keeper does not have a token.
    public func makeTokenKey() throws(KeychainError) -> KeyMaterial {
        throw ManagedFeature.tokenKeys.isMissing
    }

    /// Fails: the keeper does not have a token.
    public func tokenKey(of handle: SecretBytes) throws(KeychainError) -> KeyMaterial {
        throw ManagedFeature.tokenKeys.isMissing
    }

    /// Fails: the keeper does not have a change mark.
    public var changeMark: [UInt8] {
        get throws(KeychainError) { throw ManagedFeature.changeMark.isMissing }
    }
}
