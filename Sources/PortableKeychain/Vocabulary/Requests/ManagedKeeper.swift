/// A keeper that offers what requests cannot say: access groups, asking the user ahead of use,
/// locking, backups, and a mark of change.
///
/// A ``Keychain`` on a keeper of your own offers as much of this as the keeper does. Every
/// requirement but the first has a default that fails with ``KeychainError/Code/unimplemented`` and
/// says what is missing, so implement what your store has. A keeper that has nothing of it conforms
/// to ``ItemKeeper`` alone.
public protocol ManagedKeeper: ItemKeeper {
    /// The access groups of the caller, in order; new items that name none go to the first.
    var accessGroups: AccessGroups { get }

    /// A keeper of the same items for a caller with other access groups.
    ///
    /// - Parameter groups: The groups, in order.
    /// - Returns: The keeper.
    /// - Throws: ``KeychainError/Code/unimplemented`` where groups are not for the caller to say.
    func withAccessGroups(_ groups: AccessGroups) throws(KeychainError) -> any ItemKeeper

    /// Checks that the user has something to prove, and that somebody can ask them
    /// (``Keychain/canAuthenticate(_:in:)``).
    func canAuthenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext
    ) throws(KeychainError)

    /// Asks the user for proof before items are needed (``Keychain/authenticate(_:in:reason:)``).
    func authenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext,
        reason: String
    ) throws(KeychainError)

    /// Whether items can be read now, as far as all of the user's processes are concerned.
    var lockState: LockState { get throws(KeychainError) }

    /// Whether there is a passcode.
    var hasPasscode: Bool { get throws(KeychainError) }

    /// Whether the last unlock by this process serves the user's other processes too.
    var sharesUnlocking: Bool { get throws(KeychainError) }

    /// Locks the items for all of the user's processes (``Keychain/lock()``).
    func lock() throws(KeychainError)

    /// Sets when unlocked items are locked again, counted from now; locked ones stay locked.
    ///
    /// - Parameter duration: After what time, as for ``unlock(passcode:for:)``; `nil` for never.
    /// - Throws: ``KeychainError/Code/noPasscode`` when there is none to lock with.
    func lock(after duration: Duration?) throws(KeychainError)

    /// Unlocks the items for all of the user's processes.
    ///
    /// - Parameters:
    ///   - passcode: The passcode.
    ///   - duration: After what time they are locked again, in whole seconds from 1 to
    ///     4,294,967,295; a rest is dropped. `nil` for never.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong passcode,
    ///   ``KeychainError/Code/noPasscode`` when there is none.
    func unlock(passcode: SecretBytes, for duration: Duration?) throws(KeychainError)

    /// Sets, changes or removes the passcode.
    ///
    /// - Parameters:
    ///   - old: The present passcode; `nil` when there is none.
    ///   - new: The new passcode, 1 to 4,096 bytes; `nil` to remove it.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` when the present one is wrong.
    func replacePasscode(_ old: SecretBytes?, with new: SecretBytes?) throws(KeychainError)

    /// Checks everything for damage and tampering (``Keychain/verify(progress:)``).
    func verify(progress: ((Int) -> Void)?) throws(KeychainError) -> VerificationReport

    /// Copies out all items that may leave (backup-format.md §4).
    ///
    /// - Returns: The items, with the numbers of those that stay.
    /// - Throws: ``KeychainError/Code/locked`` while items are locked.
    func backupContent() throws(KeychainError) -> BackupContent

    /// Puts items of a backup back, all or none, merging them with what is there
    /// (backup-format.md §5).
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - isRehearsal: Whether it is only found out what would happen.
    /// - Returns: What happened.
    /// - Throws: ``KeychainError/Code/corrupt`` for items that no backup holds.
    func restore(
        _ items: [BackupItem],
        isRehearsal: Bool
    ) throws(KeychainError) -> RestoreReport

    /// Bytes that differ after every change of an item, by whatever process, and after a lock.
    ///
    /// Cheap enough to be compared several times a second.
    var changeMark: [UInt8] { get throws(KeychainError) }
}

/// What a keeper may not offer, as errors name it.
package enum ManagedFeature: String, Sendable {
    case accessGroups = "take other access groups"
    case authentication = "ask its user ahead of use"
    case locking = "be locked and unlocked, or have a passcode"
    case verification = "be checked for damage"
    case backup = "be backed up and restored"
    case changeMark = "tell whether it has changed"

    /// The failure of a keeper that does not offer it.
    package var isMissing: KeychainError {
        KeychainError(
            .unimplemented,
            reason: """
                The keeper behind this keychain cannot \(rawValue). Ask the store that the keeper \
                stands for, or implement this part of ManagedKeeper.
                """
        )
    }
}

extension ManagedKeeper {
    /// Fails: the keeper does not take other groups.
    public func withAccessGroups(
        _ groups: AccessGroups
    ) throws(KeychainError) -> any ItemKeeper {
        throw ManagedFeature.accessGroups.isMissing
    }

    /// Fails: the keeper does not ask its user.
    public func canAuthenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext
    ) throws(KeychainError) {
        throw ManagedFeature.authentication.isMissing
    }

    /// Fails: the keeper does not ask its user.
    public func authenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext,
        reason: String
    ) throws(KeychainError) {
        throw ManagedFeature.authentication.isMissing
    }

    /// Fails: the keeper is not locked.
    public var lockState: LockState {
        get throws(KeychainError) { throw ManagedFeature.locking.isMissing }
    }

    /// Fails: the keeper is not locked.
    public var hasPasscode: Bool {
        get throws(KeychainError) { throw ManagedFeature.locking.isMissing }
    }

    /// Fails: the keeper is not locked.
    public var sharesUnlocking: Bool {
        get throws(KeychainError) { throw ManagedFeature.locking.isMissing }
    }

    /// Fails: the keeper is not locked.
    public func lock() throws(KeychainError) { throw ManagedFeature.locking.isMissing }

    /// Fails: the keeper is not locked.
    public func lock(after duration: Duration?) throws(KeychainError) {
        throw ManagedFeature.locking.isMissing
    }

    /// Fails: the keeper is not locked.
    public func unlock(passcode: SecretBytes, for duration: Duration?) throws(KeychainError) {
        throw ManagedFeature.locking.isMissing
    }

    /// Fails: the keeper is not locked.
    public func replacePasscode(
        _ old: SecretBytes?,
        with new: SecretBytes?
    ) throws(KeychainError) {
        throw ManagedFeature.locking.isMissing
    }

    /// Fails: the keeper is not checked.
    public func verify(
        progress: ((Int) -> Void)?
    ) throws(KeychainError) -> VerificationReport {
        throw ManagedFeature.verification.isMissing
    }

    /// Fails: the keeper is not backed up.
    public func backupContent() throws(KeychainError) -> BackupContent {
        throw ManagedFeature.backup.isMissing
    }

    /// Fails: the keeper is not restored.
    public func restore(
        _ items: [BackupItem],
        isRehearsal: Bool
    ) throws(KeychainError) -> RestoreReport {
        throw ManagedFeature.backup.isMissing
    }

    /// Fails: the keeper has no mark of change.
    public var changeMark: [UInt8] {
        get throws(KeychainError) { throw ManagedFeature.changeMark.isMissing }
    }
}
