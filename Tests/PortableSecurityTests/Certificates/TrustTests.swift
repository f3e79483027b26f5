import Foundation
import PortableKeychain
import Testing

@testable import PortableSecurity

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

    /// A certificate of the system that is valid at the moment of these tests.
    private static let systemRoot = TrustBundle.contents().flatMap { bytes in
        (try? X509Certificate.supported(in: bytes))?.first {
            $0.validity.notBefore < now && $0.validity.notAfter > now
        }
    }

    @Test(.enabled("this system has no bundle of certificates") { systemRoot != nil })
    func trustsTheSystem() throws {
        let root = SecCertificate(try #require(Self.systemRoot))
        func trust(_ prepare: (SecTrust) -> Void) throws -> Bool {
            var made: SecTrust?
            #expect(SecTrustCreateWithCertificates(root, nil, &made) == errSecSuccess)
            let trust = try #require(made)
            #expect(SecTrustSetVerifyDate(trust, Self.now as CFDate) == errSecSuccess)
            prepare(trust)
            return SecTrustEvaluateWithError(trust, nil)
        }
        let other = [Fixture.root] as CFArray
        #expect(try trust { _ in })
        #expect(try !trust { SecTrustSetAnchorCertificates($0, other) })
        #expect(try !trust { SecTrustSetAnchorCertificatesOnly($0, true) })
        #expect(
            try trust {
                SecTrustSetAnchorCertificates($0, other)
                SecTrustSetAnchorCertificatesOnly($0, false)
            }
        )
        #expect(
            try trust {
                SecTrustSetAnchorCertificates($0, other)
                SecTrustSetAnchorCertificates($0, nil)
            }
        )
    }

    @Test func answersAsOlderFunctionsDo() async throws {
        for (anchors, expected) in [
            ([Fixture.root], SecTrustResultType.unspecified), ([], .recoverableTrustFailure),
        ] {
            let trust = try newTrust(anchors: anchors)
            for ask in [SecTrustEvaluate, { SecTrustGetTrustResult($0, $1!) }] {
                var result = SecTrustResultType.invalid
                #expect(ask(trust, &result) == errSecSuccess)
                #expect(result == expected)
            }
            #expect(SecTrustGetCertificateAtIndex(trust, 0) == Fixture.server)
            #expect(SecTrustGetCertificateAtIndex(trust, -1) == nil)
            #expect(SecTrustGetCertificateAtIndex(trust, 2) == nil)
            #expect(SecTrustCopyPublicKey(trust) == SecTrustCopyKey(trust))
            #expect(SecTrustSetNetworkFetchAllowed(trust, true) == errSecSuccess)
            let answer = await withCheckedContinuation { continuation in
                SecTrustEvaluateAsyncWithError(trust, .global()) { _, isTrusted, error in
                    continuation.resume(returning: (isTrusted, error?.code))
                }
            }
            #expect(answer.0 == (expected == .unspecified))
            #expect(answer.1 == (answer.0 ? nil : Int(errSecNotTrusted)))
        }
    }

    @Test func knowsNothingOfRevocation() throws {
        #expect(SecPolicyCreateRevocation(0) == nil)
        #expect(SecPolicyCreateRevocation(kSecRevocationNetworkAccessDisabled) == nil)
        let any = try #require(SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod))
        let flags = kSecRevocationOCSPMethod | kSecRevocationRequirePositiveResponse
        let required = try #require(SecPolicyCreateRevocation(flags))
        #expect(any != required)
        let basic = SecPolicyCreateBasicX509()
        for (policies, isTrusted) in [
            ([basic, any], true), ([any], true), ([basic, required], false),
        ] {
            let trust = try newTrust(anchors: [Fixture.root])
            #expect(SecTrustSetPolicies(trust, policies as CFArray) == errSecSuccess)
            #expect(SecTrustEvaluateWithError(trust, nil) == isTrusted)
        }
        // Without an anchor, an optional demand trusts nothing.
        let trust = try newTrust(anchors: [], policy: any)
        #expect(!SecTrustEvaluateWithError(trust, nil))
    }

    @Test func refusedChainsHoldWhatIsSigned() throws {
        // Handed in, but no issuer of the server's certificate.
        var made: SecTrust?
        let given = [Fixture.server, Fixture.nameless, Fixture.root] as CFArray
        #expect(SecTrustCreateWithCertificates(given, nil, &made) == errSecSuccess)
        let trust = try #require(made)
        #expect(SecTrustSetVerifyDate(trust, Self.now as CFDate) == errSecSuccess)
        #expect(SecTrustSetAnchorCertificates(trust, [] as CFArray) == errSecSuccess)
        #expect(!SecTrustEvaluateWithError(trust, nil))
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate]
        #expect(chain == [Fixture.server, Fixture.root])
        let elsewhere = SecPolicyCreateSSL(true, "x" as CFString)
        let refused = try newTrust(anchors: [Fixture.root], policy: elsewhere)
        #expect(
            SecTrustCopyCertificateChain(refused) as? [SecCertificate]
                == [Fixture.server, Fixture.root]
        )
        var alone: SecTrust?
        let pair = [Fixture.server, Fixture.nameless] as CFArray
        #expect(SecTrustCreateWithCertificates(pair, nil, &alone) == errSecSuccess)
        let unlinked = try #require(alone)
        #expect(SecTrustSetAnchorCertificates(unlinked, [] as CFArray) == errSecSuccess)
        #expect(SecTrustCopyCertificateChain(unlinked) as? [SecCertificate] == [Fixture.server])
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
            let trust = try newServerTrust(host)
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

    /// A program's own anchor does not free a server of the limit on its days.
    @Test func demandsShortValidity() throws {
        let policy = SecPolicyCreateSSL(true, "door.example.com" as CFString)
        let code = errSecCertificateValidityPeriodTooLong
        distrusts(try newTrust(anchors: [Fixture.root], policy: policy), code)
        #expect(SecTrustEvaluateWithError(try newServerTrust("door.example.com"), nil))
    }

    private func newServerTrust(_ host: String?) throws -> SecTrust {
        var made: SecTrust?
        let policy = SecPolicyCreateSSL(true, host as CFString?)
        SecTrustCreateWithCertificates(Fixture.briefServer, policy, &made)
        let trust = try #require(made)
        SecTrustSetAnchorCertificates(trust, [Fixture.briefRoot] as CFArray)
        SecTrustSetVerifyDate(trust, Self.now as CFDate)
        return trust
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
