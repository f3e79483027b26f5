public import AppleVocabulary
internal import PortableKeychain

extension Keychain.GenericPassword {
    /// Stores a new key.
    ///
    /// - Parameters:
    ///   - key: The key, of any length: bytes, or a key of another library.
    ///   - account: The account.
    ///   - service: The service.
    ///   - accessGroup: The access group of the new item.
    ///   - accessControl: The condition under which it can be read, and the proofs that it
    ///     requires.
    ///   - label: The name shown in lists.
    ///   - authenticationContext: Authentication by the user in advance, such as the password
    ///     that the item gets (`LAContext.setCredential(_:type:)`).
    /// - Throws: ``KeychainError/itemSavingFailed(status:)`` with `errSecDuplicateItem`
    ///   when the account has a password or a key there,
    ///   with `errSecMissingEntitlement` for another's access group, or with another status.
    public static func saveKey(
        _ key: some KeyDataConvertible,
        forAccount account: String,
        service: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        accessControl: Keychain.AccessControl = .afterFirstUnlockThisDeviceOnly,
        label: String? = nil,
        authenticationContext: LAContext? = nil
    ) throws {
        try items(account, service, in: accessGroup).save(
            key.keyData.buffer,
            Protection(accessControl),
            label: label,
            Authentication(authenticationContext)
        )
    }
}
