public import Foundation
internal import PortableKeychain
internal import Synchronization

/// A certificate to evaluate, with possible intermediate certificates and a policy.
///
/// The system's certificates are trusted unless anchors are given with
/// ``SecTrustSetAnchorCertificates(_:_:)``. On Linux these are the certificates in the distribution's
/// bundle, such as `/etc/ssl/certs/ca-certificates.crt`, or in the file that `SSL_CERT_FILE` names.
/// Nothing is fetched from a network: of revocation is known what ``SecTrustSetOCSPResponse(_:_:)`` was
/// given.
public final class SecTrust: NSObject, Sendable {
    struct State: Sendable {
        /// The certificate in question.
        let certificate: X509Certificate
        /// The possible intermediate certificates.
        let others: [X509Certificate]
        var policies: [SecPolicy] { didSet { answer = .invalid } }
        /// The anchors that were given; `nil` for the system's.
        var anchors: [X509Certificate]? { didSet { answer = .invalid } }
        /// Whether the anchors that were given are the only ones.
        var hasOnlyGivenAnchors = true { didSet { answer = .invalid } }
        /// The time at which the certificate must be valid; `nil` for the moment of the evaluation.
        var moment: Date? { didSet { answer = .invalid } }
        /// The faults that a user accepted.
        var exceptions: TrustExceptions? { didSet { answer = .invalid } }
        /// The answers of authorities about revocation that were given, as far as they can be read.
        var responses: [OCSPResponse] = [] { didSet { answer = .invalid } }
        /// The statements of logs that were given.
        var timestamps: [Data] = [] { didSet { answer = .invalid } }
        /// Whether anything may be fetched from a network, which nothing does here.
        var isFetchAllowed = true { didSet { answer = .invalid } }
        /// The last answer; none after anything was changed.
        var answer = SecTrustResultType.invalid
        /// The time of the answer.
        var answerDate: Date?
    }

    let state: Mutex<State>

    init(
        _ certificate: X509Certificate,
        among others: [X509Certificate],
        _ policies: [SecPolicy]
    ) {
        state = Mutex(State(certificate: certificate, others: others, policies: policies))
    }
}

/// The number of trust objects, to compare with `CFGetTypeID`.
public func SecTrustGetTypeID() -> CFTypeID { TypeIdentifier.trust }

/// Prepares to ask whether a certificate can be trusted.
///
/// - Parameters:
///   - certificates: A certificate, or an array of certificates with the one in question first.
///   - policies: A policy, or an array of policies; `nil` for the basic one.
///   - trust: Receives the object to ask, or `nil`.
/// - Returns: ``errSecSuccess``, or ``errSecParam`` for objects of other classes or no certificate.
@discardableResult
public func SecTrustCreateWithCertificates(
    _ certificates: CFTypeRef,
    _ policies: CFTypeRef?,
    _ trust: UnsafeMutablePointer<SecTrust?>
) -> OSStatus {
    trust.pointee = nil
    let policies = policies ?? SecPolicyCreateBasicX509()
    guard let certificates = list(certificates, of: SecCertificate.self)?.map(\.certificate),
        let certificate = certificates.first,
        let policies = list(policies, of: SecPolicy.self)
    else { return errSecParam }
    trust.pointee = SecTrust(certificate, among: Array(certificates.dropFirst()), policies)
    return errSecSuccess
}

/// Sets the certificates that are trusted as anchors.
///
/// - Parameters:
///   - trust: The object to ask.
///   - anchorCertificates: An array of certificates, which are then the only anchors unless
///     ``SecTrustSetAnchorCertificatesOnly(_:_:)`` says otherwise; `nil` for the system's.
/// - Returns: ``errSecSuccess``, or ``errSecParam`` for objects of other classes.
@discardableResult
public func SecTrustSetAnchorCertificates(
    _ trust: SecTrust,
    _ anchorCertificates: CFArray?
) -> OSStatus {
    guard let anchorCertificates else {
        trust.state.withLock { $0.anchors = nil }
        return errSecSuccess
    }
    guard let anchors = list(anchorCertificates, of: SecCertificate.self) else {
        return errSecParam
    }
    trust.state.withLock { state in
        state.anchors = anchors.map(\.certificate)
        state.hasOnlyGivenAnchors = true
    }
    return errSecSuccess
}

/// Sets whether only the anchors are trusted that were given, and not those of the system.
///
/// - Parameters:
///   - trust: The object to ask.
///   - anchorCertificatesOnly: `false` to trust the system's certificates too.
/// - Returns: ``errSecSuccess``.
@discardableResult
public func SecTrustSetAnchorCertificatesOnly(
    _ trust: SecTrust,
    _ anchorCertificatesOnly: Bool
) -> OSStatus {
    trust.state.withLock { state in
        state.hasOnlyGivenAnchors = anchorCertificatesOnly
        if anchorCertificatesOnly, state.anchors == nil { state.anchors = [] }
    }
    return errSecSuccess
}

/// Sets the policies that the certificate must satisfy, and replaces the previous ones.
///
/// - Parameters:
///   - trust: The object to ask.
///   - policies: A policy, or an array of policies.
/// - Returns: ``errSecSuccess``, or ``errSecParam`` for objects of other classes.
@discardableResult
public func SecTrustSetPolicies(_ trust: SecTrust, _ policies: CFTypeRef) -> OSStatus {
    guard let policies = list(policies, of: SecPolicy.self) else { return errSecParam }
    trust.state.withLock { $0.policies = policies }
    return errSecSuccess
}

/// Sets the date on which the certificate must be valid.
///
/// - Parameters:
///   - trust: The object to ask.
///   - verifyDate: The moment; that of the question when none is set.
/// - Returns: ``errSecSuccess``.
@discardableResult
public func SecTrustSetVerifyDate(_ trust: SecTrust, _ verifyDate: CFDate) -> OSStatus {
    trust.state.withLock { $0.moment = verifyDate as Date }
    return errSecSuccess
}

/// The public key of the certificate in question.
///
/// - Parameter trust: The object to ask.
/// - Returns: The key, or `nil` for a type of key that is not known here.
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? {
    SecCertificateCopyKey(SecCertificate(trust.state.withLock { $0.certificate }))
}

/// One object or an array of objects of a class; `nil` for others.
func list<Object: AnyObject>(_ object: AnyObject, of: Object.Type) -> [Object]? {
    if let single = object as? Object { return [single] }
    guard let array = object as? NSArray else { return nil }
    let objects = array.compactMap { $0 as? Object }
    return objects.count == array.count ? objects : nil
}
