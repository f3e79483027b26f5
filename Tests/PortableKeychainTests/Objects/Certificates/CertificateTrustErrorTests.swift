import Foundation
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Refusals say which certificate is at fault, and why.
@Suite struct CertificateTrustErrorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let known: KnownCertificate
        var others: [KnownCertificate] = []
        var anchors: [KnownCertificate] = [.root]
        var policy = CertificatePolicy.basicX509
        var moment = CertificatePathTests.now
        let cause: CertificateTrustError.Cause
        /// The certificate at fault; `nil` for the one in question.
        var culprit: KnownCertificate?
        let reason: String

        var testDescription: String { reason }
    }

    static let rows: [Row] = [
        Row(
            known: .leaf,
            cause: .noAnchor,
            reason: """
                The certificate "Leaf" was issued by "Issuing", from which no path leads to a \
                trusted certificate.
                """
        ),
        Row(
            known: .leaf,
            others: [.issuing],
            anchors: [],
            cause: .noAnchor,
            culprit: .issuing,
            reason: """
                The certificate "Issuing" was issued by "Root", from which no path leads to a \
                trusted certificate.
                """
        ),
        Row(
            known: .leaf,
            others: [.issuing, .root],
            anchors: [],
            cause: .noAnchor,
            culprit: .root,
            reason: """
                The certificate "Root" was issued by itself and is not among the trusted \
                certificates.
                """
        ),
        Row(
            known: .leafExpired,
            others: [.issuing],
            cause: .expired,
            reason: "The certificate \"Leaf\" expired on 2026-01-01."
        ),
        Row(
            known: .leaf,
            others: [.issuing],
            moment: 757_382_399,
            cause: .notValidYet,
            reason: "The certificate \"Leaf\" is not valid before 2025-01-01."
        ),
        Row(
            known: .leafCritical,
            others: [.issuing],
            cause: .unknownExtension,
            reason: """
                The certificate "Leaf" has a critical extension that is not supported: the \
                extension 1.2.3.4.
                """
        ),
        Row(
            known: .underClientsOnly,
            others: [.clientsOnly],
            policy: .tlsServer(host: nil),
            cause: .wrongPurpose,
            culprit: .clientsOnly,
            reason: "The certificate \"clientsOnly\" does not allow its use for TLS servers."
        ),
        Row(
            known: .leaf,
            others: [.issuing],
            policy: .tlsServer(host: "example.org"),
            cause: .wrongHost,
            reason: "The certificate \"Leaf\" does not name the host \"example.org\"."
        ),
        Row(
            known: .leaf,
            others: [.issuing],
            policy: CertificatePolicy(identifier: "1.2.3"),
            cause: .unknownPolicy,
            reason: """
                The certificate "Leaf" cannot be trusted under the policy "1.2.3", which is not \
                known.
                """
        ),
    ]

    @Test(arguments: rows)
    func namesTheCertificateAtFault(row: Row) throws {
        let certificate = try row.known.certificate
        let anchors = try row.anchors.map { try $0.certificate }
        let others = try row.others.map { try $0.certificate }
        let refusal = #expect(throws: CertificateTrustError.self) {
            try certificate.evaluateTrust(
                for: row.policy,
                anchors: anchors,
                intermediates: others,
                at: Date(timeIntervalSinceReferenceDate: row.moment)
            )
        }
        let culprit = try (row.culprit ?? row.known).certificate
        #expect(refusal?.cause == row.cause)
        #expect(refusal?.certificate == culprit)
        #expect(refusal?.reason == row.reason)
        let digits = culprit.serialNumber.map { String(format: "%02x", $0) }.joined()
        #expect(refusal?.description == "\(row.reason) (serial number \(digits))")
    }

    @Test(
        arguments: [
            (30, "constraints on names in a form that is not valid (2.5.29.30)"),
            (31, "places of revocation lists (2.5.29.31)"),
            (32, "certificate policies (2.5.29.32)"),
            (36, "constraints on certificate policies (2.5.29.36)"),
            (99, "the extension 2.5.29.99"),
        ] as [(UInt8, String)]
    )
    func namesExtensionsInWords(number: UInt8, words: String) throws {
        var made = TestCertificate()
        made.set(extensions: [TestCertificate.extension(number, [5, 0], flag: [1, 1, 0xFF])])
        let certificate = try X509Certificate(der: made.der)
        let refusal = #expect(throws: CertificateTrustError.self) {
            try certificate.evaluateTrust(anchors: [certificate])
        }
        #expect(refusal?.reason.hasSuffix(" that is not supported: \(words).") == true)
    }

    @Test func comparesByCauseAndCertificate() throws {
        let leaf = try KnownCertificate.leaf.certificate
        let root = try KnownCertificate.root.certificate
        let refusal = CertificateTrustError(.wrongHost("a"), leaf)
        #expect(refusal == CertificateTrustError(.wrongHost("b"), leaf))
        #expect(refusal != CertificateTrustError(.expired, leaf))
        #expect(refusal != CertificateTrustError(.wrongHost("a"), root))
        #expect("\(refusal.cause)" == "wrongHost")
    }
}
