internal import PortableKeychain

extension Keychain.GenericPassword {
    /// Finds a synchronizable key that is kept in place of a password.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The group it is in.
    /// - Returns: The key; `nil` if there is none.
    /// - Throws: ``KeychainError/ambiguousQueryResult`` when several match,
    ///   ``KeychainError/itemQueryFailed(status:)``.
    public static func querySynchronizableKey(
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup
    ) throws -> Crypto.KeyData? {
        try items(account, service, in: accessGroup, .synchronized).keyData().run()
    }

    /// Finds a synchronizable key that is kept in place of a password on another thread, and hands
    /// it over there.
    @preconcurrency
    public static func querySynchronizableKey(
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        completion: @escaping @Sendable (Result<Crypto.KeyData?, any Error>) -> Void
    ) {
        items(account, service, in: accessGroup, .synchronized).keyData().run(completion)
    }

    /// Finds a synchronizable key that is kept in place of a password on another thread, while the
    /// task waits.
    public nonisolated(nonsending) static func querySynchronizableKey(
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup
    ) async throws -> Crypto.KeyData? {
        try await items(account, service, in: accessGroup, .synchronized).keyData().inBackground()
    }
}
