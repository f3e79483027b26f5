public import Foundation
internal import PortableKeychain

extension Keychain {
    /// Stores a new synchronizable symmetric key.
    ///
    /// - Parameters:
    ///   - key: The key, of any length: bytes, or a key of another library.
    ///   - tag: The name by which it is to be found.
    ///   - applicationLabel: Distinguishes keys with the same name; `nil` for nothing.
    ///   - accessGroup: The access group of the new item.
    ///   - accessibility: The condition under which it can be read.
    ///   - label: The name shown in lists.
    /// - Throws: ``KeychainError/itemSavingFailed(status:)`` with `errSecDuplicateItem`
    ///   when one of this size is there under this tag and label,
    ///   with `errSecMissingEntitlement` for another's access group, or with another status.
    public static func saveSynchronizableKey(
        _ key: some KeyDataConvertible,
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup,
        accessibility: SynchronizableItemAccessibility = .afterFirstUnlock,
        label: String? = nil
    ) throws {
        try ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup, .synchronized)
            .saveKey(
                key.keyData.buffer,
                Protection(accessibility),
                label: label
            )
    }

    /// Replaces the synchronizable symmetric key under a tag.
    ///
    /// - Parameters:
    ///   - newKey: The new key, of any length.
    ///   - tag: The name that it was stored under.
    ///   - applicationLabel: Distinguishes keys with the same name; `nil` for any.
    ///   - accessGroup: The group it is in.
    /// - Throws: ``KeychainError/ambiguousQueryResult`` when several match,
    ///   ``KeychainError/itemUpdateFailed(status:)`` with `errSecItemNotFound` if there is none,
    ///   or with another status; then nothing was changed.
    public static func updateSynchronizableKey(
        newKey: some KeyDataConvertible,
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup
    ) throws {
        try ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup, .synchronized)
            .replace(with: newKey.keyData.buffer)
    }

    /// Removes the synchronizable symmetric keys under a tag.
    ///
    /// - Parameters:
    ///   - tag: The name that they were stored under.
    ///   - applicationLabel: Distinguishes keys with the same name; with `nil` all of them are
    ///     removed.
    ///   - accessGroup: The group they are in.
    /// - Returns: Whether there were any.
    /// - Throws: ``KeychainError/itemDeletionFailed(status:)``; then nothing was removed.
    @discardableResult
    public static func deleteSynchronizableKey(
        withTag tag: String,
        applicationLabel: Data?,
        accessGroup: String = Keychain.defaultAccessGroup
    ) throws -> Bool {
        try ItemLocator.symmetricKeys(tag, applicationLabel, in: accessGroup, .synchronized)
            .delete()
    }
}
