public import AppleVocabulary
internal import PortableKeychain

extension Keychain {
    /// Stores a new symmetric key.
    ///
    /// - Parameters:
    ///   - key: The key, of any length: bytes, or a key of another library.
    ///   - tag: The name by which it is to be found.
    ///   - applicationLabel: Distinguishes keys with the same name; `nil` for nothing.
    ///   - accessGroup: The access group of the new item.
    ///   - accessControl: The condition under which it can be read, and the proofs that it
    ///     requires.
    ///   - label: The name shown in lists.
    ///   - authenticationContext: Authentication by the user in advance, such as the password
    ///     that the item gets (`LAContext.setCredential(_:type:)`).
    /// - Throws: ``KeychainError/itemSavingFailed(status:)`` with `errSecDuplicateItem`
    ///   when one of this size is there under this tag and label,
    ///   with `errSecMissingEntitlement` for another's access group, or with another status.
    public static func saveKey(
        _ key: some KeyDataConvertible,
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup,
        accessControl: AccessControl = .afterFirstUnlockThisDeviceOnly,
        label: String? = nil,
        authenticationContext: LAContext? = nil
    ) throws {
        try ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup).saveKey(
            key.keyData.buffer,
            Protection(accessControl),
            label: label,
            Authentication(authenticationContext)
        )
    }

    /// Replaces the symmetric key under a tag.
    ///
    /// - Parameters:
    ///   - newKey: The new key, of any length.
    ///   - tag: The name that it was stored under.
    ///   - applicationLabel: Distinguishes keys with the same name; `nil` for any.
    ///   - accessGroup: The group it is in.
    ///   - authentication: The way to ask the user for a key that requires it.
    /// - Throws: ``KeychainError/ambiguousQueryResult`` when several match,
    ///   ``KeychainError/itemUpdateFailed(status:)`` with `errSecItemNotFound` if there is none,
    ///   or with another status; then nothing was changed.
    public static func updateKey(
        newKey: some KeyDataConvertible,
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup,
        authentication: QueryAuthentication = .default
    ) throws {
        try ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup).replace(
            with: newKey.keyData.buffer,
            Authentication(authentication)
        )
    }

    /// Removes the symmetric keys under a tag.
    ///
    /// - Parameters:
    ///   - tag: The name that they were stored under.
    ///   - applicationLabel: Distinguishes keys with the same name; with `nil` all of them are
    ///     removed.
    ///   - accessGroup: The group they are in.
    /// - Returns: Whether there were any.
    /// - Throws: ``KeychainError/itemDeletionFailed(status:)``; then nothing was removed.
    @discardableResult
    public static func deleteKey(
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup
    ) throws -> Bool {
        try ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup).delete()
    }
}
