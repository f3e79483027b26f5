extension Keychain {
    /// The identities of this keychain, certificates with their private keys: what to call to store
    /// and read them.
    public var identities: KeychainIdentities { KeychainIdentities(keychain: self) }
}

/// Stores and reads identities in a keychain: certificates joined with their private keys.
///
/// A value over the keychain that it comes from: ``Keychain/identities``. An identity is found
/// wherever the keychain holds a certificate and the private key that belongs to it.
public struct KeychainIdentities: Sendable {
    let keychain: Keychain

    /// Adds a certificate and its private key: both, or none.
    ///
    /// One of the two may be stored already and stays as it is.
    ///
    /// - Parameters:
    ///   - identity: The certificate and the key.
    ///   - item: How both are found and protected.
    /// - Returns: The identity as stored.
    /// - Throws: ``KeychainError/Code/duplicateItem`` when both are stored already,
    ///   ``KeychainError/Code/locked``.
    @discardableResult
    public func add(
        _ identity: IdentityMaterial,
        for item: IdentityItem = IdentityItem()
    ) throws(KeychainError) -> IdentityItem {
        try keychain.add(.identity(identity.certificate, identity.privateKey), for: item)
    }

    /// Reads the only matching identity.
    ///
    /// - Parameter query: Which identity.
    /// - Returns: The identity; `nil` only when none matches.
    /// - Throws: ``KeychainError/Code/ambiguous`` when several identities match,
    ///   ``KeychainError/Code/locked``, ``KeychainError/Code/authenticationRequired``,
    ///   ``KeychainError/Code/undecodable`` for bytes that are no key or certificate.
    public func identity(
        matching query: KeychainQuery<IdentityItem>
    ) throws(KeychainError) -> IdentityMaterial? {
        try keychain.object(matching: query, Self.identity)
    }

    /// Reads the matching identity whose certificate was stored first, however many match.
    ///
    /// - Parameter query: Which identities.
    /// - Returns: The identity; `nil` only when none matches.
    /// - Throws: As ``identity(matching:)``, but never ``KeychainError/Code/ambiguous``.
    public func first(
        matching query: KeychainQuery<IdentityItem>
    ) throws(KeychainError) -> IdentityMaterial? {
        try all(matching: query, limit: 1).first
    }

    /// Reads all matching identities.
    ///
    /// - Parameters:
    ///   - query: Which identities.
    ///   - limit: How many at most, 1 or more; `nil` for all.
    /// - Returns: The identities in the order in which their certificates were stored.
    /// - Throws: As ``first(matching:)``; one that cannot be read fails the call.
    public func all(
        matching query: KeychainQuery<IdentityItem> = .all,
        limit: Int? = nil
    ) throws(KeychainError) -> [IdentityMaterial] {
        try keychain.objects(matching: query, limit, Self.identity)
    }

    private static func identity(_ object: ItemObject) -> IdentityMaterial? {
        guard case .identity(let certificate, let key) = object else { return nil }
        return try? IdentityMaterial(certificate: certificate, privateKey: key)
    }
}
