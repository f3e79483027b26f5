#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A kind of item that says what a certificate says of itself: ``CertificateItem`` and ``IdentityItem``.
public protocol CertificateItemAttributes: KeychainItem {}

extension CertificateItemAttributes {
    /// Whom it names, `kSecAttrSubject`: the content of the X.509 name, normalized for comparison.
    public var subject: [UInt8]? { attributes[bytes: .subject].map { Array($0) } }

    /// Who issued it, `kSecAttrIssuer`: the content of the X.509 name, normalized for comparison.
    public var issuer: [UInt8]? { attributes[bytes: .issuer].map { Array($0) } }

    /// Its number among those of the issuer, `kSecAttrSerialNumber`.
    public var serialNumber: [UInt8]? { attributes[bytes: .serialNumber].map { Array($0) } }

    /// The name it gives its key, `kSecAttrSubjectKeyID`.
    public var subjectKeyID: [UInt8]? { attributes[bytes: .subjectKeyID].map { Array($0) } }

    /// The SHA-1 of its public key, `kSecAttrPublicKeyHash`: the ``KeyItemAttributes/applicationLabel`` of
    /// the keys that belong to it.
    public var publicKeyHash: [UInt8]? { attributes[bytes: .publicKeyHash].map { Array($0) } }
}

extension ItemAttributes {
    /// What tells two certificates of one access group apart.
    static let certificateIdentity: ItemAttributes = [
        .certificateType: .number(0), .issuer: .data(.init()), .serialNumber: .data(.init()),
        .synchronizable: .number(0),
    ]
}
