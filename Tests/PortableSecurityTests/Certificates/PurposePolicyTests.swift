import Foundation
import PortableSecurity
import Testing

/// Policies for purposes besides TLS and mail, on certificates that openssl makes (item-semantics.md
/// §6.5).
@Suite(.enabled(if: OpenSSL.isInstalled, "needs the openssl command")) struct PurposePolicyTests {
    private static let code = kSecPolicyAppleCodeSigning as String
    private static let stamps = kSecPolicyAppleTimeStamping as String
    private static let network = kSecPolicyAppleEAP as String

    /// The policy, extensions, and the code; `nil` for trusted.
    @Test(
        arguments: [
            (code, ["extendedKeyUsage=codeSigning"], nil),
            (code, ["extendedKeyUsage=serverAuth,codeSigning"], nil),
            (code, ["extendedKeyUsage=codeSigning", "keyUsage=nonRepudiation"], nil),
            (code, ["extendedKeyUsage=codeSigning", "keyUsage=digitalSignature"], nil),
            (
                code, ["extendedKeyUsage=codeSigning", "keyUsage=keyEncipherment"],
                errSecInvalidExtendedKeyUsage
            ),
            (code, ["extendedKeyUsage=serverAuth"], errSecInvalidExtendedKeyUsage),
            (code, ["extendedKeyUsage=anyExtendedKeyUsage"], errSecInvalidExtendedKeyUsage),
            (code, [], errSecInvalidExtendedKeyUsage),
            (stamps, ["extendedKeyUsage=critical,timeStamping"], nil),
            (stamps, ["extendedKeyUsage=timeStamping"], errSecInvalidExtendedKeyUsage),
            (
                stamps, ["extendedKeyUsage=critical,timeStamping,codeSigning"],
                errSecInvalidExtendedKeyUsage
            ),
            (
                stamps, ["extendedKeyUsage=critical,anyExtendedKeyUsage"],
                errSecInvalidExtendedKeyUsage
            ),
            (stamps, [], errSecInvalidExtendedKeyUsage),
            (network, [], nil), (network, ["extendedKeyUsage=serverAuth"], nil),
            (network, ["extendedKeyUsage=1.3.6.1.5.5.7.3.14"], nil),
            (network, ["extendedKeyUsage=anyExtendedKeyUsage"], nil),
            (network, ["extendedKeyUsage=clientAuth"], errSecInvalidExtendedKeyUsage),
        ] as [(String, [String], OSStatus?)]
    )
    func demands(policy: String, extensions: [String], status: OSStatus?) throws {
        let trust = try newTrust(extensions)
        SecTrustSetPolicies(trust, try Self.policy(policy))
        #expect(Self.refusal(of: trust) == status)
    }

    @Test func networksHaveNames() throws {
        let trust = try newTrust(["subjectAltName=DNS:radius.example.org"])
        for (name, status) in [
            ("radius.example.org", nil), ("other.example.org", errSecHostNameMismatch),
        ] as [(String, OSStatus?)] {
            SecTrustSetPolicies(trust, try Self.policy(Self.network, [kSecPolicyName: name]))
            #expect(Self.refusal(of: trust) == status)
        }
    }

    @Test(arguments: [("clientAuth", nil), ("serverAuth", errSecInvalidExtendedKeyUsage)])
    func networksHaveClients(purpose: String, status: OSStatus?) throws {
        let trust = try newTrust(["extendedKeyUsage=\(purpose)"])
        SecTrustSetPolicies(trust, try Self.policy(Self.network, [kSecPolicyClient: true]))
        #expect(Self.refusal(of: trust) == status)
    }

    @Test func haveProperties() throws {
        let name = "radius.example.org"
        let given: [CFString: Any] = [kSecPolicyName: name, kSecPolicyClient: true]
        let access = try Self.policy(Self.network, given)
        let properties = try #require(SecPolicyCopyProperties(access) as? [String: Any])
        #expect(properties[kSecPolicyOid as String] as? String == Self.network)
        #expect(properties[kSecPolicyName as String] as? String == name)
        #expect(properties[kSecPolicyClient as String] as? Bool == true)
        for identifier in [Self.code, Self.stamps] {
            let policy = try Self.policy(identifier)
            let properties = SecPolicyCopyProperties(policy) as? [String: String]
            #expect(properties == [kSecPolicyOid as String: identifier])
        }
    }

    @Test func revocationHasFlags() throws {
        let identifier = kSecPolicyAppleRevocation as String
        let flags = kSecRevocationOCSPMethod | kSecRevocationRequirePositiveResponse
        let policy = try Self.policy(identifier, [kSecPolicyRevocationFlags: flags])
        #expect(policy == SecPolicyCreateRevocation(flags))
        #expect(policy != SecPolicyCreateRevocation(kSecRevocationOCSPMethod))
        let properties = try #require(SecPolicyCopyProperties(policy) as? [String: Any])
        #expect(properties[kSecPolicyOid as String] as? String == identifier)
        #expect(properties[kSecPolicyRevocationFlags as String] as? UInt == flags)
        let any = SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod)
        #expect(try Self.policy(identifier) == any)
        let none = [kSecPolicyRevocationFlags: 0] as CFDictionary
        #expect(SecPolicyCreateWithProperties(kSecPolicyAppleRevocation, none) == nil)
    }

    private static func policy(_ name: String, _ given: [CFString: Any] = [:]) throws -> SecPolicy {
        try #require(SecPolicyCreateWithProperties(name as CFString, given as CFDictionary))
    }

    private static func refusal(of trust: SecTrust) -> OSStatus? {
        var error: CFError?
        return SecTrustEvaluateWithError(trust, &error) ? nil : error.map { OSStatus($0.code) }
    }

    /// A certificate below a root, which is its anchor.
    private func newTrust(_ extensions: [String]) throws -> SecTrust {
        var made: SecTrust?
        try OpenSSL.inFolder { openssl in
            let request = [
                "req", "-x509", "-nodes", "-days", "3", "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:P-256",
            ]
            try openssl.run(
                request + ["-subj", "/CN=Root", "-keyout", "root.key", "-out", "root.pem"]
            )
            try openssl.run(
                request + ["-subj", "/CN=Leaf", "-keyout", "leaf.key", "-outform", "DER"]
                    + ["-out", "leaf.der", "-CA", "root.pem", "-CAkey", "root.key"]
                    + extensions.flatMap { ["-addext", $0] }
            )
            try openssl.run(["x509", "-in", "root.pem", "-outform", "DER", "-out", "root.der"])
            let certificates = try ["leaf", "root"].map { name in
                let bytes = try openssl.read("\(name).der")
                return try #require(SecCertificateCreateWithData(nil, bytes as CFData))
            }
            SecTrustCreateWithCertificates(certificates[0], nil, &made)
            SecTrustSetAnchorCertificates(try #require(made), [certificates[1]] as CFArray)
        }
        return try #require(made)
    }
}
