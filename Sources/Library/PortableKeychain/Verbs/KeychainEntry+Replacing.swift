extension KeychainEntry where Item: PasswordItem {
    /// Stores a new secret for the item, unless it was changed or removed since it was read.
    ///
    /// For a secret that is made from the stored one, by several programs: none of them stores its
    /// own over another's. After `false`, read the item again and decide again.
    ///
    /// ```swift
    /// func renewToken(in keychain: Keychain, by renew: (SecretBytes) throws -> SecretBytes) throws {
    ///     while let entry = try keychain.first(matching: .genericPassword(service: "api")) {
    ///         let renewed = try renew(entry.secret)
    ///         if try entry.replaceSecret(with: renewed, in: keychain) { break }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - secret: The new secret.
    ///   - keychain: The keychain from which the entry was read.
    /// - Returns: Whether it was stored. What counts as a change is a change of any attribute, or of
    ///   the secret, even by the same one.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for an item without a date of its last
    ///   change, and as ``Keychain/set(_:for:)``.
    public func replaceSecret(
        with secret: some SecretRepresentable,
        in keychain: Keychain
    ) throws(KeychainError) -> Bool {
        guard let changed = item.modificationDate else {
            throw KeychainError(
                .invalidParameter,
                during: .update,
                reason: "The item has no date of its last change. Read it from the keychain."
            )
        }
        // The date alone does not distinguish an item from another one that replaced it within a
        // millisecond; the reference alone does not distinguish its versions.
        let update = ItemRequest(
            .update(ItemChanges(secret: secret.secretBytes())),
            attributes: [.modificationDate: .date(changed)],
            persistentReference: reference.bytes
        )
        return try keychain.answer(to: update, during: .update) != nil
    }
}
