public import Foundation
internal import PortableKeychain

extension Keychain {
    /// Finds a synchronizable symmetric key under a tag.
    ///
    /// - Parameters:
    ///   - tag: The name that it was stored under.
    ///   - applicationLabel: Distinguishes keys with the same name; `nil` for any.
    ///   - accessGroup: The group it is in.
    /// - Returns: The key; `nil` if there is none.
    /// - Throws: ``KeychainError/ambiguousQueryResult`` when several match,
    ///   ``KeychainError/itemQueryFailed(status:)``.
    public static func querySynchronizableKey(
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup
    ) throws -> Crypto.KeyData? {
        try ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup, .synchronized)
            .keyData().run()
    }

    /// Finds a synchronizable symmetric key under a tag on another thread, and hands it over there.
    @preconcurrency
    public static func querySynchronizableKey(
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup,
        completion: @escaping @Sendable (Result<Crypto.KeyData?, any Error>) -> Void
    ) {
        ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup, .synchronized).keyData()
            .run(completion)
    }

    /// Finds a synchronizable symmetric key under a tag on another thread, while the task waits.
    public nonisolated(nonsending) static func querySynchronizableKey(
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup
    ) async throws -> Crypto.KeyData? {
        try await ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup, .synchronized)
            .keyData().inBackground()
    }

    /// Finds a synchronizable symmetric key under a tag as a type of the caller's.
    ///
    /// - Parameters:
    ///   - tag: The name that it was stored under.
    ///   - applicationLabel: Distinguishes keys with the same name; `nil` for any.
    ///   - accessGroup: The group it is in.
    /// - Returns: The key; `nil` if there is none.
    /// - Throws: ``KeychainError/ambiguousQueryResult`` when several match,
    ///   ``KeychainError/itemQueryFailed(status:)``, and any error of the type for other bytes.
    public static func querySynchronizableKey<K>(
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup
    ) throws -> K? where K: KeyDataRepresentable {
        try ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup, .synchronized).key()
            .run()
    }

    /// Finds a synchronizable symmetric key under a tag as a type of the caller's on another
    /// thread, and hands it over there.
    @preconcurrency
    public static func querySynchronizableKey<K>(
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup,
        completion: @escaping @Sendable (Result<K?, any Error>) -> Void
    ) where K: KeyDataRepresentable {
        ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup, .synchronized).key().run(
            completion
        )
    }

    /// Finds a synchronizable symmetric key under a tag as a type of the caller's on another
    /// thread, while the task waits.
    public nonisolated(nonsending) static func querySynchronizableKey<K>(
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup
    ) async throws -> K? where K: KeyDataRepresentable {
        try await ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup, .synchronized)
            .key().inBackground()
    }
}
