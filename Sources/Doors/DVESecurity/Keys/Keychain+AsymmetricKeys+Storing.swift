public import AppleVocabulary

extension Keychain {
    /// Stores a new private key.
    ///
    /// - Parameters:
    ///   - privateKey: The key.
    ///   - tag: The name by which it is to be found; other keys may have the same.
    ///   - accessGroup: The access group of the new item.
    ///   - accessControl: The condition under which it can be read, and the proofs that it
    ///     requires.
    ///   - label: The name shown in lists.
    ///   - authenticationContext: Authentication by the user in advance.
    /// - Throws: ``KeychainError/itemSavingFailed(status:)`` with `errSecDuplicateItem` when this
    ///   very key is there under this tag, with `errSecMissingEntitlement` for another's access
    ///   group, or with another status; ``Crypto/KeyError/invalidSecKey`` for a key of another
    ///   type.
    public static func saveKey<PK>(
        _ privateKey: PK,
        withTag tag: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        accessControl: AccessControl = .afterFirstUnlockThisDeviceOnly,
        label: String? = nil,
        authenticationContext: LAContext? = nil
    ) throws where PK: AsymmetricPrivateKey & ConvertibleToSecKey {
        try ItemLocator.keys(PK.secKeyClass, tag, in: accessGroup).save(
            privateKey,
            Protection(accessControl),
            label: label,
            Authentication(authenticationContext)
        )
    }

    /// Removes the private key that belongs to a public one.
    ///
    /// - Parameters:
    ///   - publicKey: The public key.
    ///   - tag: The name that it was stored under.
    ///   - accessGroup: The group it is in.
    /// - Returns: Whether there was one.
    /// - Throws: ``KeychainError/itemDeletionFailed(status:)``; then it is still there.
    @discardableResult
    public static func deletePrivateKey<K>(
        for publicKey: K,
        withTag tag: String,
        accessGroup: String = Keychain.defaultAccessGroup
    ) throws -> Bool where K: AsymmetricPublicKey & SecKeyRepresentable {
        try ItemLocator.keys(
            .private(K.Family.secKeyType),
            tag,
            publicKey.publicKeySHA1,
            in: accessGroup
        ).delete()
    }

    /// Removes a private key on a curve.
    ///
    /// - Parameters:
    ///   - privateKey: The key.
    ///   - tag: The name that it was stored under.
    ///   - accessGroup: The group it is in.
    /// - Returns: Whether it was there.
    /// - Throws: ``KeychainError/itemDeletionFailed(status:)``; then it is still there.
    @discardableResult
    public static func deleteKey<PK>(
        _ privateKey: PK,
        withTag tag: String,
        accessGroup: String = Keychain.defaultAccessGroup
    ) throws -> Bool where PK: ECCPrivateKey & ConvertibleToSecKey {
        try ItemLocator.keys(
            PK.secKeyClass,
            tag,
            privateKey.secKey.publicKeySHA1(),
            in: accessGroup
        ).delete()
    }

    /// Removes a private RSA key of a type that gives its bytes.
    ///
    /// - Parameters:
    ///   - privateKey: The key.
    ///   - tag: The name that it was stored under.
    ///   - accessGroup: The group it is in.
    /// - Returns: Whether it was there.
    /// - Throws: ``KeychainError/itemDeletionFailed(status:)``; then it is still there.
    @discardableResult
    public static func deleteKey<PK>(
        _ privateKey: PK,
        withTag tag: String,
        accessGroup: String = Keychain.defaultAccessGroup
    ) throws -> Bool where PK: RSAPrivateKey & PKCS1Convertible {
        try ItemLocator.keys(
            PK.secKeyClass,
            tag,
            privateKey.privateSecKey().publicKeySHA1(),
            in: accessGroup
        ).delete()
    }

    /// Removes keys of one half of pairs by their tag.
    ///
    /// - Parameters:
    ///   - keyType: A type of keys of that half and family, of any size.
    ///   - tag: The name that they were stored under.
    ///   - publicKeySHA1: SHA-1 of the public key in X9.63 for curves, in PKCS #1 for RSA;
    ///     without it all keys of that half under the tag are removed.
    ///   - accessGroup: The group they are in.
    /// - Returns: Whether there were any.
    /// - Throws: ``KeychainError/itemDeletionFailed(status:)``; then nothing was removed.
    @discardableResult
    public static func deleteKey<K>(
        ofType keyType: K.Type,
        withTag tag: String,
        publicKeySHA1: Data? = nil,
        accessGroup: String = Keychain.defaultAccessGroup
    ) throws -> Bool where K: AsymmetricKey & DefinesSecKeyClass {
        try ItemLocator.keys(K.secKeyClass, tag, publicKeySHA1, in: accessGroup).delete()
    }
}
