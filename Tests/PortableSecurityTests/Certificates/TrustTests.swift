import Foundation
import PortableSecurity
import Testing

/// Whether certificates can be trusted, with anchors and policies given.
@Suite struct TrustTests {
    private static let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

    @Test func trustsAChainToAnAnchor() throws {
        let trust = try newTrust(anchors: [Fixture.root])
        var error: CFError?
        #expect(SecTrustEvaluateWithError(trust, &error))
        #expect(error == nil)
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate]
        #expect(chain == [Fixture.server, Fixture.root])
        #expect(SecTrustCopyKey(trust) == SecKeyCopyPublicKey(Fixture.serverKey))
        #expect(CFGetTypeID(trust) == SecTrustGetTypeID())
    }

    @Test func trustsNothingByItself() throws {
        for anchors in [[], [Fixture.nameless]] {
            try distrusts(newTrust(anchors: anchors), errSecNotTrusted)
        }
    }

    @Test func trustsWithinTheValidity() throws {
        let trust = try newTrust(anchors: [Fixture.root])
        for (date, status) in [
            (Date(timeIntervalSince1970: 1_500_000_000), errSecCertificateNotValidYet),
            (Date(timeIntervalSince1970: 5_000_000_000), errSecCertificateExpired),
        ] {
            #expect(SecTrustSetVerifyDate(trust, date as CFDate) == errSecSuccess)
            distrusts(trust, status)
        }
    }

    @Test func demandsTheHost() throws {
        let hosts: [(String?, Bool)] = [
            (nil, true), ("door.example.com", true), ("DOOR.example.com", true),
            ("example.com", false), ("other.example.com", false),
        ]
        for (host, isTrusted) in hosts {
            let policy = SecPolicyCreateSSL(true, host as CFString?)
            let trust = try newTrust(anchors: [Fixture.root], policy: policy)
            #expect(SecTrustEvaluateWithError(trust, nil) == isTrusted, "\(host ?? "any")")
        }
    }

    @Test func refusesOtherObjects() throws {
        var trust: SecTrust?
        let certificate = Fixture.server
        for certificates: CFTypeRef in [NSArray(), "x" as NSString, ["x"] as NSArray] {
            let status = SecTrustCreateWithCertificates(certificates, nil, &trust)
            #expect(status == errSecParam)
            #expect(trust == nil)
        }
        #expect(SecTrustCreateWithCertificates(certificate, certificate, &trust) == errSecParam)
        let other = try newTrust(anchors: [])
        #expect(SecTrustSetAnchorCertificates(other, ["x"] as CFArray) == errSecParam)
        #expect(SecTrustSetPolicies(other, "x" as CFString) == errSecParam)
    }

    @Test func showsPolicies() {
        let policy = SecPolicyCreateSSL(false, "h" as CFString)
        let properties = SecPolicyCopyProperties(policy) as? [String: Any]
        #expect(properties?[kSecPolicyOid as String] as? String == kSecPolicyAppleSSL as String)
        #expect(properties?[kSecPolicyName as String] as? String == "h")
        #expect(properties?[kSecPolicyClient as String] as? Bool == true)
        let made = SecPolicyCreateWithProperties(kSecPolicyAppleSSL, properties as CFDictionary?)
        #expect(made == policy)
        #expect(SecPolicyCreateWithProperties(kSecPolicyAppleX509Basic, nil) != policy)
        #expect(SecPolicyCreateWithProperties("1.2.3" as CFString, nil) == nil)
        #expect(CFGetTypeID(policy) == SecPolicyGetTypeID())
    }

    private func newTrust(
        anchors: [SecCertificate],
        policy: SecPolicy = SecPolicyCreateBasicX509()
    ) throws -> SecTrust {
        let certificates = [Fixture.server, Fixture.root] as CFArray
        var trust: SecTrust?
        #expect(SecTrustCreateWithCertificates(certificates, policy, &trust) == errSecSuccess)
        let made = try #require(trust)
        #expect(SecTrustSetAnchorCertificates(made, anchors as CFArray) == errSecSuccess)
        #expect(SecTrustSetVerifyDate(made, Self.now as CFDate) == errSecSuccess)
        return made
    }

    private func distrusts(_ trust: SecTrust, _ status: OSStatus) {
        var error: CFError?
        #expect(!SecTrustEvaluateWithError(trust, &error))
        #expect(error.map { CFErrorGetCode($0) } == Int(status))
        #expect(error.map { CFErrorGetDomain($0) as String } == NSOSStatusErrorDomain)
    }
}
