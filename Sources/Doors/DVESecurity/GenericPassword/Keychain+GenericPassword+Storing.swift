public import AppleVocabulary

extension Keychain.GenericPassword {
    /// Stores a new password.
    ///
    /// - Parameters:
    ///   - password: The password, not empty.
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The access group of the new item.
    ///   - accessControl: The condition under which it can be read, and the proofs that it
    ///     requires.
    ///   - label: The name shown in lists.
    ///   - authenticationContext: Authentication by the user in advance, such as the password
    ///     that the item gets (`LAContext.setCredential(_:type:)`).
    /// - Throws: ``Keychain/GenericPasswordError/invalidPassword`` for an empty password,
    ///   ``KeychainError/itemSavingFailed(status:)`` with `errSecDuplicateItem` when there is one,
    ///   with `errSecMissingEntitlement` for another's access group, or with another status.
    public static func save(
        _ password: String,
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        accessControl: Keychain.AccessControl = .afterFirstUnlockThisDeviceOnly,
        label: String? = nil,
        authenticationContext: LAContext? = nil
    ) throws {
        try items(account, service, in: accessGroup).save(
            secret(password),
            Protection(accessControl),
            label: label,
            Authentication(authenticationContext)
        )
    }

    /// Replaces a password that is there.
    ///
    /// - Parameters:
    ///   - newPassword: The new password, not empty.
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The group it is in.
    ///   - authentication: The way to ask the user for an item that requires it.
    /// - Throws: ``Keychain/GenericPasswordError/invalidPassword`` for an empty password,
    ///   ``KeychainError/itemUpdateFailed(status:)`` with `errSecItemNotFound` if there is none,
    ///   or with another status.
    public static func update(
        newPassword: String,
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default
    ) throws {
        try items(account, service, in: accessGroup).update(
            secret(newPassword),
            nil,
            Authentication(authentication)
        )
    }

    /// Stores a password, or replaces the one that is there.
    ///
    /// - Parameters:
    ///   - password: The password, not empty.
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The access group of the item.
    ///   - accessControl: The condition under which it can be read. The default leaves an existing
    ///     password protected as it is; any other protection replaces the existing one.
    ///   - label: The name shown in lists; a password that is there keeps its own.
    ///   - authentication: The way to ask the user for an item that requires it.
    /// - Throws: Any error of
    ///   ``save(_:forAccount:service:accessGroup:accessControl:label:authenticationContext:)`` and
    ///   ``update(newPassword:forAccount:service:accessGroup:authentication:)``.
    public static func upsert(
        _ password: String,
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        accessControl: Keychain.AccessControl = .afterFirstUnlockThisDeviceOnly,
        label: String? = nil,
        authentication: Keychain.QueryAuthentication = .default
    ) throws {
        try items(account, service, in: accessGroup).upsert(
            secret(password),
            Protection(accessControl),
            label: label,
            Authentication(authentication)
        )
    }

    /// Removes a password.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The group it is in.
    /// - Returns: Whether there was one.
    /// - Throws: ``KeychainError/itemDeletionFailed(status:)``; then it is still there.
    @discardableResult
    public static func delete(
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup
    ) throws -> Bool {
        try items(account, service, in: accessGroup).delete()
    }
}
