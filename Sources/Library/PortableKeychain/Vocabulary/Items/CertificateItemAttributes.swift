internal import KeychainEssentials

/// A kind of item with the attributes of a certificate: ``CertificateItem`` and ``IdentityItem``.
public protocol CertificateItemAttributes: KeychainItem {}

extension CertificateItemAttributes {
    /// The subject of the certificate, `kSecAttrSubject`: the content of the X.509 name, normalized
    /// for comparison.
    public var subject: [UInt8]? { attributes[bytes: .subject].map { Array($0) } }

    /// The issuer of the certificate, `kSecAttrIssuer`: the content of the X.509 name, normalized
    /// for comparison.
    public var issuer: [UInt8]? { attributes[bytes: .issuer].map { Array($0) } }

    /// The serial number of the certificate, `kSecAttrSerialNumber`.
    public var serialNumber: [UInt8]? { attributes[bytes: .serialNumber].map { Array($0) } }

    /// The subject key identifier extension of the certificate, `kSecAttrSubjectKeyID`.
    public var subjectKeyID: [UInt8]? { attributes[bytes: .subjectKeyID].map { Array($0) } }

    /// The SHA-1 of the public key, `kSecAttrPublicKeyHash`: the
    /// ``KeyItemAttributes/applicationLabel`` of the keys of the certificate.
    public var publicKeyHash: [UInt8]? { attributes[bytes: .publicKeyHash].map { Array($0) } }
}

extension ItemAttributes {
    /// The attributes that distinguish two certificates of one access group, with default values.
    static let certificateIdentity: ItemAttributes = [
        .certificateType: .number(0), .issuer: .data(.init()), .serialNumber: .data(.init()),
        .synchronizable: .number(0),
    ]
}
