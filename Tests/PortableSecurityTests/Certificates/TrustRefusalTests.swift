import Foundation
@_spi(Keepers) import PortableKeychain
import Testing

@testable import PortableSecurity

/// Trust is refused where the answer is not known (item-semantics.md §6.5).
@Suite struct TrustRefusalTests {
    private static let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

    @Test func refusesUnknownPolicies() throws {
        let trust = try newTrust(SecPolicy(CertificatePolicy(identifier: "1.2.3")))
        #expect(!SecTrustEvaluateWithError(trust, nil))
        // One that is known besides changes nothing.
        let both =
            [SecPolicyCreateBasicX509(), SecPolicy(CertificatePolicy(identifier: "1.2.3"))]
            as NSArray
        #expect(SecTrustSetPolicies(trust, both) == errSecSuccess)
        #expect(!SecTrustEvaluateWithError(trust, nil))
        #expect(SecTrustSetPolicies(trust, SecPolicyCreateBasicX509()) == errSecSuccess)
        #expect(SecTrustEvaluateWithError(trust, nil))
    }

    @Test func refusesInvalidDates() throws {
        let trust = try newTrust(SecPolicyCreateBasicX509())
        for moment in [Double.nan, .infinity, -.infinity] {
            let date = Date(timeIntervalSinceReferenceDate: moment)
            #expect(SecTrustSetVerifyDate(trust, date as CFDate) == errSecSuccess)
            #expect(!SecTrustEvaluateWithError(trust, nil), "\(moment)")
        }
    }

    /// The description names the certificate, as Apple's does.
    @Test func describesTheCertificateAtFault() throws {
        let name = try #require(SecCertificateCopySubjectSummary(Fixture.server) as String?)
        let host = "other.example.com"
        let trust = try newTrust(SecPolicyCreateSSL(true, host as CFString))
        var error: CFError?
        #expect(!SecTrustEvaluateWithError(trust, &error))
        #expect(error.map { CFErrorGetCode($0) } == Int(errSecHostNameMismatch))
        #expect(
            error.map { CFErrorCopyDescription($0) as String }
                == "The certificate \"\(name)\" does not name the host \"\(host)\"."
        )
    }

    /// TLS demands 2,048 bits of RSA keys; a path by itself does not.
    @Test(.enabled(if: OpenSSL.isInstalled, "needs the openssl command"))
    func refusesShortKeys() throws {
        try OpenSSL.inFolder { openssl in
            try openssl.run([
                "req", "-x509", "-newkey", "rsa:1024", "-nodes", "-subj", "/CN=Short", "-days", "3",
                "-keyout", "key.pem", "-out", "cert.pem",
            ])
            try openssl.run(["x509", "-in", "cert.pem", "-outform", "DER", "-out", "cert.der"])
            let certificate = try #require(
                SecCertificateCreateWithData(nil, openssl.read("cert.der") as CFData)
            )
            for (policy, code) in [
                (SecPolicyCreateBasicX509(), nil),
                (SecPolicyCreateSSL(true, nil), Int(errSecUnsupportedKeySize)),
                (SecPolicyCreateSSL(false, nil), Int(errSecUnsupportedKeySize)),
            ] {
                var made: SecTrust?
                SecTrustCreateWithCertificates(certificate, policy, &made)
                let trust = try #require(made)
                SecTrustSetAnchorCertificates(trust, [certificate] as CFArray)
                var error: CFError?
                #expect(SecTrustEvaluateWithError(trust, &error) == (code == nil))
                #expect(error.map { CFErrorGetCode($0) } == code)
            }
        }
    }

    private func newTrust(_ policy: SecPolicy) throws -> SecTrust {
        var trust: SecTrust?
        #expect(
            SecTrustCreateWithCertificates([Fixture.server] as CFArray, policy, &trust)
                == errSecSuccess
        )
        let made = try #require(trust)
        #expect(SecTrustSetAnchorCertificates(made, [Fixture.root] as CFArray) == errSecSuccess)
        #expect(SecTrustSetVerifyDate(made, Self.now as CFDate) == errSecSuccess)
        return made
    }
}
