internal import AppleVocabulary
internal import PortableKeychain

extension ItemLocator {
    /// Stores a new item.
    ///
    /// - Parameters:
    ///   - secret: Its payload; `nil` for that of the object.
    ///   - object: The key that stands for its payload and for what a key says of itself.
    ///   - protection: When it can be read.
    ///   - label: What a person reads in a list.
    ///   - authentication: How the user is asked.
    /// - Throws: ``KeychainError/itemSavingFailed(status:)``.
    func save(
        _ secret: SecretBytes?,
        object: ItemObject? = nil,
        _ protection: Protection,
        label: String? = nil,
        _ authentication: Authentication = Authentication()
    ) throws(KeychainError) {
        var addition = request(.add, authentication.adding(protection.prompt))
        addition.secret = secret
        addition.object = object
        if let label { addition.attributes[.label] = .string(label) }
        try KeychainError.reporting(KeychainError.itemSavingFailed) {
            keychain throws(LibraryError) in
            for (key, value) in try protection.attributes() { addition.attributes[key] = value }
            _ = try keychain.perform(addition)
        }
    }

    /// Replaces the payload of all such items.
    ///
    /// - Parameters:
    ///   - secret: The new payload.
    ///   - protection: Replaces that of the items, unless it is the one of callers who say nothing.
    ///   - authentication: How the user is asked.
    /// - Throws: ``KeychainError/itemUpdateFailed(status:)``, also when there is no such item.
    func update(
        _ secret: SecretBytes,
        _ protection: Protection? = nil,
        _ authentication: Authentication = Authentication()
    ) throws(KeychainError) {
        try KeychainError.reporting(KeychainError.itemUpdateFailed) {
            keychain throws(LibraryError) in
            var changes = ItemChanges(secret: secret)
            if let protection, !protection.isStandard {
                changes.attributes = try protection.attributes()
            }
            _ = try keychain.perform(request(.update(changes), authentication))
        }
    }

    /// Stores a new item, or changes the one that is there as ``update(_:_:_:)`` does.
    ///
    /// - Parameters:
    ///   - secret: The payload.
    ///   - protection: When the item can be read.
    ///   - label: What a person reads in a list; a new item alone gets it.
    ///   - authentication: How the user is asked.
    /// - Throws: ``KeychainError/itemSavingFailed(status:)`` or
    ///   ``KeychainError/itemUpdateFailed(status:)``, as the step that failed.
    func upsert(
        _ secret: SecretBytes,
        _ protection: Protection,
        label: String? = nil,
        _ authentication: Authentication = Authentication()
    ) throws(KeychainError) {
        // Others may remove or store the item between the two steps. Each round can only be lost to
        // somebody else who succeeded, so a few are plenty.
        var rounds = 16
        while true {
            do throws(KeychainError) {
                return try save(secret, protection, label: label, authentication)
            } catch {
                guard error == .itemSavingFailed(status: errSecDuplicateItem) else { throw error }
            }
            rounds -= 1
            do throws(KeychainError) {
                return try exact.update(secret, protection, authentication)
            } catch {
                guard error == .itemUpdateFailed(status: errSecItemNotFound), rounds > 0 else {
                    throw error
                }
            }
        }
    }

    /// Removes all such items.
    ///
    /// - Returns: Whether there were any.
    /// - Throws: ``KeychainError/itemDeletionFailed(status:)``; then nothing was removed.
    func delete() throws(KeychainError) -> Bool {
        try KeychainError.reporting(KeychainError.itemDeletionFailed) {
            keychain throws(LibraryError) in
            do throws(LibraryError) {
                _ = try keychain.perform(request(.delete, Authentication()))
                return true
            } catch  where error.code == .itemNotFound {
                return false
            }
        }
    }
}
