public import Foundation

extension Keychain {
    /// Finds a symmetric key under a tag.
    ///
    /// - Parameters:
    ///   - tag: The name that it was stored under.
    ///   - applicationLabel: Distinguishes keys with the same name; `nil` for any.
    ///   - accessGroup: The group it is in.
    ///   - authentication: The way to ask the user for a key that requires it.
    /// - Returns: The key; `nil` if there is none.
    /// - Throws: ``KeychainError/ambiguousQueryResult`` when several match,
    ///   ``KeychainError/itemQueryFailed(status:)``.
    public static func queryKey(
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: QueryAuthentication = .default
    ) throws -> Crypto.KeyData? {
        try ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup).keyData(
            Authentication(authentication)
        ).run()
    }

    /// Finds a symmetric key under a tag on another thread, and hands it over there.
    @preconcurrency
    public static func queryKey(
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: QueryAuthentication = .default,
        completion: @escaping @Sendable (Result<Crypto.KeyData?, any Error>) -> Void
    ) {
        ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup).keyData(
            Authentication(authentication)
        ).run(completion)
    }

    /// Finds a symmetric key under a tag on another thread, while the task waits.
    public nonisolated(nonsending) static func queryKey(
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: QueryAuthentication = .default
    ) async throws -> Crypto.KeyData? {
        try await ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup).keyData(
            Authentication(authentication)
        ).inBackground()
    }

    /// Finds a symmetric key under a tag as a type of the caller's.
    ///
    /// - Parameters:
    ///   - tag: The name that it was stored under.
    ///   - applicationLabel: Distinguishes keys with the same name; `nil` for any.
    ///   - accessGroup: The group it is in.
    ///   - authentication: The way to ask the user for a key that requires it.
    /// - Returns: The key; `nil` if there is none.
    /// - Throws: ``KeychainError/ambiguousQueryResult`` when several match,
    ///   ``KeychainError/itemQueryFailed(status:)``, and any error of the type for other bytes.
    public static func queryKey<K>(
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: QueryAuthentication = .default
    ) throws -> K? where K: KeyDataRepresentable {
        try ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup).key(
            Authentication(authentication)
        ).run()
    }

    /// Finds a symmetric key under a tag as a type of the caller's on another thread, and hands it
    /// over there.
    @preconcurrency
    public static func queryKey<K>(
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: QueryAuthentication = .default,
        completion: @escaping @Sendable (Result<K?, any Error>) -> Void
    ) where K: KeyDataRepresentable {
        ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup).key(
            Authentication(authentication)
        ).run(completion)
    }

    /// Finds a symmetric key under a tag as a type of the caller's on another thread, while the
    /// task waits.
    public nonisolated(nonsending) static func queryKey<K>(
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: QueryAuthentication = .default
    ) async throws -> K? where K: KeyDataRepresentable {
        try await ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup).key(
            Authentication(authentication)
        ).inBackground()
    }
}
