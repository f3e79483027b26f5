import Foundation
import Testing

@testable import PortableKeychain

/// The effect of answers about revocation on an evaluation.
@Suite(.enabled(if: OpenSSL.isPresent, "needs OpenSSL 3"))
struct RevocationCheckTests {
    @Test func refusesWhatWasRevoked() throws {
        let responder = try TestResponder()
        for (status, isRequired, cause) in [
            (TestResponder.revoked, false, .revoked), (TestResponder.revoked, true, .revoked),
            (TestResponder.good, false, nil), (TestResponder.good, true, nil),
            (nil, false, nil), (nil, true, .noRevocationAnswer),
        ] as [(String?, Bool, CertificateTrustError.Cause?)] {
            let bytes = try responder.answer(status)
            let refusal = Self.refusal(of: responder, [try OCSPResponse(der: bytes)], isRequired)
            #expect(refusal?.cause == cause)
        }
        #expect(Self.refusal(of: responder, [], false) == nil)
        #expect(Self.refusal(of: responder, [], true)?.cause == .noRevocationAnswer)
        // Signed without the right to do so, it is as if it were not there.
        let wrong = try OCSPResponse(der: responder.answer(TestResponder.revoked, by: .server))
        #expect(Self.refusal(of: responder, [wrong], false) == nil)
        #expect(Self.refusal(of: responder, [wrong], true)?.cause == .noRevocationAnswer)
    }

    @Test func saysWhenAndWhy() throws {
        let responder = try TestResponder()
        for (status, words) in [
            (TestResponder.revoked, ", because its key was compromised"),
            (TestResponder.revokedWithoutReason, ""),
        ] {
            let response = try OCSPResponse(der: responder.answer(status))
            let refusal = try #require(Self.refusal(of: responder, [response], false))
            #expect(
                refusal.reason
                    == "The certificate \"Certificate 1\" was revoked on 2026-11-01\(words)."
            )
            #expect(!refusal.cause.isExcusable)
            #expect(refusal.path == [responder.leaf, responder.root])
        }
        #expect(
            Self.refusal(of: responder, [], true)?.reason == """
                The certificate "Certificate 1" must be known not to be revoked, and no answer of \
                its authority says so.
                """
        )
    }

    private static func refusal(
        of responder: TestResponder,
        _ responses: [OCSPResponse],
        _ isRequired: Bool
    ) -> CertificateTrustError? {
        var question = TrustQuestion(policy: .basicX509, anchors: [responder.root])
        question.revocation.responses = responses
        question.revocation.isRequired = isRequired
        do throws(CertificateTrustError) {
            try responder.leaf.evaluateTrust(question)
            return nil
        } catch {
            return error
        }
    }
}
