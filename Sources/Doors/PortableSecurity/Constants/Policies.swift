public import Foundation

// Policies and their properties.
// The strings are those of Apple's SecPolicy.h. Literal NSStrings never change, which is why
// sharing them between threads is safe although NSString is not Sendable.

/// The policy that demands only a chain to an anchor.
nonisolated(unsafe) public let kSecPolicyAppleX509Basic: CFString = "1.2.840.113635.100.1.2"
/// The policy for TLS.
nonisolated(unsafe) public let kSecPolicyAppleSSL: CFString = "1.2.840.113635.100.1.3"
/// The policy for S/MIME: the signers of mail, and the recipients of encrypted mail.
nonisolated(unsafe) public let kSecPolicyAppleSMIME: CFString = "1.2.840.113635.100.1.8"
/// The policy for access to networks (EAP).
nonisolated(unsafe) public let kSecPolicyAppleEAP: CFString = "1.2.840.113635.100.1.9"
/// The policy for code signers.
nonisolated(unsafe) public let kSecPolicyAppleCodeSigning: CFString = "1.2.840.113635.100.1.16"
/// The policy for time-stamping authorities (RFC 3161).
nonisolated(unsafe) public let kSecPolicyAppleTimeStamping: CFString = "1.2.840.113635.100.1.20"
/// The policy that revoked certificates are refused.
nonisolated(unsafe) public let kSecPolicyAppleRevocation: CFString = "1.2.840.113635.100.1.21"
/// The key of a policy's object identifier, a string.
nonisolated(unsafe) public let kSecPolicyOid: CFString = "SecPolicyOid"
/// The key of the name that a certificate must carry, a string.
nonisolated(unsafe) public let kSecPolicyName: CFString = "SecPolicyName"
/// The key that says whether the certificate is that of a client, a Boolean.
nonisolated(unsafe) public let kSecPolicyClient: CFString = "SecPolicyClient"
/// The key of the flags of a policy of revocation, a number: see ``SecPolicyCreateRevocation(_:)``.
nonisolated(unsafe) public let kSecPolicyRevocationFlags: CFString = "SecPolicyRevocationFlags"
