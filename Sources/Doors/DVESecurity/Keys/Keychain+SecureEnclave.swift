public import AppleVocabulary

// On Linux, the token of the keychain's configuration is the enclave.

extension Keychain {
    /// Finds the key in the Secure Enclave by its tag.
    ///
    /// - Parameters:
    ///   - tag: The name that it was stored under.
    ///   - accessGroup: The group it is in.
    ///   - authentication: The way to ask the user for a key that requires it.
    /// - Returns: The key; `nil` if there is none.
    /// - Throws: ``KeychainError/ambiguousQueryResult`` when several match,
    ///   ``KeychainError/itemQueryFailed(status:)``, and any error of the type for a key of another
    ///   kind.
    public static func queryKey<K>(
        withTag tag: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: QueryAuthentication = .default
    ) throws -> K? where K: ECCSecureEnclaveKey & CreateableFromSecKey {
        try SecureEnclaveItems(tag: tag, in: accessGroup).key(authentication).run()
    }

    /// Finds the key in the Secure Enclave by its tag on another thread, and hands it over there.
    @preconcurrency
    public static func queryKey<K>(
        withTag tag: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: QueryAuthentication = .default,
        completion: @escaping @Sendable (Result<K?, any Error>) -> Void
    ) where K: ECCSecureEnclaveKey & CreateableFromSecKey {
        SecureEnclaveItems(tag: tag, in: accessGroup).key(authentication).run(completion)
    }

    /// Finds the key in the Secure Enclave by the digest of its public half.
    ///
    /// - Parameters:
    ///   - publicKeySHA1: SHA-1 of the public key in X9.63.
    ///   - tag: The name that it was stored under; `nil` for any.
    ///   - accessGroup: The group it is in.
    ///   - authentication: The way to ask the user for a key that requires it.
    /// - Returns: The key; `nil` if there is none.
    /// - Throws: The same errors as the form with a tag.
    public static func queryKey<K>(
        withPublicKeySHA1 publicKeySHA1: Data,
        tag: String? = nil,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: QueryAuthentication = .default
    ) throws -> K? where K: ECCSecureEnclaveKey & CreateableFromSecKey {
        try SecureEnclaveItems(tag: tag, publicKeySHA1: publicKeySHA1, in: accessGroup)
            .key(authentication).run()
    }

    /// Finds the key in the Secure Enclave by its public half.
    ///
    /// - Parameters:
    ///   - publicKey: The public key.
    ///   - tag: The name that it was stored under; `nil` for any.
    ///   - accessGroup: The group it is in.
    ///   - authentication: The way to ask the user for a key that requires it.
    /// - Returns: The key; `nil` if there is none.
    /// - Throws: The same errors as the form with a tag.
    public static func queryKey<K>(
        for publicKey: some ECCPublicKey,
        withTag tag: String? = nil,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: Keychain.QueryAuthentication = .default
    ) throws -> K? where K: ECCSecureEnclaveKey & CreateableFromSecKey {
        try queryKey(
            withPublicKeySHA1: publicKey.publicKeySHA1,
            tag: tag,
            accessGroup: accessGroup,
            authentication: authentication
        )
    }

    /// Stores the handle of a key in the Secure Enclave.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - tag: The name by which it is to be found.
    ///   - accessGroup: The access group of the new item.
    ///   - accessControl: The condition under which it can be used, and the proofs that it
    ///     requires; by default those that ``Crypto/ECC/SecureEnclaveKey/init()`` gives a key.
    ///   - label: The name shown in lists.
    ///   - authenticationContext: Authentication by the user in advance.
    /// - Throws: ``KeychainError/itemSavingFailed(status:)``, ``Crypto/KeyError/invalidSecKey`` for
    ///   a key that is not in a Secure Enclave.
    public static func saveKey<K>(
        _ key: K,
        withTag tag: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        accessControl: AccessControl = .defaultSecureEnclaveAccessControl,
        label: String? = nil,
        authenticationContext: LAContext? = nil
    ) throws where K: ECCSecureEnclaveKey & ConvertibleToSecKey {
        try SecureEnclaveItems(tag: tag, in: accessGroup)
            .save(key.secKey, accessControl, label: label, authenticationContext)
    }

    /// Removes handles of keys in the Secure Enclave, and with them the keys.
    ///
    /// - Parameters:
    ///   - tag: The name that they were stored under.
    ///   - accessGroup: The group they are in.
    /// - Returns: Whether there were any.
    /// - Throws: ``KeychainError/itemDeletionFailed(status:)``.
    @discardableResult
    public static func deleteSecureEnclaveKey(
        withTag tag: String,
        accessGroup: String = Keychain.defaultAccessGroup
    ) throws -> Bool {
        try SecureEnclaveItems(tag: tag, in: accessGroup).delete()
    }
}
