extension Keychain.GenericPassword {
    /// Finds a key that is kept in place of a password.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The group it is in.
    ///   - authentication: The way to ask the user for a key that requires it.
    /// - Returns: The key; `nil` if there is none.
    /// - Throws: ``KeychainError/ambiguousQueryResult`` when several match,
    ///   ``KeychainError/itemQueryFailed(status:)``.
    public static func queryKey(
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default
    ) throws -> Crypto.KeyData? {
        try items(account, service, in: accessGroup).keyData(Authentication(authentication)).run()
    }

    /// Finds a key that is kept in place of a password on another thread, and hands it over there.
    @preconcurrency
    public static func queryKey(
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default,
        completion: @escaping @Sendable (Result<Crypto.KeyData?, any Error>) -> Void
    ) {
        items(account, service, in: accessGroup).keyData(Authentication(authentication)).run(
            completion
        )
    }

    /// Finds a key that is kept in place of a password on another thread, while the task waits.
    public nonisolated(nonsending) static func queryKey(
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default
    ) async throws -> Crypto.KeyData? {
        try await items(account, service, in: accessGroup).keyData(Authentication(authentication))
            .inBackground()
    }

    /// Finds a key that is kept in place of a password as a type of the caller's.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The group it is in.
    ///   - authentication: The way to ask the user for a key that requires it.
    /// - Returns: The key; `nil` if there is none.
    /// - Throws: ``KeychainError/ambiguousQueryResult`` when several match,
    ///   ``KeychainError/itemQueryFailed(status:)``, and any error of the type for other bytes.
    public static func queryKey<K>(
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default
    ) throws -> K? where K: KeyDataRepresentable {
        try items(account, service, in: accessGroup).key(Authentication(authentication)).run()
    }

    /// Finds a key that is kept in place of a password as a type of the caller's on another thread,
    /// and hands it over there.
    @preconcurrency
    public static func queryKey<K>(
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default,
        completion: @escaping @Sendable (Result<K?, any Error>) -> Void
    ) where K: KeyDataRepresentable {
        items(account, service, in: accessGroup).key(Authentication(authentication)).run(completion)
    }

    /// Finds a key that is kept in place of a password as a type of the caller's on another thread,
    /// while the task waits.
    public nonisolated(nonsending) static func queryKey<K>(
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default
    ) async throws -> K? where K: KeyDataRepresentable {
        try await items(account, service, in: accessGroup).key(Authentication(authentication))
            .inBackground()
    }
}
