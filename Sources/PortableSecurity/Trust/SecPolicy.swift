public import Foundation
internal import ItemDictionaries
package import PortableKeychain

/// The required purpose of a certificate.
///
/// Pass one to ``SecTrustCreateWithCertificates(_:_:_:)``, or to a search under
/// ``kSecMatchPolicy``. Two are equal when they demand the same.
public final class SecPolicy: NSObject, Sendable {
    /// The policy as a value.
    package let policy: CertificatePolicy
    /// Whether a certificate is trusted although nothing is known about the demand.
    let isOptional: Bool

    init(_ policy: CertificatePolicy, isOptional: Bool = false) {
        self.policy = policy
        self.isOptional = isOptional
    }

    /// Whether another object demands the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecPolicy else { return false }
        return other.policy == policy && other.isOptional == isOptional
    }

    /// A hash of what is demanded.
    public override var hash: Int { policy.hashValue }
}

/// The number of policies, to compare with `CFGetTypeID`.
public func SecPolicyGetTypeID() -> CFTypeID { TypeIdentifier.policy }

/// The policy that demands a chain of valid signatures to an anchor, and no more (RFC 5280).
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
///   - policyIdentifier: ``kSecPolicyAppleX509Basic``, ``kSecPolicyAppleSSL`` or
///     ``kSecPolicyAppleSMIME``.
///   - properties: ``kSecPolicyName``, which is the host for TLS and the e-mail address for mail, and
///     ``kSecPolicyClient``, as far as the policy has them.
/// - Returns: The policy, or `nil` for another name.
public func SecPolicyCreateWithProperties(
    _ policyIdentifier: CFTypeRef,
    _ properties: CFDictionary?
) -> SecPolicy? {
    let name = properties?.object(forKey: kSecPolicyName) as? String
    switch policyIdentifier as? NSString {
    case kSecPolicyAppleX509Basic: return SecPolicyCreateBasicX509()
    case kSecPolicyAppleSSL:
        let client = properties?.object(forKey: kSecPolicyClient).flatMap(boolean) ?? false
        return SecPolicyCreateSSL(!client, name.map { $0 as NSString })
    case kSecPolicyAppleSMIME: return SecPolicy(.mail(address: name))
    default: return nil
    }
}

/// The requirements of a policy.
///
/// - Parameter policyRef: The policy.
/// - Returns: ``kSecPolicyOid``, and ``kSecPolicyName`` and ``kSecPolicyClient`` where they apply.
public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
    var properties: [CFString: Any] = [kSecPolicyOid: policyRef.policy.identifier]
    properties[kSecPolicyName] = policyRef.policy.host ?? policyRef.policy.emailAddress
    if policyRef.policy.isForClients { properties[kSecPolicyClient] = true }
    return properties as NSDictionary
}
