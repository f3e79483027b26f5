public import Foundation
internal import ItemDictionaries
@_spi(Keepers) package import PortableKeychain

/// The required purpose of a certificate.
///
/// Pass one to ``SecTrustCreateWithCertificates(_:_:_:)``, or to a search under
/// ``kSecMatchPolicy``. Two are equal when they demand the same.
public final class SecPolicy: NSObject, Sendable {
    /// The policy as a value.
    package let policy: CertificatePolicy
    /// The `kSecRevocation…` flags of a policy of revocation; `nil` for another policy.
    let revocationFlags: CFOptionFlags?

    init(_ policy: CertificatePolicy, revocationFlags: CFOptionFlags? = nil) {
        self.policy = policy
        self.revocationFlags = revocationFlags
    }

    /// Whether another object demands the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecPolicy else { return false }
        return other.policy == policy && other.revocationFlags == revocationFlags
    }

    /// A hash of the demands.
    public override var hash: Int { policy.hashValue }
}

/// The number of policies, to compare with `CFGetTypeID`.
public func SecPolicyGetTypeID() -> CFTypeID { TypeIdentifier.policy }

/// The policy that demands only a chain of valid signatures to an anchor (RFC 5280).
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(.basicX509) }

/// The policy for the certificates of TLS servers or clients.
///
/// - Parameters:
///   - server: Whether the certificate is that of a server.
///   - hostname: The host that the server's certificate must name; `nil` for any.
/// - Returns: The policy.
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
    SecPolicy(
        CertificatePolicy(
            identifier: kSecPolicyAppleSSL as String,
            host: hostname.map { $0 as String },
            isForClients: !server
        )
    )
}

/// The policy with a name and properties.
///
/// - Parameters:
///   - policyIdentifier: ``kSecPolicyAppleX509Basic``, ``kSecPolicyAppleSSL``,
///     ``kSecPolicyAppleSMIME``, ``kSecPolicyAppleEAP``, ``kSecPolicyAppleCodeSigning``,
///     ``kSecPolicyAppleTimeStamping`` or ``kSecPolicyAppleRevocation``.
///   - properties: ``kSecPolicyName``, which is the host for TLS and EAP and the e-mail address for
///     mail, ``kSecPolicyClient``, and ``kSecPolicyRevocationFlags``, as far as the policy has them.
/// - Returns: The policy, or `nil` for another name, and for flags without a method.
public func SecPolicyCreateWithProperties(
    _ policyIdentifier: CFTypeRef,
    _ properties: CFDictionary?
) -> SecPolicy? {
    let name = properties?.object(forKey: kSecPolicyName) as? String
    let client = properties?.object(forKey: kSecPolicyClient).flatMap(boolean) ?? false
    switch policyIdentifier as? NSString {
    case kSecPolicyAppleX509Basic: return SecPolicyCreateBasicX509()
    case kSecPolicyAppleSSL: return SecPolicyCreateSSL(!client, name.map { $0 as NSString })
    case kSecPolicyAppleSMIME: return SecPolicy(.mail(address: name))
    case kSecPolicyAppleEAP: return SecPolicy(.networkAccess(host: name, isForClients: client))
    case kSecPolicyAppleCodeSigning: return SecPolicy(.codeSigning)
    case kSecPolicyAppleTimeStamping: return SecPolicy(.timeStamping)
    case kSecPolicyAppleRevocation:
        let flags = properties?.object(forKey: kSecPolicyRevocationFlags) as? NSNumber
        return SecPolicyCreateRevocation(flags?.uintValue ?? kSecRevocationUseAnyAvailableMethod)
    default: return nil
    }
}

/// The requirements of a policy.
///
/// - Parameter policyRef: The policy.
/// - Returns: ``kSecPolicyOid``, and ``kSecPolicyName``, ``kSecPolicyClient`` and
///   ``kSecPolicyRevocationFlags`` where they apply.
public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
    var properties: [CFString: Any] = [kSecPolicyOid: policyRef.policy.identifier]
    properties[kSecPolicyName] = policyRef.policy.host ?? policyRef.policy.emailAddress
    if policyRef.policy.isForClients { properties[kSecPolicyClient] = true }
    properties[kSecPolicyRevocationFlags] = policyRef.revocationFlags
    return properties as NSDictionary
}
