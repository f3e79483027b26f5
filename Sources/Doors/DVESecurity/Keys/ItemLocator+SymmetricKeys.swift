internal import AppleVocabulary
internal import Foundation
@_spi(Keepers) internal import PortableKeychain

// Symmetric keys in the keychain: bytes of any length.

extension ItemLocator {
    /// Locates symmetric keys.
    ///
    /// - Parameters:
    ///   - tag: The name by which a program finds its key.
    ///   - applicationLabel: Distinguishes keys with the same name; `nil` for any, and for none
    ///     when a key is stored.
    ///   - accessGroup: The group they are in.
    ///   - scope: Whether they are synchronizable.
    /// - Returns: The locator.
    static func symmetricKeys(
        _ tag: String,
        _ applicationLabel: Data?,
        in accessGroup: String,
        _ scope: SynchronizationScope = .local
    ) -> ItemLocator {
        var attributes = SecKeyClass.symmetric.attributes
        attributes[.applicationTag] = .string(tag)
        attributes[.applicationLabel] = applicationLabel.map { .data($0) }
        return ItemLocator(.key, attributes, in: accessGroup, scope)
    }

    /// Stores a symmetric key with its size, as ``save(_:object:_:label:_:)``.
    func saveKey(
        _ key: SecretBytes,
        _ protection: Protection,
        label: String?,
        _ authentication: Authentication = Authentication()
    ) throws(KeychainError) {
        try adding(Self.size(of: key)).save(key, protection, label: label, authentication)
    }

    /// Replaces the only such key.
    ///
    /// One whose label was left open might be one of several, and to put one key in place of all
    /// would lose the others; so it is looked up first.
    ///
    /// - Parameters:
    ///   - key: The new key.
    ///   - authentication: The way to ask the user, once at most.
    /// - Throws: ``KeychainError/ambiguousQueryResult`` for several keys; then nothing was changed.
    ///   ``KeychainError/itemUpdateFailed(status:)``, also if there is none.
    func replace(
        with key: SecretBytes,
        _ authentication: Authentication = Authentication()
    ) throws(KeychainError) {
        let authentication = authentication.rememberingProofs()
        let isChanged = try KeychainError.reporting(KeychainError.itemUpdateFailed) {
            keychain throws(LibraryError) in
            var search = request(.copyMatching, authentication)
            search.limit = .atMost(2)
            search.returning = .persistentReference
            let found = try keychain.perform(search).items
            guard found.count == 1 else { return false }
            let changes = ItemChanges(attributes: Self.size(of: key), secret: key)
            var update = request(.update(changes), authentication)
            update.persistentReference = found[0].persistentReference
            _ = try keychain.perform(update)
            return true
        }
        guard isChanged else { throw .ambiguousQueryResult }
    }

    private static func size(of key: SecretBytes) -> ItemAttributes {
        [.keySizeInBits: .number(Int64(key.count) * 8)]
    }
}
