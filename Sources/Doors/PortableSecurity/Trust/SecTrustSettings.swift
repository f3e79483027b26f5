public import Foundation
internal import PortableKeychain
internal import Synchronization

/// The policies that the certificate must satisfy.
///
/// - Parameters:
///   - trust: The object to ask.
///   - policies: Receives an array of policies.
/// - Returns: ``errSecSuccess``.
@discardableResult
public func SecTrustCopyPolicies(
    _ trust: SecTrust,
    _ policies: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    policies.pointee = trust.state.withLock { $0.policies } as NSArray
    return errSecSuccess
}

/// The anchors that were set with ``SecTrustSetAnchorCertificates(_:_:)``.
///
/// - Parameters:
///   - trust: The object to ask.
///   - anchors: Receives an array of certificates; `nil` if none were set.
/// - Returns: ``errSecSuccess``.
@discardableResult
public func SecTrustCopyCustomAnchorCertificates(
    _ trust: SecTrust,
    _ anchors: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    let given = trust.state.withLock { $0.anchors }
    anchors.pointee = given.map { $0.map { SecCertificate($0) } as NSArray }
    return errSecSuccess
}

/// The moment at which the certificate must be valid.
///
/// - Parameter trust: The object to ask.
/// - Returns: The date of ``SecTrustSetVerifyDate(_:_:)``, or else the present one.
public func SecTrustGetVerifyTime(_ trust: SecTrust) -> CFAbsoluteTime {
    let moment = trust.state.withLock { $0.moment }
    return moment?.timeIntervalSinceReferenceDate ?? CFAbsoluteTimeGetCurrent()
}

/// Sets whether anything may be fetched from a network during an evaluation.
///
/// The setting is kept, and has no effect: nothing is fetched here, neither missing certificates nor
/// answers about revocation.
///
/// - Parameters:
///   - trust: The object to ask.
///   - allowFetch: Whether it may.
/// - Returns: ``errSecSuccess``.
@discardableResult
public func SecTrustSetNetworkFetchAllowed(_ trust: SecTrust, _ allowFetch: Bool) -> OSStatus {
    trust.state.withLock { $0.isFetchAllowed = allowFetch }
    return errSecSuccess
}

/// Whether anything may be fetched from a network during an evaluation; nothing is fetched here in
/// either case.
///
/// - Parameters:
///   - trust: The object to ask.
///   - allowFetch: Receives the value that ``SecTrustSetNetworkFetchAllowed(_:_:)`` set; `true`
///     before.
/// - Returns: ``errSecSuccess``.
@discardableResult
public func SecTrustGetNetworkFetchAllowed(
    _ trust: SecTrust,
    _ allowFetch: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    allowFetch.pointee = DarwinBoolean(trust.state.withLock { $0.isFetchAllowed })
    return errSecSuccess
}
