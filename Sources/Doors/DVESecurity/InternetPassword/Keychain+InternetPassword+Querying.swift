internal import PortableKeychain

extension Keychain.InternetPassword {
    /// Finds passwords with all their attributes, synchronizable ones too.
    ///
    /// - Parameters:
    ///   - account: The account; `nil` for any.
    ///   - securityDomain: The realm on the server; `nil` for any.
    ///   - server: The server; `nil` for any.
    ///   - protocol: The protocol; `nil` for any.
    ///   - authenticationType: The method by which it is presented; `nil` for any.
    ///   - port: The port; `nil` for any.
    ///   - path: The path on the server; `nil` for any.
    ///   - accessGroup: The group they are in.
    ///   - authentication: The way to ask the user for items that require it.
    /// - Returns: The passwords, in the order in which they were stored; `nil` if there is none.
    /// - Throws: ``KeychainError/itemQueryFailed(status:)``.
    public static func queryItems(
        forAccount account: String? = nil,
        securityDomain: String? = nil,
        server: String? = nil,
        protocol: NetworkProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: UInt16? = nil,
        path: String? = nil,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default
    ) throws -> [Item]? {
        try Address(account, securityDomain, server, `protocol`, authenticationType, port, path)
            .all(in: accessGroup, authentication).run()
    }

    /// Finds passwords with all their attributes on another thread, and hands them over there.
    @preconcurrency
    public static func queryItems(
        forAccount account: String? = nil,
        securityDomain: String? = nil,
        server: String? = nil,
        protocol: NetworkProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: UInt16? = nil,
        path: String? = nil,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default,
        completion: @escaping @Sendable (Result<[Item]?, any Error>) -> Void
    ) {
        Address(account, securityDomain, server, `protocol`, authenticationType, port, path)
            .all(in: accessGroup, authentication).run(completion)
    }

    /// Finds passwords with all their attributes on another thread, while the task waits.
    public nonisolated(nonsending) static func queryItems(
        forAccount account: String? = nil,
        securityDomain: String? = nil,
        server: String? = nil,
        protocol: NetworkProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: UInt16? = nil,
        path: String? = nil,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default
    ) async throws -> [Item]? {
        try await Address(
            account,
            securityDomain,
            server,
            `protocol`,
            authenticationType,
            port,
            path
        )
        .all(in: accessGroup, authentication).inBackground()
    }

    /// Finds the only password that matches.
    ///
    /// Give the attributes with which it was stored; fewer are enough where one password has them.
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
    ///   - authentication: The way to ask the user for an item that requires it.
    /// - Returns: The password; `nil` if there is none, or only a synchronizable one.
    /// - Throws: ``KeychainError/ambiguousQueryResult`` when several match,
    ///   ``KeychainError/resultError`` for bytes that are not UTF-8,
    ///   ``KeychainError/itemQueryFailed(status:)``.
    public static func queryOne(
        forAccount account: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        securityDomain: String? = nil,
        server: String? = nil,
        protocol: NetworkProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: UInt16? = nil,
        path: String? = nil,
        authentication: Keychain.QueryAuthentication = .default
    ) throws -> String? {
        try Address(account, securityDomain, server, `protocol`, authenticationType, port, path)
            .items(in: accessGroup).password(Authentication(authentication)).run()
    }

    /// Finds the only password that matches on another thread, and hands it over there.
    @preconcurrency
    public static func queryOne(
        forAccount account: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        securityDomain: String? = nil,
        server: String? = nil,
        protocol: NetworkProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: UInt16? = nil,
        path: String? = nil,
        authentication: Keychain.QueryAuthentication = .default,
        completion: @escaping @Sendable (Result<String?, any Error>) -> Void
    ) {
        Address(account, securityDomain, server, `protocol`, authenticationType, port, path)
            .items(in: accessGroup).password(Authentication(authentication)).run(completion)
    }

    /// Finds the only password that matches on another thread, while the task waits.
    public nonisolated(nonsending) static func queryOne(
        forAccount account: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        securityDomain: String? = nil,
        server: String? = nil,
        protocol: NetworkProtocol? = nil,
        authenticationType: AuthenticationType? = nil,
        port: UInt16? = nil,
        path: String? = nil,
        authentication: Keychain.QueryAuthentication = .default
    ) async throws -> String? {
        try await Address(
            account,
            securityDomain,
            server,
            `protocol`,
            authenticationType,
            port,
            path
        )
        .items(in: accessGroup).password(Authentication(authentication)).inBackground()
    }
}

extension Keychain.InternetPassword.Address {
    /// A search for all passwords of the address, synchronizable ones too.
    fileprivate func all(
        in accessGroup: String,
        _ authentication: Keychain.QueryAuthentication
    ) -> ItemSearch<[Keychain.InternetPassword.Item]?> {
        items(in: accessGroup, .any).all(Authentication(authentication)) {
            Keychain.InternetPassword.Item($0)
        }
    }
}
