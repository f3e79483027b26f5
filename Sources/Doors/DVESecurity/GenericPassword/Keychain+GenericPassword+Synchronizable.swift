internal import PortableKeychain

extension Keychain.GenericPassword {
    /// Finds the synchronizable password of an account of a service.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The group it is in.
    /// - Returns: The password; `nil` if there is none, or one for this device only.
    /// - Throws: ``KeychainError/resultError`` for bytes that are not UTF-8,
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
    ///   - accessGroup: The access group of the new item.
    ///   - accessibility: The condition under which it can be read.
    ///   - label: The name shown in lists.
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
    ///   ``KeychainError/itemUpdateFailed(status:)`` with `errSecItemNotFound` if there is none,
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
    ///   - accessGroup: The access group of the item.
    ///   - accessibility: The condition under which it can be read. The default leaves an existing
    ///     password as it is; any other protection replaces the existing one.
    ///   - label: The name shown in lists; a password that is there keeps its own.
    /// - Throws: Any error of
    ///   ``saveSynchronizable(_:forAccount:service:accessGroup:accessibility:label:)`` and
    ///   ``updateSynchronizable(newPassword:forAccount:service:accessGroup:)``.
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
