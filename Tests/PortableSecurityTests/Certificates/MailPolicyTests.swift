import Foundation
import PortableSecurity
import Testing

/// The policy for S/MIME, on certificates that openssl makes (item-semantics.md §6.5).
@Suite(.enabled(if: OpenSSL.isInstalled, "needs the openssl command")) struct MailPolicyTests {
    private static let names = "subjectAltName=email:Ann@Example.com,DNS:example.org"

    /// Extensions, the address that is asked for, and the code; `nil` for trusted.
    @Test(
        arguments: [
            ([names], nil, nil), ([names], "ann@example.COM", nil),
            ([names], "bob@example.com", errSecSMIMEEmailAddressesNotFound),
            ([names], "example.org", errSecSMIMEEmailAddressesNotFound),
            // In the subject.
            ([], "sub@example.net", nil), ([], "", errSecSMIMEEmailAddressesNotFound),
            ([names, "extendedKeyUsage=emailProtection"], "ann@example.com", nil),
            ([names, "extendedKeyUsage=anyExtendedKeyUsage"], nil, nil),
            ([names, "extendedKeyUsage=serverAuth"], nil, errSecInvalidExtendedKeyUsage),
            ([names, "keyUsage=digitalSignature"], nil, nil),
            ([names, "keyUsage=nonRepudiation"], nil, nil),
            ([names, "keyUsage=keyEncipherment"], nil, nil),
            ([names, "keyUsage=dataEncipherment"], nil, nil),
            ([names, "keyUsage=keyAgreement"], nil, nil),
            ([names, "keyUsage=keyCertSign,cRLSign"], nil, errSecInvalidExtendedKeyUsage),
        ] as [([String], String?, OSStatus?)]
    )
    func demands(extensions: [String], address: String?, status: OSStatus?) throws {
        let trust = try newTrust(extensions, key: ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"])
        SecTrustSetPolicies(trust, try policy(address))
        var error: CFError?
        #expect(SecTrustEvaluateWithError(trust, &error) == (status == nil))
        #expect(error.map { OSStatus($0.code) } == status)
    }

    /// The policy accepts RSA keys that TLS does not, as Apple's does, but no smaller ones than
    /// 1,024 bits.
    @Test func limitsKeys() throws {
        for (bits, status) in [(2048, nil), (1024, nil), (1016, errSecUnsupportedKeySize)] {
            let trust = try newTrust([Self.names], key: ["rsa:\(bits)"])
            for policy in [try policy(nil), SecPolicyCreateBasicX509()] {
                SecTrustSetPolicies(trust, policy)
                var error: CFError?
                #expect(SecTrustEvaluateWithError(trust, &error) == (status == nil), "\(bits)")
                #expect(error.map { OSStatus($0.code) } == status)
            }
        }
    }

    @Test func isAPolicyLikeOthers() throws {
        let policy = try policy("ann@example.com")
        let properties = SecPolicyCopyProperties(policy) as? [String: Any]
        #expect(properties?[kSecPolicyOid as String] as? String == kSecPolicyAppleSMIME as String)
        #expect(properties?[kSecPolicyName as String] as? String == "ann@example.com")
        #expect(policy == (try self.policy("ann@example.com")))
        #expect(policy != (try self.policy(nil)))
        #expect(policy != SecPolicyCreateBasicX509())
    }

    private func policy(_ address: String?) throws -> SecPolicy {
        let properties = address.map { [kSecPolicyName: $0] as CFDictionary }
        return try #require(SecPolicyCreateWithProperties(kSecPolicyAppleSMIME, properties))
    }

    /// A certificate that is its own anchor.
    private func newTrust(_ extensions: [String], key: [String]) throws -> SecTrust {
        var made: SecTrust?
        try OpenSSL.inFolder { openssl in
            try openssl.run(
                ["req", "-x509", "-nodes", "-days", "3", "-subj"]
                    + ["/CN=Ann/emailAddress=sub@example.net", "-keyout", "key.pem"]
                    + ["-outform", "DER", "-out", "cert.der", "-newkey"] + key
                    + extensions.flatMap { ["-addext", $0] }
            )
            let bytes = try openssl.read("cert.der")
            let certificate = try #require(SecCertificateCreateWithData(nil, bytes as CFData))
            SecTrustCreateWithCertificates(certificate, nil, &made)
            SecTrustSetAnchorCertificates(try #require(made), [certificate] as CFArray)
        }
        return try #require(made)
    }
}
