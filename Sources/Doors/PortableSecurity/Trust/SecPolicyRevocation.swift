internal import Foundation
@_spi(Keepers) internal import PortableKeychain

/// Ask the authority about each certificate (RFC 6960).
public let kSecRevocationOCSPMethod: CFOptionFlags = 1 << 0
/// Look each certificate up in the list of the authority.
public let kSecRevocationCRLMethod: CFOptionFlags = 1 << 1
/// Prefer the list to the question.
public let kSecRevocationPreferCRL: CFOptionFlags = 1 << 2
/// Refuse a certificate about which no answer was received.
public let kSecRevocationRequirePositiveResponse: CFOptionFlags = 1 << 3
/// Use only available answers.
public let kSecRevocationNetworkAccessDisabled: CFOptionFlags = 1 << 4
/// Use either method.
public let kSecRevocationUseAnyAvailableMethod: CFOptionFlags =
    kSecRevocationOCSPMethod | kSecRevocationCRLMethod

/// The policy that revoked certificates are refused, as far as anything is known about them.
///
/// Nothing is fetched from a network here. The known answers are those of
/// ``SecTrustSetOCSPResponse(_:_:)``, and a certificate that one of them calls revoked is refused
/// under every policy. This one has an effect where a positive answer is required: then each
/// certificate below the anchor needs a response that calls it good, by whichever method the flags
/// name.
///
/// - Parameter revocationFlags: The `kSecRevocation…` flags.
/// - Returns: The policy; `nil` for flags without a method.
public func SecPolicyCreateRevocation(_ revocationFlags: CFOptionFlags) -> SecPolicy? {
    guard revocationFlags & kSecRevocationUseAnyAvailableMethod != 0 else { return nil }
    return SecPolicy(
        CertificatePolicy(identifier: kSecPolicyAppleRevocation as String),
        revocationFlags: revocationFlags
    )
}
