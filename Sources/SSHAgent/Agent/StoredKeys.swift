package import PortableKeychain
internal import SafeText

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The private keys of a keychain that SSH can use.
///
/// ``Agent`` uses it to list keys and to get the private key for a signature. Nothing is cached:
/// each call searches the keychain, so that changes and locking take effect immediately. Keys that
/// clients add to the agent are not here, but in `AddedKeys`.
package struct StoredKeys: Sendable {
    private let keychain: Keychain
    private let pattern: ItemAttributes

    /// Selects keys.
    ///
    /// - Parameters:
    ///   - keychain: The keychain.
    ///   - pattern: The attributes that the keys must have.
    package init(keychain: Keychain, pattern: ItemAttributes) {
        self.keychain = keychain
        self.pattern = pattern
    }

    /// All keys without duplicates, in the order in which they were stored.
    ///
    /// A key that requires user authentication cannot be read for a list. It is listed only if its
    /// public key is also in the keychain and does not require authentication.
    ///
    /// - Throws: ``KeychainError/Code/locked`` if the keychain is locked.
    package func all() throws(KeychainError) -> [AgentIdentity] {
        var found: [AgentIdentity] = []
        for keyClass in [KeyClass.privateKey, .publicKey] {
            for item in try items(keyClass, interaction: .skip) {
                guard case .key(let material) = item.object, let key = SSHPublicKey(material),
                    !found.contains(where: { $0.key == key })
                else { continue }
                if keyClass == .publicKey, try !hasPrivateHalf(material) { continue }
                found.append(AgentIdentity(key: key, comment: Self.comment(item)))
            }
        }
        return found
    }

    /// Finds the private half of a key.
    ///
    /// - Parameters:
    ///   - publicKey: The key.
    ///   - reason: The reason, which is shown if the key requires user authentication.
    /// - Returns: The private key; `nil` if there is none.
    /// - Throws: Any error of the keychain, such as ``KeychainError/Code/userCanceled``.
    func privateHalf(
        of publicKey: KeyMaterial,
        reason: String
    ) throws(KeychainError) -> KeyMaterial? {
        let found = try items(.privateKey, of: publicKey, limit: .one, reason: reason)
        guard case .key(let key) = found.first?.object, key.publicKey == publicKey else {
            return nil
        }
        return key
    }

    private func hasPrivateHalf(_ publicKey: KeyMaterial) throws(KeychainError) -> Bool {
        do throws(KeychainError) {
            return try !items(.privateKey, of: publicKey, interaction: .forbidden).isEmpty
        } catch  where error.code.isInaccessible {
            // It exists, but requires user authentication.
            return true
        }
    }

    private func items(
        _ keyClass: KeyClass,
        of publicKey: KeyMaterial? = nil,
        limit: MatchLimit = .all,
        interaction: UserInteraction = .allowed,
        reason: String? = nil
    ) throws(KeychainError) -> [ItemAnswer.Item] {
        var attributes = pattern
        attributes[.synchronizable] = pattern[.synchronizable] ?? SynchronizationScope.any.value
        attributes[.keyClass] = .string(keyClass.rawValue)
        if let publicKey {
            attributes[.applicationLabel] = .data(Data(publicKey.applicationLabel))
        }
        let request = ItemRequest(
            .copyMatching,
            itemClass: .key,
            attributes: attributes,
            limit: limit,
            returning: [.attributes, .reference],
            interaction: interaction,
            prompt: reason
        )
        return try keychain.answer(to: request)?.items ?? []
    }

    private static func comment(_ item: ItemAnswer.Item) -> String {
        if case .string(let label) = item.attributes?[.label], !label.isEmpty { return label }
        if case .data(let tag) = item.attributes?[.applicationTag] { return ByteText.text(tag) }
        return "keychain"
    }
}
