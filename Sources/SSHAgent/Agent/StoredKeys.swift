package import PortableKeychain
internal import SafeText

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The private keys of a keychain that SSH can use.
///
/// Nothing is kept between two questions, so keys come and go with the keychain's, and with its lock.
package struct StoredKeys: Sendable {
    private let keychain: Keychain
    private let pattern: ItemAttributes

    /// Names keys.
    ///
    /// - Parameters:
    ///   - keychain: Where they are.
    ///   - pattern: What they must have.
    package init(keychain: Keychain, pattern: ItemAttributes) {
        self.keychain = keychain
        self.pattern = pattern
    }

    /// All of them, in the order in which they were stored, each once.
    ///
    /// A key that requires user authentication cannot be read for a list. It is listed where its
    /// public half is in the keychain too, and requires none.
    ///
    /// - Throws: ``KeychainError/Code/locked`` when the keychain is locked.
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
    ///   - reason: Why, for the user, who is asked when the key says so.
    /// - Returns: The private half; `nil` when there is none.
    /// - Throws: What the keychain answers, such as ``KeychainError/Code/userCanceled``.
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
            // It is there, and requires user authentication.
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
