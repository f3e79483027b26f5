import Foundation
import PortableSecurity
import Testing

/// The results that are known after an evaluation.
@Suite struct TrustResultTests {
    private static let moment = Date(timeIntervalSinceReferenceDate: 800_000_000)

    @Test(arguments: [true, false])
    func saysTheAnswerAndWhen(isTrusted: Bool) throws {
        let trust = try newTrust(anchors: isTrusted ? [Fixture.root] : [])
        let before = Date()
        let result = try #require(SecTrustCopyResult(trust) as? [String: Any])
        let answer: SecTrustResultType = isTrusted ? .unspecified : .recoverableTrustFailure
        #expect(result[kSecTrustResultValue as String] as? UInt32 == answer.rawValue)
        let date = try #require(result[kSecTrustEvaluationDate as String] as? Date)
        #expect((before...Date()).contains(date))
        // Of the others nothing is known.
        #expect(result.count == 2)
    }

    @Test func namesTheCertificateAtFault() throws {
        let trust = try newTrust(anchors: [Fixture.root])
        let names = try #require(SecTrustCopyCertificateChain(trust) as? [SecCertificate]).map {
            SecCertificateCopySubjectSummary($0).map { $0 as String } ?? ""
        }
        func properties() -> [[String: String]]? {
            SecTrustCopyProperties(trust) as? [[String: String]]
        }
        #expect(names.count == 2)
        #expect(properties() == names.map { ["title": $0] })
        SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, "other.example.com" as CFString))
        var error: CFError?
        #expect(!SecTrustEvaluateWithError(trust, &error))
        let reason = try #require(error?.localizedDescription)
        #expect(reason.contains("other.example.com"))
        #expect(properties() == [["title": names[0], "error": reason], ["title": names[1]]])
    }

    @Test(arguments: [true, false])
    func answersLater(isTrusted: Bool) async throws {
        let trust = try newTrust(anchors: isTrusted ? [Fixture.root] : [])
        for queue in [DispatchQueue(label: "test"), nil] {
            let answer = await withCheckedContinuation { continuation in
                let status = SecTrustEvaluateAsync(trust, queue) { asked, answer in
                    #expect(asked == trust)
                    continuation.resume(returning: answer)
                }
                #expect(status == errSecSuccess)
            }
            #expect(answer == (isTrusted ? .unspecified : .recoverableTrustFailure))
        }
    }

    @Test func remembersWhetherToFetch() throws {
        let trust = try newTrust(anchors: [Fixture.root])
        var isAllowed: DarwinBoolean = false
        #expect(SecTrustGetNetworkFetchAllowed(trust, &isAllowed) == errSecSuccess)
        #expect(isAllowed.boolValue)
        for wanted in [false, true] {
            #expect(SecTrustSetNetworkFetchAllowed(trust, wanted) == errSecSuccess)
            #expect(SecTrustGetNetworkFetchAllowed(trust, &isAllowed) == errSecSuccess)
            #expect(isAllowed.boolValue == wanted)
            #expect(SecTrustEvaluateWithError(trust, nil))
        }
    }

    private func newTrust(anchors: [SecCertificate]) throws -> SecTrust {
        var made: SecTrust?
        SecTrustCreateWithCertificates(Fixture.server, nil, &made)
        let trust = try #require(made)
        SecTrustSetAnchorCertificates(trust, anchors as CFArray)
        SecTrustSetVerifyDate(trust, Self.moment as CFDate)
        return trust
    }
}
