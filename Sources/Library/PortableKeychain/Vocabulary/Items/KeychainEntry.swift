/// A stored item together with its secret.
///
/// ``Keychain/first(matching:)`` and ``Keychain/entries(matching:limit:)`` return entries, which take one
/// request for attributes and secret. Keep the ``reference`` to find the item again after it was renamed.
/// To replace a secret by one that is made from it, use ``replaceSecret(with:in:)``, which notices that
/// another program was faster.
///
/// ```swift
/// let keychain = try Keychain.default
/// if let entry = try keychain.first(matching: .genericPassword(service: "api")) {
///     print(entry.item.account, entry.secret.count)
///     try keychain.update(matching: .reference(entry.reference)) { $0.label = "The oldest token" }
/// }
/// ```
public struct KeychainEntry<Item: KeychainItem>: Sendable {
    /// The item.
    public let item: Item
    /// A reference that stays valid when the item changes.
    public let reference: PersistentReference<Item>
    /// The secret; empty if the item was stored without one.
    public let secret: SecretBytes

    init(
        item: Item,
        reference: PersistentReference<Item>,
        secret: SecretBytes
    ) {
        self.item = item
        self.reference = reference
        self.secret = secret
    }
}
