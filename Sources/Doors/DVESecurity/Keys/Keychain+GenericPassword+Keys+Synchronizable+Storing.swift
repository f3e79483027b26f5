internal import PortableKeychain

extension Keychain.GenericPassword {
    /// Stores a new synchronizable key.
    ///
    /// - Parameters:
    ///   - key: The key, of any length: bytes, or a key of another library.
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The access group of the new item.
    ///   - accessibility: The condition under which it can be read.
    ///   - label: The name shown in lists.
    /// - Throws: ``KeychainError/itemSavingFailed(status:)`` with `errSecDuplicateItem`
    ///   when the account has a password or a key there,
    ///   with `errSecMissingEntitlement` for another's access group, or with another status.
    public static func saveSynchronizableKey(
        _ key: some KeyDataConvertible,
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        accessibility: Keychain.SynchronizableItemAccessibility = .afterFirstUnlock,
        label: String? = nil
    ) throws {
        try items(account, service, in: accessGroup, .synchronized).save(
            key.keyData.buffer,
            Protection(accessibility),
            label: label
        )
    }
}
