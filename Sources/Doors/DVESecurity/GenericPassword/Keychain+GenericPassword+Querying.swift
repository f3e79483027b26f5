internal import PortableKeychain

extension Keychain.GenericPassword {
    /// Finds passwords with all their attributes, synchronizable ones too.
    ///
    /// - Parameters:
    ///   - account: The account; `nil` for any.
    ///   - service: The service; `nil` for any.
    ///   - accessGroup: The group they are in.
    ///   - authentication: The way to ask the user for items that require it.
    /// - Returns: The passwords, in the order in which they were stored; `nil` if there is none.
    /// - Throws: ``KeychainError/itemQueryFailed(status:)``.
    public static func queryItems(
        account: String? = nil,
        service: String? = nil,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default
    ) throws -> [Item]? {
        try all(account, service, accessGroup, authentication).run()
    }

    /// Finds passwords with all their attributes on another thread, and hands them over there.
    @preconcurrency
    public static func queryItems(
        account: String? = nil,
        service: String? = nil,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default,
        completion: @escaping @Sendable (Result<[Item]?, any Error>) -> Void
    ) {
        all(account, service, accessGroup, authentication).run(completion)
    }

    /// Finds passwords with all their attributes on another thread, while the task waits.
    public nonisolated(nonsending) static func queryItems(
        account: String? = nil,
        service: String? = nil,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default
    ) async throws -> [Item]? {
        try await all(account, service, accessGroup, authentication).inBackground()
    }

    /// Finds the password of an account of a service.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The group it is in.
    ///   - authentication: The way to ask the user for an item that requires it.
    /// - Returns: The password; `nil` if there is none, or only a synchronizable one.
    /// - Throws: ``KeychainError/resultError`` for bytes that are not UTF-8,
    ///   ``KeychainError/itemQueryFailed(status:)``.
    public static func query(
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default
    ) throws -> String? {
        try items(account, service, in: accessGroup).password(Authentication(authentication)).run()
    }

    /// Finds the password of an account of a service on another thread, and hands it over there.
    @preconcurrency
    public static func query(
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default,
        completion: @escaping @Sendable (Result<String?, any Error>) -> Void
    ) {
        items(account, service, in: accessGroup).password(Authentication(authentication))
            .run(completion)
    }

    /// Finds the password of an account of a service on another thread, while the task waits.
    public nonisolated(nonsending) static func query(
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default
    ) async throws -> String? {
        try await items(account, service, in: accessGroup).password(Authentication(authentication))
            .inBackground()
    }

    private static func all(
        _ account: String?,
        _ service: String?,
        _ accessGroup: String,
        _ authentication: Keychain.QueryAuthentication
    ) -> ItemSearch<[Item]?> {
        items(account, service, in: accessGroup, .any)
            .all(Authentication(authentication)) { Item($0) }
    }
}
