internal import PortableKeychain

extension Keychain.GenericPassword {
    /// Stores a new synchronizable key.
    ///
    /// - Parameters:
    ///   - key: The key, of any length.
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The group it goes to.
    ///   - accessibility: When it can be read.
    ///   - label: What a person reads in a list.
    /// - Throws: ``KeychainError/itemSavingFailed(status:)`` with `errSecDuplicateItem`
    ///   when the account has a password or a key there,
    ///   with `errSecMissingEntitlement` for another's access group, or with another status.
    public static func saveSynchronizableKey(
        _ key: some SecureData,
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        accessibility: Keychain.SynchronizableItemAccessibility = .afterFirstUnlock,
        label: String? = nil
    ) throws {
        try items(account, service, in: accessGroup, .synchronized).save(
            .sharing(key),
            Protection(accessibility),
            label: label
        )
    }

    /// Stores a new synchronizable key of another library.
    ///
    /// - Parameters:
    ///   - key: The key, of any length.
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The group it goes to.
    ///   - accessibility: When it can be read.
    ///   - label: What a person reads in a list.
    /// - Throws: ``KeychainError/itemSavingFailed(status:)`` with `errSecDuplicateItem`
    ///   when the account has a password or a key there,
    ///   with `errSecMissingEntitlement` for another's access group, or with another status.
    public static func saveSynchronizableKey(
        _ key: some KeyDataRepresentable,
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        accessibility: Keychain.SynchronizableItemAccessibility = .afterFirstUnlock,
        label: String? = nil
    ) throws {
        try saveSynchronizableKey(
            key.keyData,
            forAccount: account,
            service: service,
            accessGroup: accessGroup,
            accessibility: accessibility,
            label: label
        )
    }
}
