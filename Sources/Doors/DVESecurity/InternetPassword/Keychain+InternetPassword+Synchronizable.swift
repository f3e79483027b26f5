internal import PortableKeychain

extension Keychain.InternetPassword {
    /// Finds the only synchronizable password that matches.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - accessGroup: The group it is in.
    ///   - securityDomain: The realm on the server; `nil` for any.
    ///   - server: The server; `nil` for any.
    ///   - protocol: The protocol; `nil` for any.
    ///   - authenticationType: The method by which it is presented; `nil` for any.
    ///   - port: The port; `nil` for any.
    ///   - path: The path on the server; `nil` for any.
    /// - Returns: The password; `nil` if there is none, or one for this device only.
    /// - Throws: ``KeychainError/ambiguousQueryResult`` when several match,
    ///   ``KeychainError/resultError`` for bytes that are not UTF-8,
    ///   ``KeychainError/itemQueryFailed(status:)``.
    public static func queryOneSynchronizable(
        forAccount account: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        securityDomain: String? = nil,
        server: String? = nil,
        protocol: NetworkProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: UInt16? = nil,
        path: String? = nil
    ) throws -> String? {
        try Address(account, securityDomain, server, `protocol`, authenticationType, port, path)
            .items(in: accessGroup, .synchronized).password().run()
    }

    /// Finds the only synchronizable password that matches on another thread, and hands it over
    /// there.
    @preconcurrency
    public static func queryOneSynchronizable(
        forAccount account: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        securityDomain: String? = nil,
        server: String? = nil,
        protocol: NetworkProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: UInt16? = nil,
        path: String? = nil,
        completion: @escaping @Sendable (Result<String?, any Error>) -> Void
    ) {
        Address(account, securityDomain, server, `protocol`, authenticationType, port, path)
            .items(in: accessGroup, .synchronized).password().run(completion)
    }

    /// Stores a new synchronizable password.
    ///
    /// - Parameters:
    ///   - password: The password, not empty.
    ///   - account: The account.
    ///   - accessGroup: The access group of the new item.
    ///   - securityDomain: The realm on the server; `nil` for none.
    ///   - server: The server; `nil` for none.
    ///   - protocol: The protocol; `nil` for none.
    ///   - authenticationType: The method by which it is presented; `nil` for none.
    ///   - port: The port; `nil` for none.
    ///   - path: The path on the server; `nil` for none.
    ///   - accessibility: The condition under which it can be read.
    ///   - label: The name shown in lists.
    /// - Throws: ``Keychain/InternetPasswordError/invalidPassword`` for an empty password,
    ///   ``KeychainError/itemSavingFailed(status:)`` with `errSecDuplicateItem` when there is one,
    ///   or with another status.
    public static func saveSynchronizable(
        _ password: String,
        forAccount account: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        securityDomain: String? = nil,
        server: String? = nil,
        protocol: NetworkProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: UInt16? = nil,
        path: String? = nil,
        accessibility: Keychain.SynchronizableItemAccessibility = .afterFirstUnlock,
        label: String? = nil
    ) throws {
        try Address(account, securityDomain, server, `protocol`, authenticationType, port, path)
            .items(in: accessGroup, .synchronized)
            .save(secret(password), Protection(accessibility), label: label)
    }

    /// Replaces all synchronizable passwords that match.
    ///
    /// - Parameters:
    ///   - newPassword: The new password, not empty.
    ///   - account: The account.
    ///   - accessGroup: The group they are in.
    ///   - securityDomain: The realm on the server; `nil` for any.
    ///   - server: The server; `nil` for any.
    ///   - protocol: The protocol; `nil` for any.
    ///   - authenticationType: The method by which it is presented; `nil` for any.
    ///   - port: The port; `nil` for any.
    ///   - path: The path on the server; `nil` for any.
    /// - Throws: ``Keychain/InternetPasswordError/invalidPassword`` for an empty password,
    ///   ``KeychainError/itemUpdateFailed(status:)`` with `errSecItemNotFound` when none matches,
    ///   or with another status; then nothing was changed.
    public static func updateSynchronizableItems(
        newPassword: String,
        forAccount account: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        securityDomain: String? = nil,
        server: String? = nil,
        protocol: NetworkProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: UInt16? = nil,
        path: String? = nil
    ) throws {
        try Address(account, securityDomain, server, `protocol`, authenticationType, port, path)
            .items(in: accessGroup, .synchronized).update(secret(newPassword))
    }

    /// Stores a synchronizable password, or replaces the one that is there: that with exactly these
    /// attributes, and no other.
    ///
    /// - Parameters:
    ///   - password: The password, not empty.
    ///   - account: The account.
    ///   - accessGroup: The access group of the item.
    ///   - securityDomain: The realm on the server; `nil` for none.
    ///   - server: The server; `nil` for none.
    ///   - protocol: The protocol; `nil` for none.
    ///   - authenticationType: The method by which it is presented; `nil` for none.
    ///   - port: The port; `nil` for none.
    ///   - path: The path on the server; `nil` for none.
    ///   - accessibility: The condition under which it can be read. The default leaves an existing
    ///     password as it is; any other protection replaces the existing one.
    ///   - label: The name shown in lists; a password that is there keeps its own.
    /// - Throws: ``Keychain/InternetPasswordError/invalidPassword`` for an empty password,
    ///   ``KeychainError/itemSavingFailed(status:)`` when a new one cannot be stored,
    ///   ``KeychainError/itemUpdateFailed(status:)`` when one that is there cannot be replaced.
    public static func upsertSynchronizable(
        _ password: String,
        forAccount account: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        securityDomain: String? = nil,
        server: String? = nil,
        protocol: NetworkProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: UInt16? = nil,
        path: String? = nil,
        accessibility: Keychain.SynchronizableItemAccessibility = .afterFirstUnlock,
        label: String? = nil
    ) throws {
        try Address(account, securityDomain, server, `protocol`, authenticationType, port, path)
            .items(in: accessGroup, .synchronized)
            .upsert(secret(password), Protection(accessibility), label: label)
    }

    /// Removes all synchronizable passwords that match.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - accessGroup: The group they are in.
    ///   - securityDomain: The realm on the server; `nil` for any.
    ///   - server: The server; `nil` for any.
    ///   - protocol: The protocol; `nil` for any.
    ///   - authenticationType: The method by which it is presented; `nil` for any.
    ///   - port: The port; `nil` for any.
    ///   - path: The path on the server; `nil` for any.
    /// - Returns: Whether there was any.
    /// - Throws: ``KeychainError/itemDeletionFailed(status:)``; then all are still there.
    @discardableResult
    public static func deleteSynchronizableItems(
        forAccount account: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        securityDomain: String? = nil,
        server: String? = nil,
        protocol: NetworkProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: UInt16? = nil,
        path: String? = nil
    ) throws -> Bool {
        try Address(account, securityDomain, server, `protocol`, authenticationType, port, path)
            .items(in: accessGroup, .synchronized).delete()
    }
}
