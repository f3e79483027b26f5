// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized
public import Foundation

// Apple's reference-counted objects for identities, certificates and trust, which functions for networks take. Their
// functions `…copy_ref` return objects that the caller releases, as on Apple's platforms.

/// An identity with the certificates that are sent beside its own.
public final class sec_identity_t: NSObject, Sendable {
    fileprivate let identity: SecIdentity
    fileprivate let certificates: [SecCertificate]?

    fileprivate init(_ identity: SecIdentity, _ certificates: [SecCertificate]?) {
        self.identity = identity
        self.certificates = certificates
    }
}

/// A certificate.
public final class sec_certificate_t: NSObject, Sendable {
    fileprivate let certificate: SecCertificate

    fileprivate init(_ certificate: SecCertificate) { self.certificate = certificate }
}

/// A certificate to evaluate.
public final class sec_trust_t: NSObject, Sendable {
    fileprivate let trust: SecTrust

    fileprivate init(_ trust: SecTrust) { self.trust = trust }
}

/// Makes the object of an identity.
///
/// - Parameter identity: The identity.
/// - Returns: The object; never `nil` here.
public func sec_identity_create(_ identity: SecIdentity) -> sec_identity_t? {
    sec_identity_t(identity, nil)
}

/// Makes the object of an identity with further certificates.
///
/// - Parameters:
///   - identity: The identity.
///   - certificates: ``SecCertificate`` objects, those that lead to an anchor.
/// - Returns: The object, or `nil` when the array holds another object.
public func sec_identity_create_with_certificates(
    _ identity: SecIdentity,
    _ certificates: CFArray
) -> sec_identity_t? {
    guard let list = certificates as? [SecCertificate] else { return nil }
    return sec_identity_t(identity, list)
}

/// Hands out the further certificates of an identity, one after the other.
///
/// - Parameters:
///   - identity: The object.
///   - handler: Called with each certificate, before the function returns.
/// - Returns: Whether the object was made with certificates.
@discardableResult
public func sec_identity_access_certificates(
    _ identity: sec_identity_t,
    _ handler: (sec_certificate_t) -> Void
) -> Bool {
    guard let certificates = identity.certificates else { return false }
    certificates.forEach { handler(sec_certificate_t($0)) }
    return true
}

/// The identity of an object.
///
/// - Parameter identity: The object.
/// - Returns: The identity; take it with `takeRetainedValue()`.
public func sec_identity_copy_ref(_ identity: sec_identity_t) -> Unmanaged<SecIdentity>? {
    .passRetained(identity.identity)
}

/// The further certificates of an identity.
///
/// - Parameter identity: The object.
/// - Returns: ``SecCertificate`` objects, or `nil` if it was made without any; take them with
///   `takeRetainedValue()`.
public func sec_identity_copy_certificates_ref(_ identity: sec_identity_t) -> Unmanaged<CFArray>? {
    identity.certificates.map { .passRetained($0 as NSArray) }
}

/// Makes the object of a certificate.
///
/// - Parameter certificate: The certificate.
/// - Returns: The object; never `nil` here.
public func sec_certificate_create(_ certificate: SecCertificate) -> sec_certificate_t? {
    sec_certificate_t(certificate)
}

/// The certificate of an object.
///
/// - Parameter certificate: The object.
/// - Returns: The certificate; take it with `takeRetainedValue()`.
public func sec_certificate_copy_ref(_ certificate: sec_certificate_t) -> Unmanaged<SecCertificate>
{
    .passRetained(certificate.certificate)
}

/// Makes the object of a certificate to evaluate.
///
/// - Parameter trust: The result of ``SecTrustCreateWithCertificates(_:_:_:)``.
/// - Returns: The object; never `nil` here.
public func sec_trust_create(_ trust: SecTrust) -> sec_trust_t? { sec_trust_t(trust) }

/// The certificate to evaluate of an object.
///
/// - Parameter trust: The object.
/// - Returns: The same object with which it was made; take it with `takeRetainedValue()`.
public func sec_trust_copy_ref(_ trust: sec_trust_t) -> Unmanaged<SecTrust> {
    .passRetained(trust.trust)
}
