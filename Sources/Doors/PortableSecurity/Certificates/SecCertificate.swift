public import Foundation
internal import PortableKeychain

/// An X.509 certificate (RFC 5280).
///
/// Two certificates are equal when their bytes are.
public final class SecCertificate: NSObject, Sendable {
    let certificate: X509Certificate

    init(_ certificate: X509Certificate) { self.certificate = certificate }

    /// Whether another object is the same certificate.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecCertificate)?.certificate == certificate
    }

    /// A hash of the bytes.
    public override var hash: Int { certificate.hashValue }
}

/// The number of certificates, to compare with `CFGetTypeID`.
public func SecCertificateGetTypeID() -> CFTypeID { TypeIdentifier.certificate }

/// Reads a certificate.
///
/// - Parameters:
///   - allocator: Always ``kCFAllocatorDefault``.
///   - data: The DER bytes; for PEM text, decode the text between its lines first.
/// - Returns: The certificate, or `nil` for other bytes.
public func SecCertificateCreateWithData(
    _ allocator: CFAllocator?,
    _ data: CFData
) -> SecCertificate? {
    (try? X509Certificate(der: [UInt8](data as Data))).map { SecCertificate($0) }
}

/// The DER bytes of a certificate.
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
    Data(certificate.certificate.der) as NSData
}

/// The summary of a certificate (item-semantics.md §1.7), or `nil` if its subject has no name.
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
    certificate.certificate.subjectSummary.map { $0 as NSString }
}

/// The last common name of a certificate's subject.
///
/// - Parameters:
///   - certificate: The certificate.
///   - commonName: Receives the name, or `nil`.
/// - Returns: ``errSecSuccess``, or ``errSecInternal`` for a certificate without a common name.
@discardableResult
public func SecCertificateCopyCommonName(
    _ certificate: SecCertificate,
    _ commonName: UnsafeMutablePointer<CFString?>
) -> OSStatus {
    commonName.pointee = certificate.certificate.commonName.map { $0 as NSString }
    return commonName.pointee == nil ? errSecInternal : errSecSuccess
}

/// The e-mail addresses of a certificate, alternative names first.
///
/// - Parameters:
///   - certificate: The certificate.
///   - emailAddresses: Receives an array of strings, which may be empty.
/// - Returns: ``errSecSuccess``.
@discardableResult
public func SecCertificateCopyEmailAddresses(
    _ certificate: SecCertificate,
    _ emailAddresses: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    emailAddresses.pointee = certificate.certificate.emailAddresses as NSArray
    return errSecSuccess
}

/// The serial number of a certificate.
///
/// - Parameters:
///   - certificate: The certificate.
///   - error: Untouched: every certificate has one.
/// - Returns: The octets of the number, a leading zero included.
public func SecCertificateCopySerialNumberData(
    _ certificate: SecCertificate,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    Data(certificate.certificate.serialNumber) as NSData
}

/// The issuer of a certificate in the form in which names are compared.
///
/// It is a whole Name in DER, as ``kSecMatchIssuers`` takes it.
public func SecCertificateCopyNormalizedIssuerSequence(_ certificate: SecCertificate) -> CFData? {
    Data(certificate.certificate.normalizedIssuerName) as NSData
}

/// The subject of a certificate in the form in which names are compared: a whole Name in DER.
public func SecCertificateCopyNormalizedSubjectSequence(_ certificate: SecCertificate) -> CFData? {
    Data(certificate.certificate.normalizedSubjectName) as NSData
}

/// The public key of a certificate, or `nil` for a type of key that is not known here.
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
    (try? certificate.certificate.publicKey()).map { SecKey($0) }
}

/// The public key of a certificate; the former name of ``SecCertificateCopyKey(_:)``.
public func SecCertificateCopyPublicKey(_ certificate: SecCertificate) -> SecKey? {
    SecCertificateCopyKey(certificate)
}

/// The serial number of a certificate; the former name of
/// ``SecCertificateCopySerialNumberData(_:_:)``.
public func SecCertificateCopySerialNumber(_ certificate: SecCertificate) -> CFData? {
    SecCertificateCopySerialNumberData(certificate, nil)
}

/// The first moment at which a certificate is valid.
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
    certificate.certificate.validity.notBefore as NSDate
}

/// The last moment at which a certificate is valid.
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
    certificate.certificate.validity.notAfter as NSDate
}
