/// An X.509 certificate (RFC 5280), read from its DER.
public struct X509Certificate: Hashable, Sendable {
    /// The certificate as it was given.
    public let der: [UInt8]

    /// Reads a certificate.
    public init(der: [UInt8]) throws(KeychainError) { throw KeychainError(.unimplemented) }

    /// The attributes that the certificate says of itself (item-semantics.md §1.7), without a label.
    package var itemAttributes: ItemAttributes { [:] }

    /// What a person reads in a list (item-semantics.md §1.7).
    public var subjectSummary: String? { nil }

    /// The public key.
    public func publicKey() throws(KeychainError) -> KeyMaterial {
        throw KeychainError(.unimplemented)
    }

    /// The SHA-1 of the public key's bits, `kSecAttrPublicKeyHash`.
    public var publicKeyHash: [UInt8] { [] }
}
