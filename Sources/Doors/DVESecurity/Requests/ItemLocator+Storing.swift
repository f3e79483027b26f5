@_spi(Keepers) internal import PortableKeychain

extension ItemLocator {
    /// Stores a new item.
    ///
    /// - Parameters:
    ///   - secret: Its payload; `nil` for that of the object.
    ///   - object: The key, which determines the payload and the attributes of a key.
    ///   - protection: The condition under which it can be read.
    ///   - label: The name shown in lists.
    ///   - authentication: The way to ask the user.
    /// - Throws: ``KeychainError/itemSavingFailed(status:)``.
    func save(
        _ secret: SecretBytes?,
        object: ItemObject? = nil,
        _ protection: Protection,
        label: String? = nil,
        _ authentication: Authentication = Authentication()
    ) throws(KeychainError) {
        try KeychainError.reporting(KeychainError.itemSavingFailed) {
            keychain throws(LibraryError) in
            var addition = try addition(secret, protection, label: label, authentication)
            addition.object = object
            _ = try keychain.perform(addition)
        }
    }

    private func addition(
        _ secret: SecretBytes?,
        _ protection: Protection,
        label: String?,
        _ authentication: Authentication
    ) throws(LibraryError) -> ItemRequest {
        var addition = request(.add, authentication.adding(protection.prompt))
        addition.secret = secret
        if let label { addition.attributes[.label] = .string(label) }
        for (key, value) in try protection.attributes() { addition.attributes[key] = value }
        return addition
    }

    /// Replaces the payload of all such items.
    ///
    /// - Parameters:
    ///   - secret: The new payload.
    ///   - protection: Replaces the protection of the items, unless it is the default.
    ///   - authentication: The way to ask the user.
    /// - Throws: ``KeychainError/itemUpdateFailed(status:)``, also when there is no such item.
    func update(
        _ secret: SecretBytes,
        _ protection: Protection? = nil,
        _ authentication: Authentication = Authentication()
    ) throws(KeychainError) {
        try KeychainError.reporting(KeychainError.itemUpdateFailed) {
            keychain throws(LibraryError) in
            _ = try keychain.perform(change(secret, protection, authentication))
        }
    }

    private func change(
        _ secret: SecretBytes,
        _ protection: Protection?,
        _ authentication: Authentication
    ) throws(LibraryError) -> ItemRequest {
        var changes = ItemChanges(secret: secret)
        if let protection, !protection.isStandard {
            changes.attributes = try protection.attributes()
        }
        return request(.update(changes), authentication)
    }

    /// Stores a new item, or changes the one that is there as ``update(_:_:_:)`` does.
    ///
    /// - Parameters:
    ///   - secret: The payload.
    ///   - protection: The condition under which the item can be read.
    ///   - label: The name shown in lists; only a new item gets it.
    ///   - authentication: The way to ask the user.
    /// - Throws: ``KeychainError/itemSavingFailed(status:)`` or
    ///   ``KeychainError/itemUpdateFailed(status:)``, as the step that failed.
    func upsert(
        _ secret: SecretBytes,
        _ protection: Protection,
        label: String? = nil,
        _ authentication: Authentication = Authentication()
    ) throws(KeychainError) {
        do throws(LibraryError) {
            let keychain = try PortableKeychain.Keychain.current
            try keychain.perform(
                addition(secret, protection, label: label, authentication),
                or: exact.change(secret, protection, authentication)
            )
        } catch {
            throw error.operation == .update
                ? .itemUpdateFailed(status: error.status)
                : .itemSavingFailed(status: error.status)
        }
    }

    /// Removes all such items.
    ///
    /// - Returns: Whether there were any.
    /// - Throws: ``KeychainError/itemDeletionFailed(status:)``; then nothing was removed.
    func delete() throws(KeychainError) -> Bool {
        try KeychainError.reporting(KeychainError.itemDeletionFailed) {
            keychain throws(LibraryError) in
            try keychain.answer(to: request(.delete, Authentication())) != nil
        }
    }
}
