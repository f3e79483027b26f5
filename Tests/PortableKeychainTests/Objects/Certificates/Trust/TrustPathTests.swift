import Foundation
import Testing

@testable import PortableKeychain

/// An evaluation can be followed: it lists the paths that were tried, and the findings of each
/// check.
@Suite struct TrustPathTests {
    /// The subjects of a path, the failed check as "place check", and whether it is the answer.
    struct Row: Sendable, Equatable {
        let subjects: [String]
        var failed: [String] = []
        var isChosen = false
    }

    struct Question: Sendable {
        let known: KnownCertificate
        var others: [KnownCertificate] = []
        var anchors: [KnownCertificate] = [.root]
        var policy = CertificatePolicy.basicX509
        let rows: [Row]
    }

    static let questions = [
        Question(
            known: .leaf,
            others: [.issuing],
            rows: [Row(subjects: ["Leaf", "Issuing", "Root"], isChosen: true)]
        ),
        Question(known: .leaf, rows: [Row(subjects: ["Leaf"], failed: ["0 anchor"])]),
        Question(
            known: .leafExpired,
            others: [.issuing],
            rows: [Row(subjects: ["Leaf", "Issuing", "Root"], failed: ["0 validity"])]
        ),
        Question(
            known: .leafCritical,
            others: [.issuing],
            rows: [Row(subjects: ["Leaf", "Issuing", "Root"], failed: ["0 critical extensions"])]
        ),
        Question(
            known: .leafSHA1,
            others: [.issuing],
            rows: [
                Row(subjects: ["Leaf", "Issuing"], failed: ["0 signature"]),
                Row(subjects: ["Leaf"], failed: ["0 anchor"]),
            ]
        ),
        Question(
            known: .underNotAuthority,
            others: [.notAuthority],
            rows: [
                Row(subjects: ["Leaf", "notAuthority"], failed: ["1 authority"]),
                Row(subjects: ["Leaf"], failed: ["0 anchor"]),
            ]
        ),
        Question(
            known: .underNoSigning,
            others: [.noSigning],
            rows: [
                Row(subjects: ["Leaf", "noSigning"], failed: ["1 signing of certificates"]),
                Row(subjects: ["Leaf"], failed: ["0 anchor"]),
            ]
        ),
        Question(
            known: .underTooDeep,
            others: [.tooDeep, .issuing],
            rows: [
                Row(subjects: ["Leaf", "Too Deep", "Issuing"], failed: ["2 path length"]),
                Row(subjects: ["Leaf", "Too Deep"], failed: ["1 anchor"]),
            ]
        ),
        Question(
            known: .underConstrainedSoftly,
            others: [.constrainedSoftly],
            rows: [
                Row(
                    subjects: ["Leaf", "constrainedSoftly", "Root"],
                    failed: ["0 name constraints"]
                )
            ]
        ),
        Question(
            known: .underClientsOnly,
            others: [.clientsOnly],
            policy: .tlsServer(host: "a.test"),
            rows: [
                Row(
                    subjects: ["Leaf", "clientsOnly", "Root"],
                    failed: [
                        "0 host", "1 extended key usage", "0 purpose of a server",
                        "0 period of a server",
                    ]
                )
            ]
        ),
    ]

    @Test(arguments: questions.indices)
    func saysWhatWasTried(index: Int) throws {
        let question = Self.questions[index]
        var tried: [TrustPath] = []
        var refusal: CertificateTrustError?
        let certificate = try question.known.certificate
        let asked = try question.asked(at: CertificatePathTests.now)
        do throws(CertificateTrustError) {
            try certificate.evaluateTrust(asked, recording: { tried.append($0) })
        } catch {
            refusal = error
        }
        let rows = tried.map { path in
            Row(
                subjects: path.certificates.map { $0.subjectSummary ?? "" },
                failed: path.findings.filter { $0.reason != nil }.map { "\($0.place) \($0.check)" },
                isChosen: path.isChosen
            )
        }
        #expect(rows == question.rows)
        // The answer is what was recorded: one chosen path, or a reason among those of the paths.
        #expect((refusal == nil) == (tried.last?.isChosen == true))
        if let refusal {
            #expect(tried.flatMap(\.findings).contains { $0.reason == refusal.reason })
        }
    }

    /// Every check is in the list once, and under a name of its own.
    @Test func checksHaveNames() {
        let names = TrustChecks.Stage.allCases.flatMap { TrustChecks.checks($0) }.map(\.name)
        #expect(Set(names).count == names.count && names.count == 17)
    }

    /// Passed checks are reported too, of all certificates.
    @Test func saysWhatPassed() throws {
        var tried: [TrustPath] = []
        let question = Question(known: .leaf, others: [.issuing], rows: [])
        try question.known.certificate.evaluateTrust(
            question.asked(at: CertificatePathTests.now),
            recording: { tried.append($0) }
        )
        let path = try #require(tried.last)
        func checks(on place: Int) -> [String] {
            path.findings.filter { $0.place == place }.map(\.check)
        }
        let own = ["critical extensions", "validity", "key strength"]
        #expect(checks(on: 0) == ["signature"] + own)
        #expect(
            checks(on: 1)
                == ["authority", "signing of certificates", "path length", "signature"] + own
        )
        #expect(checks(on: 2) == ["authority", "signing of certificates", "anchor"] + own)
    }
}

extension TrustPathTests.Question {
    func asked(at moment: Double) throws -> TrustQuestion {
        TrustQuestion(
            policy: policy,
            anchors: try anchors.map { try $0.certificate },
            intermediates: try others.map { try $0.certificate },
            moment: Date(timeIntervalSinceReferenceDate: moment)
        )
    }
}
