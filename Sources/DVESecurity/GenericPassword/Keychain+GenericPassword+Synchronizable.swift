internal import PortableKeychain

extension Keychain.GenericPassword {
    /// Finds the synchronizable password of an account of a service.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The group it is in.
    /// - Returns: The password; `nil` when there is none, or one of this device alone.
    /// - Throws: ``KeychainError/resultError`` for bytes that are no UTF-8,
    ///   ``KeychainError/itemQueryFailed(status:)``.
    public static func querySynchronizable(
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup
    ) throws -> String? {
        try items(account, service, in: accessGroup, .synchronized).password().run()
    }

    /// Finds a synchronizable password on another thread, and hands it over there.
    @preconcurrency
    public static func querySynchronizable(
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        completion: @escaping @Sendable (Result<String?, any Error>) -> Void
    ) {
        items(account, service, in: accessGroup, .synchronized).password().run(completion)
    }

    /// Stores a new synchronizable password.
    ///
    /// - Parameters:
    ///   - password: The password, not empty.
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The group it goes to.
    ///   - accessibility: When it can be read.
    ///   - label: What a person reads in a list.
    /// - Throws: ``Keychain/GenericPasswordError/invalidPassword`` for an empty password,
    ///   ``KeychainError/itemSavingFailed(status:)`` with `errSecDuplicateItem` when there is one,
    ///   or with another status.
    public static func saveSynchronizable(
        _ password: String,
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        accessibility: Keychain.SynchronizableItemAccessibility = .afterFirstUnlock,
        label: String? = nil
    ) throws {
        try items(account, service, in: accessGroup, .synchronized).save(
            secret(password),
            Protection(accessibility),
            label: label
        )
    }

    /// Replaces a synchronizable password that is there.
    ///
    /// - Parameters:
    ///   - newPassword: The new password, not empty.
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The group it is in.
    /// - Throws: ``Keychain/GenericPasswordError/invalidPassword`` for an empty password,
    ///   ``KeychainError/itemUpdateFailed(status:)`` with `errSecItemNotFound` when there is none,
    ///   or with another status.
    public static func updateSynchronizable(
        newPassword: String,
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup
    ) throws {
        try items(account, service, in: accessGroup, .synchronized).update(secret(newPassword))
    }

    /// Stores a synchronizable password, or replaces the one that is there.
    ///
    /// - Parameters:
    ///   - password: The password, not empty.
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The group it is in, or goes to.
    ///   - accessibility: When it can be read. The default leaves a password that is there as it is;
    ///     any other is put in place of its own.
    ///   - label: What a person reads in a list; a password that is there keeps its own.
    /// - Throws: What
    ///   ``saveSynchronizable(_:forAccount:service:accessGroup:accessibility:label:)`` and
    ///   ``updateSynchronizable(newPassword:forAccount:service:accessGroup:)`` throw.
    public static func upsertSynchronizable(
        _ password: String,
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        accessibility: Keychain.SynchronizableItemAccessibility = .afterFirstUnlock,
        label: String? = nil
    ) throws {
        try items(account, service, in: accessGroup, .synchronized).upsert(
            secret(password),
            Protection(accessibility),
            label: label
        )
    }

    /// Removes a synchronizable password.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The group it is in.
    /// - Returns: Whether there was one.
    /// - Throws: ``KeychainError/itemDeletionFailed(status:)``; then it is still there.
    @discardableResult
    public static func deleteSynchronizable(
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup
    ) throws -> Bool {
        try items(account, service, in: accessGroup, .synchronized).delete()
    }
}
