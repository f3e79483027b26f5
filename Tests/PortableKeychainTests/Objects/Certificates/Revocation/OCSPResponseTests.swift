import Foundation
import Testing

@testable import PortableKeychain

/// Answers of authorities about revocation, as the openssl command makes them (RFC 6960).
@Suite(.enabled(if: OpenSSL.isPresent, "needs OpenSSL 3"))
struct OCSPResponseTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var status: String? = TestResponder.revoked
        var signer = TestResponder.Signer.root
        var options = ["-ndays", "7"]
        var request = "request.der"
        /// The delay of the question, in seconds from now.
        var delay = 0.0
        /// The status in the answer; `nil` if it counts for nothing.
        let says: String?

        var testDescription: String { name }
    }

    private static let day = 86_400.0

    static let rows: [Row] = [
        Row(name: "revoked", says: "revoked 1"),
        Row(name: "without a reason", status: TestResponder.revokedWithoutReason, says: "revoked"),
        Row(name: "good", status: TestResponder.good, says: "good"),
        Row(name: "unknown", status: nil, says: "unknown"),
        Row(
            name: "the signer by its key",
            options: ["-resp_key_id", "-ndays", "7"],
            says: "revoked 1"
        ),
        Row(name: "SHA-256", request: "request-sha256.der", says: "revoked 1"),
        Row(
            name: "a digest that is not believed",
            options: ["-ndays", "7", "-rmd", "sha1"],
            says: nil
        ),
        Row(name: "by a delegate", signer: .delegate, says: "revoked 1"),
        Row(
            name: "by a delegate, by its key",
            signer: .delegate,
            options: ["-resp_key_id", "-ndays", "7"],
            says: "revoked 1"
        ),
        Row(
            name: "by a delegate whose certificate is missing",
            signer: .delegate,
            options: ["-resp_no_certs", "-ndays", "7"],
            says: nil
        ),
        Row(name: "by a server", signer: .server, says: nil),
        Row(name: "by a stranger", signer: .stranger, says: nil),
        Row(name: "by the certificate itself", signer: .leaf, says: nil),
        Row(name: "on its last day", delay: 6.9 * day, says: "revoked 1"),
        Row(name: "a little late", delay: 7 * day + 200, says: "revoked 1"),
        Row(name: "too late", delay: 7 * day + 400, says: nil),
        Row(name: "a little early", delay: -200, says: "revoked 1"),
        Row(name: "too early", delay: -400, says: nil),
        Row(name: "without an end, today", options: [], delay: 0.9 * day, says: "revoked 1"),
        Row(name: "without an end, later", options: [], delay: day + 400, says: nil),
        Row(name: "by a delegate of today", signer: .late, delay: 0.9 * day, says: "revoked 1"),
        Row(name: "by a delegate of yesterday", signer: .late, delay: 1.1 * day, says: nil),
    ]

    /// Made once, because each takes many calls of the command.
    private static let responder = Result { try TestResponder() }

    @Test func countsWhatIsGood() throws {
        let responder = try Self.responder.get()
        for row in Self.rows {
            let bytes = try responder.answer(
                row.status,
                by: row.signer,
                row.options,
                request: row.request
            )
            let answers = try OCSPResponse(der: bytes).answers(
                about: responder.leaf,
                issuedBy: responder.root,
                at: Date(timeIntervalSinceNow: row.delay)
            )
            #expect(answers.map(\.status.words) == (row.says.map { [$0] } ?? []), "\(row.name)")
        }
    }

    @Test func isAboutOneCertificate() throws {
        let responder = try TestResponder()
        for request in ["request.der", "request-sha256.der"] {
            let bytes = try responder.answer(TestResponder.revoked, request: request)
            let response = try OCSPResponse(der: bytes)
            for (certificate, issuer, count) in [
                (responder.leaf, responder.root, 1),
                // Another number, another name and key.
                (responder.certificates[2], responder.root, 0),
                (responder.leaf, responder.certificates[2], 0),
            ] {
                let answers = response.answers(about: certificate, issuedBy: issuer, at: Date())
                #expect(answers.count == count)
            }
        }
    }

    /// Any changed byte makes it unreadable, or count for nothing; except for those of the
    /// delegate's certificate, whose signature can be written in two ways.
    @Test func noticesChanges() throws {
        let responder = try TestResponder()
        for signer in [TestResponder.Signer.root, .delegate] {
            let bytes = try responder.answer(
                TestResponder.good,
                by: signer,
                // A root's certificate beside its signature could change without notice.
                ["-ndays", "7"] + (signer == .root ? ["-resp_no_certs"] : [])
            )
            let delegate = responder.certificates[TestResponder.Signer.delegate.rawValue].der
            let other = bytes.indices.first { bytes[$0...].starts(with: delegate) }
            for place in bytes.indices where other.map({ place < $0 }) ?? true {
                var altered = bytes
                altered[place] ^= 1
                guard let response = try? OCSPResponse(der: altered) else { continue }
                let answers = response.answers(
                    about: responder.leaf,
                    issuedBy: responder.root,
                    at: Date()
                )
                #expect(answers.isEmpty, "byte \(place)")
            }
        }
    }

    /// The worst answer counts where answers contradict each other.
    @Test func believesTheWorst() throws {
        let responder = try TestResponder()
        let good = try OCSPResponse(der: responder.answer(TestResponder.good))
        let longer = try OCSPResponse(der: responder.answer(TestResponder.good, ["-ndays", "9"]))
        let revoked = try OCSPResponse(der: responder.answer(TestResponder.revoked))
        for (responses, words, days) in [
            ([good, longer], "good", 9.0), ([longer, good], "good", 9),
            ([longer, revoked, good], "revoked 1", 7), ([good], "good", 7),
        ] {
            var demand = RevocationDemand()
            demand.responses = responses
            let answer = try #require(
                demand.answer(about: responder.leaf, issuedBy: responder.root, at: Date())
            )
            #expect(answer.status.words == words)
            let end = answer.lastMoment.timeIntervalSinceNow / Self.day
            #expect((days - 0.1...days).contains(end))
        }
    }

    @Test func refusesOtherBytes() throws {
        let responder = try TestResponder()
        let bytes = try responder.answer(TestResponder.good)
        // "tryLater", without an answer (RFC 6960, 4.2.1).
        let refusals: [[UInt8]] = [
            [], [0x30, 3, 0x0A, 1, 3], [0x30, 3, 0x0A, 1, 0], bytes + [0], responder.leaf.der,
            Array(bytes.dropLast()), [UInt8](repeating: 0x30, count: OCSPResponse.lengthLimit + 1),
        ]
        for refusal in refusals {
            #expect(throws: KeychainError(.undecodable)) { try OCSPResponse(der: refusal) }
        }
    }
}

extension OCSPResponse.Status {
    fileprivate var words: String {
        switch self {
        case .good: "good"
        case .revoked(_, let reason): "revoked" + (reason.map { " \($0)" } ?? "")
        case .unknown: "unknown"
        }
    }
}
