import Foundation
import PortableSecurity
import Testing

/// Settings of a question of trust can be read, and its answer holds until one of them changes.
@Suite struct TrustSettingTests {
    private static let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

    @Test func givesBackWhatWasSet() throws {
        let trust = try newTrust()
        var policies: CFArray?
        #expect(SecTrustCopyPolicies(trust, &policies) == errSecSuccess)
        #expect(policies as? [SecPolicy] == [SecPolicyCreateBasicX509()])
        let tls = SecPolicyCreateSSL(true, "a.test" as CFString)
        SecTrustSetPolicies(trust, [tls] as CFArray)
        SecTrustCopyPolicies(trust, &policies)
        #expect(policies as? [SecPolicy] == [tls])

        var anchors: CFArray?
        #expect(SecTrustCopyCustomAnchorCertificates(trust, &anchors) == errSecSuccess)
        #expect(anchors == nil)
        SecTrustSetAnchorCertificates(trust, [Fixture.root] as CFArray)
        SecTrustCopyCustomAnchorCertificates(trust, &anchors)
        #expect(anchors as? [SecCertificate] == [Fixture.root])
        SecTrustSetAnchorCertificates(trust, nil)
        SecTrustCopyCustomAnchorCertificates(trust, &anchors)
        #expect(anchors == nil)

        let before = CFAbsoluteTimeGetCurrent()
        #expect((before...before + 60).contains(SecTrustGetVerifyTime(trust)))
        SecTrustSetVerifyDate(trust, Self.now as CFDate)
        #expect(SecTrustGetVerifyTime(trust) == 800_000_000)
    }

    static let changes: [(String, @Sendable (SecTrust) -> Void)] = [
        ("policies", { SecTrustSetPolicies($0, SecPolicyCreateBasicX509()) }),
        ("anchors", { SecTrustSetAnchorCertificates($0, [Fixture.root] as CFArray) }),
        ("only these", { SecTrustSetAnchorCertificatesOnly($0, true) }),
        ("the date", { SecTrustSetVerifyDate($0, now as CFDate) }),
        ("responses", { SecTrustSetOCSPResponse($0, nil) }),
        ("timestamps", { SecTrustSetSignedCertificateTimestamps($0, nil) }),
        ("fetching", { SecTrustSetNetworkFetchAllowed($0, false) }),
        ("exceptions", { SecTrustSetExceptions($0, nil) }),
    ]

    @Test(arguments: changes.indices)
    func hasNoAnswerAfterAChange(index: Int) throws {
        let trust = try newTrust()
        SecTrustSetAnchorCertificates(trust, [Fixture.root] as CFArray)
        SecTrustSetVerifyDate(trust, Self.now as CFDate)
        #expect(answer(of: trust) == .invalid)
        #expect(SecTrustEvaluateWithError(trust, nil))
        #expect(answer(of: trust) == .unspecified)
        Self.changes[index].1(trust)
        #expect(answer(of: trust) == .invalid, "\(Self.changes[index].0)")
    }

    private func answer(of trust: SecTrust) -> SecTrustResultType? {
        var result = SecTrustResultType.otherError
        return SecTrustGetTrustResult(trust, &result) == errSecSuccess ? result : nil
    }

    private func newTrust() throws -> SecTrust {
        var made: SecTrust?
        SecTrustCreateWithCertificates(Fixture.server, nil, &made)
        return try #require(made)
    }
}
