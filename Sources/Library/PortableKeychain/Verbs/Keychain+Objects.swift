/// The keys of a keychain (``Keychain/keys``).
public typealias KeychainKeys = KeychainObjects<KeyItem, KeyMaterial>
/// The certificates of a keychain (``Keychain/certificates``).
public typealias KeychainCertificates = KeychainObjects<CertificateItem, X509Certificate>
/// The identities of a keychain (``Keychain/identities``).
public typealias KeychainIdentities = KeychainObjects<IdentityItem, IdentityMaterial>

extension Keychain {
    /// The keys of this keychain: stores, makes and reads them.
    public var keys: KeychainKeys {
        KeychainKeys(keychain: self, wrap: ItemObject.key) { object in
            if case .key(let key) = object { key } else { nil }
        }
    }

    /// The certificates of this keychain: stores and reads them.
    public var certificates: KeychainCertificates {
        KeychainCertificates(keychain: self, wrap: ItemObject.certificate) { object in
            if case .certificate(let certificate) = object { certificate } else { nil }
        }
    }

    /// The identities of this keychain, certificates with their private keys: stores and reads them.
    ///
    /// An identity is found wherever the keychain holds a certificate and the private key that
    /// belongs to it.
    public var identities: KeychainIdentities {
        KeychainIdentities(keychain: self) { identity in
            .identity(identity.certificate, identity.privateKey)
        } unwrap: { object in
            guard case .identity(let certificate, let key) = object else { return nil }
            return try? IdentityMaterial(certificate: certificate, privateKey: key)
        }
    }
}

extension KeychainObjects where Item == CertificateItem, Object == X509Certificate {
    /// Adds a certificate that is labeled after its subject and readable while locked.
    ///
    /// - Parameter certificate: The certificate.
    /// - Returns: The item as stored.
    /// - Throws: The same errors as ``add(_:for:)->Item``.
    @discardableResult
    public func add(_ certificate: X509Certificate) throws(KeychainError) -> CertificateItem {
        try add(certificate, for: CertificateItem())
    }
}

extension KeychainObjects where Item == IdentityItem, Object == IdentityMaterial {
    /// Adds a certificate and its private key, both or none, without a tag.
    ///
    /// - Parameter identity: The certificate and the key.
    /// - Returns: The identity as stored.
    /// - Throws: The same errors as ``add(_:for:)->Item``.
    @discardableResult
    public func add(_ identity: IdentityMaterial) throws(KeychainError) -> IdentityItem {
        try add(identity, for: IdentityItem())
    }
}
