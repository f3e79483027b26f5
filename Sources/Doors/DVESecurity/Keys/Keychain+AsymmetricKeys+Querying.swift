public import Foundation

extension Keychain {
    /// Finds the private key by its tag.
    ///
    /// - Parameters:
    ///   - tag: The name that it was stored under.
    ///   - accessGroup: The group it is in.
    ///   - authentication: The way to ask the user for a key that requires it.
    /// - Returns: The key; `nil` if there is none.
    /// - Throws: ``KeychainError/ambiguousQueryResult`` when several match,
    ///   ``KeychainError/itemQueryFailed(status:)``, ``KeychainError/resultError`` for an item that
    ///   is not a key, and the error of the type for a key of another kind.
    public static func queryKey<PK>(
        withTag tag: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: QueryAuthentication = .default
    ) throws -> PK? where PK: AsymmetricPrivateKey & CreateableFromSecKey {
        try ItemLocator.keys(PK.secKeyClass, tag, in: accessGroup).key(authentication).run()
    }

    /// Finds the private key by its tag on another thread, and hands it over there.
    @preconcurrency
    public static func queryKey<PK>(
        withTag tag: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: QueryAuthentication = .default,
        completion: @escaping @Sendable (Result<PK?, any Error>) -> Void
    ) where PK: AsymmetricPrivateKey & CreateableFromSecKey {
        ItemLocator.keys(PK.secKeyClass, tag, in: accessGroup).key(authentication).run(
            completion
        )
    }

    /// Finds the private key by the digest of its public half.
    ///
    /// - Parameters:
    ///   - publicKeySHA1: SHA-1 of the public key in X9.63 for curves, in PKCS #1 for RSA.
    ///   - tag: The name that it was stored under; `nil` for any.
    ///   - accessGroup: The group it is in.
    ///   - authentication: The way to ask the user for a key that requires it.
    /// - Returns: The key; `nil` if there is none.
    /// - Throws: ``KeychainError/ambiguousQueryResult`` when several match,
    ///   ``KeychainError/itemQueryFailed(status:)``, ``KeychainError/resultError`` for an item that
    ///   is not a key, and the error of the type for a key of another kind.
    public static func queryKey<PK>(
        withPublicKeySHA1 publicKeySHA1: Data,
        tag: String? = nil,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: QueryAuthentication = .default
    ) throws -> PK? where PK: AsymmetricPrivateKey & CreateableFromSecKey {
        try ItemLocator.keys(PK.secKeyClass, tag, publicKeySHA1, in: accessGroup).key(
            authentication
        ).run()
    }

    /// Finds the private key by the digest of its public half on another thread, and hands it
    /// over there.
    @preconcurrency
    public static func queryKey<PK>(
        withPublicKeySHA1 publicKeySHA1: Data,
        tag: String? = nil,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: QueryAuthentication = .default,
        completion: @escaping @Sendable (Result<PK?, any Error>) -> Void
    ) where PK: AsymmetricPrivateKey & CreateableFromSecKey {
        ItemLocator.keys(PK.secKeyClass, tag, publicKeySHA1, in: accessGroup)
            .key(
                authentication
            ).run(completion)
    }

    /// Finds the private key by its public half.
    ///
    /// - Parameters:
    ///   - publicKey: The public key.
    ///   - tag: The name that it was stored under; `nil` for any.
    ///   - accessGroup: The group it is in.
    ///   - authentication: The way to ask the user for a key that requires it.
    /// - Returns: The key; `nil` if there is none.
    /// - Throws: ``KeychainError/ambiguousQueryResult`` when several match,
    ///   ``KeychainError/itemQueryFailed(status:)``, ``KeychainError/resultError`` for an item that
    ///   is not a key, and the error of the type for a key of another kind.
    public static func queryKey<PK, K>(
        for publicKey: K,
        withTag tag: String? = nil,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: QueryAuthentication = .default
    ) throws -> PK?
    where
        PK: AsymmetricPrivateKey & CreateableFromSecKey,
        K: AsymmetricPublicKey & SecKeyRepresentable, PK.Family == K.Family
    {
        try ItemLocator.keys(PK.secKeyClass, tag, publicKey.publicKeySHA1, in: accessGroup).key(
            authentication
        ).run()
    }

    /// Finds the private key by its public half on another thread, and hands it over there.
    @preconcurrency
    public static func queryKey<PK, K>(
        for publicKey: K,
        withTag tag: String? = nil,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: QueryAuthentication = .default,
        completion: @escaping @Sendable (Result<PK?, any Error>) -> Void
    )
    where
        PK: AsymmetricPrivateKey & CreateableFromSecKey,
        K: AsymmetricPublicKey & SecKeyRepresentable, PK.Family == K.Family
    {
        ItemLocator.keys(PK.secKeyClass, tag, publicKey.publicKeySHA1, in: accessGroup)
            .key(authentication).run(completion)
    }
}
