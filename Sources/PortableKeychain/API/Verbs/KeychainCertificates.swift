extension Keychain {
    /// The certificates of this keychain: what to call to store and read them.
    public var certificates: KeychainCertificates { KeychainCertificates(keychain: self) }
}

/// Stores and reads certificates in a keychain.
///
/// A value over the keychain that it comes from: ``Keychain/certificates``. Attributes of
/// certificates are read, changed and deleted as those of all items, with
/// `KeychainQuery.certificate(…)`.
public struct KeychainCertificates: Sendable {
    let keychain: Keychain

    /// Adds a certificate.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - item: How it is labeled and protected.
    /// - Returns: The item as stored.
    /// - Throws: ``KeychainError/Code/duplicateItem`` when one of this issuer and serial number is
    ///   stored already, ``KeychainError/Code/missingEntitlement`` for an access group that is not
    ///   the caller's.
    @discardableResult
    public func add(
        _ certificate: X509Certificate,
        for item: CertificateItem = CertificateItem()
    ) throws(KeychainError) -> CertificateItem {
        try keychain.add(.certificate(certificate), for: item)
    }

    /// Reads the only matching certificate.
    ///
    /// - Parameter query: Which certificate.
    /// - Returns: The certificate; `nil` only when none matches.
    /// - Throws: ``KeychainError/Code/ambiguous`` when several certificates match,
    ///   ``KeychainError/Code/locked`` for one that was stored to be locked,
    ///   ``KeychainError/Code/undecodable`` for bytes that are no certificate.
    public func certificate(
        matching query: KeychainQuery<CertificateItem>
    ) throws(KeychainError) -> X509Certificate? {
        try keychain.object(matching: query, Self.certificate)
    }

    /// Reads the matching certificate that was stored first, however many match.
    ///
    /// - Parameter query: Which certificates.
    /// - Returns: The certificate; `nil` only when none matches.
    /// - Throws: As ``certificate(matching:)``, but never ``KeychainError/Code/ambiguous``.
    public func first(
        matching query: KeychainQuery<CertificateItem>
    ) throws(KeychainError) -> X509Certificate? {
        try all(matching: query, limit: 1).first
    }

    /// Reads all matching certificates.
    ///
    /// - Parameters:
    ///   - query: Which certificates.
    ///   - limit: How many at most, 1 or more; `nil` for all.
    /// - Returns: The certificates in the order in which they were stored.
    /// - Throws: As ``first(matching:)``; one that cannot be read fails the call.
    public func all(
        matching query: KeychainQuery<CertificateItem> = .all,
        limit: Int? = nil
    ) throws(KeychainError) -> [X509Certificate] {
        try keychain.objects(matching: query, limit, Self.certificate)
    }

    private static func certificate(_ object: ItemObject) -> X509Certificate? {
        if case .certificate(let certificate) = object { certificate } else { nil }
    }
}
