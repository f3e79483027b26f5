public import AppleVocabulary

extension Keychain.InternetPassword {
    /// Stores a new password.
    ///
    /// - Parameters:
    ///   - password: The password, not empty.
    ///   - account: The account.
    ///   - accessGroup: The access group of the new item.
    ///   - securityDomain: The realm on the server; empty for none.
    ///   - server: The server; empty for none.
    ///   - protocol: The protocol; `nil` for none.
    ///   - authenticationType: The method by which it is presented; `nil` for none.
    ///   - port: The port; 0 for none.
    ///   - path: The path on the server; empty for none.
    ///   - accessControl: The condition under which it can be read, and the proofs that it
    ///     requires.
    ///   - label: The name shown in lists.
    ///   - authenticationContext: Authentication by the user in advance, such as the password
    ///     that the item gets (`LAContext.setCredential(_:type:)`).
    /// - Throws: ``Keychain/InternetPasswordError/invalidPassword`` for an empty password,
    ///   ``KeychainError/itemSavingFailed(status:)`` with `errSecDuplicateItem` when there is one,
    ///   with `errSecMissingEntitlement` for another's access group, or with another status.
    public static func save(
        _ password: String,
        forAccount account: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        securityDomain: String = "",
        server: String = "",
        protocol: NetworkProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: UInt16 = 0,
        path: String = "",
        accessControl: Keychain.AccessControl = .afterFirstUnlockThisDeviceOnly,
        label: String? = nil,
        authenticationContext: LAContext? = nil
    ) throws {
        try Address(account, securityDomain, server, `protocol`, authenticationType, port, path)
            .items(in: accessGroup).save(
                secret(password),
                Protection(accessControl),
                label: label,
                Authentication(authenticationContext)
            )
    }

    /// Replaces all passwords that match.
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
    ///   - accessControl: The condition under which they can be read. The default leaves them
    ///     protected as they are; any other protection replaces the existing one.
    ///   - authentication: The way to ask the user for an item that requires it.
    /// - Throws: ``Keychain/InternetPasswordError/invalidPassword`` for an empty password,
    ///   ``KeychainError/itemUpdateFailed(status:)`` with `errSecItemNotFound` when none matches,
    ///   or with another status; then nothing was changed.
    public static func updateItems(
        newPassword: String,
        forAccount account: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        securityDomain: String? = nil,
        server: String? = nil,
        protocol: NetworkProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: UInt16? = nil,
        path: String? = nil,
        accessControl: Keychain.AccessControl = .afterFirstUnlockThisDeviceOnly,
        authentication: Keychain.QueryAuthentication = .default
    ) throws {
        try Address(account, securityDomain, server, `protocol`, authenticationType, port, path)
            .items(in: accessGroup).update(
                secret(newPassword),
                Protection(accessControl),
                Authentication(authentication)
            )
    }

    /// Replaces all passwords that match: `updateItems`, spelled as its
    /// documentation does.
    public static func upsert(
        newPassword: String,
        forAccount account: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        securityDomain: String? = nil,
        server: String? = nil,
        protocol: NetworkProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: UInt16? = nil,
        path: String? = nil,
        accessControl: Keychain.AccessControl = .afterFirstUnlockThisDeviceOnly,
        authentication: Keychain.QueryAuthentication = .default
    ) throws {
        try updateItems(
            newPassword: newPassword,
            forAccount: account,
            accessGroup: accessGroup,
            securityDomain: securityDomain,
            server: server,
            protocol: `protocol`,
            authenticationType: authenticationType,
            port: port,
            path: path,
            accessControl: accessControl,
            authentication: authentication
        )
    }

    /// Stores a password, or replaces the one that is there: that with exactly these attributes,
    /// and no other.
    ///
    /// - Parameters:
    ///   - password: The password, not empty.
    ///   - account: The account.
    ///   - accessGroup: The access group of the item.
    ///   - securityDomain: The realm on the server; empty for none.
    ///   - server: The server; empty for none.
    ///   - protocol: The protocol; `nil` for none.
    ///   - authenticationType: The method by which it is presented; `nil` for none.
    ///   - port: The port; 0 for none.
    ///   - path: The path on the server; empty for none.
    ///   - accessControl: The condition under which it can be read. The default leaves an existing
    ///     password protected as it is; any other protection replaces the existing one.
    ///   - label: The name shown in lists; a password that is there keeps its own.
    ///   - authentication: The way to ask the user for an item that requires it.
    /// - Throws: ``Keychain/InternetPasswordError/invalidPassword`` for an empty password,
    ///   ``KeychainError/itemSavingFailed(status:)`` when a new one cannot be stored,
    ///   ``KeychainError/itemUpdateFailed(status:)`` when one that is there cannot be replaced.
    public static func upsert(
        _ password: String,
        forAccount account: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        securityDomain: String = "",
        server: String = "",
        protocol: NetworkProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: UInt16 = 0,
        path: String = "",
        accessControl: Keychain.AccessControl = .afterFirstUnlockThisDeviceOnly,
        label: String? = nil,
        authentication: Keychain.QueryAuthentication = .default
    ) throws {
        try Address(account, securityDomain, server, `protocol`, authenticationType, port, path)
            .items(in: accessGroup).upsert(
                secret(password),
                Protection(accessControl),
                label: label,
                Authentication(authentication)
            )
    }

    /// Removes all passwords that match.
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
    public static func deleteItems(
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
            .items(in: accessGroup).delete()
    }
}
