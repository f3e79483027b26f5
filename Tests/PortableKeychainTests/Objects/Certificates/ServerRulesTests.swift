import Foundation
import Testing

@testable import PortableKeychain

/// The rules for certificates of servers of recent years (item-semantics.md §6.5).
@Suite struct ServerRulesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let start: String
        let end: String
        var purposes = true
        var isPublic = false
        /// The alternative names.
        var names = TestDER.value(0x82, "a.test")
        var causes: [CertificateTrustError.Cause] = []

        var testDescription: String { "\(start) to \(end), public: \(isPublic)" }
    }

    static let rows: [Row] = [
        Row(start: "20260101000000Z", end: "20280405000000Z"),
        Row(start: "20260101000000Z", end: "20280405000001Z", causes: [.longValidity]),
        Row(
            start: "20260101000000Z",
            end: "20260201000000Z",
            purposes: false,
            causes: [.wrongPurpose]
        ),
        Row(start: "20190701000000Z", end: "20300101000000Z", causes: [.longValidity]),
        Row(start: "20190630235959Z", end: "20300101000000Z"),
        Row(start: "20190630235959Z", end: "20300101000000Z", purposes: false, isPublic: true),
        Row(
            start: "20190701000000Z",
            end: "20300101000000Z",
            purposes: false,
            causes: [.wrongPurpose, .longValidity]
        ),
        // Below the system's anchors.
        Row(start: "20260101000000Z", end: "20270203000000Z", isPublic: true),
        Row(
            start: "20260101000000Z",
            end: "20270203000001Z",
            isPublic: true,
            causes: [.longValidity]
        ),
        Row(start: "20260101000000Z", end: "20270203000001Z"),
        Row(start: "20200831235959Z", end: "20220101000000Z", isPublic: true),
        Row(
            start: "20200901000000Z",
            end: "20220101000000Z",
            isPublic: true,
            causes: [.longValidity]
        ),
        // A host must be named, whenever it was issued.
        Row(
            start: "20260101000000Z",
            end: "20260201000000Z",
            names: TestDER.value(0x81, "ann@a.test"),
            causes: [.wrongHost]
        ),
        Row(start: "20100101000000Z", end: "20300101000000Z", names: [], causes: [.wrongHost]),
        Row(
            start: "20260101000000Z",
            end: "20260201000000Z",
            names: TestDER.value(0x87, [192, 0, 2, 1])
        ),
    ]

    @Test(arguments: rows)
    func limitRecentCertificates(row: Row) throws {
        var made = TestCertificate()
        made.notBefore = TestDER.value(0x18, row.start)
        made.notAfter = TestDER.value(0x18, row.end)
        let server: [UInt8] = [6, 8, 0x2B, 6, 1, 5, 5, 7, 3, 1]
        made.set(
            extensions: [TestCertificate.extension(17, TestDER.sequence([row.names]))]
                + (row.purposes ? [TestCertificate.extension(37, TestDER.sequence([server]))] : [])
        )
        let certificate = try X509Certificate(der: made.der)
        let faults = Self.faults(of: certificate, isPublic: row.isPublic)
        #expect(faults.map(\.cause) == row.causes)
    }

    /// The findings of the rules on a certificate that is its own anchor.
    private static func faults(
        of certificate: X509Certificate,
        isPublic: Bool
    ) -> [CertificateTrustError] {
        var demand = TrustDemand(anchors: [certificate], purpose: .server(host: nil))
        if isPublic { demand.systemAnchors = [certificate] }
        var path = TrustPath([certificate])
        var work = TrustWork()
        path.check([.server], for: demand, &work)
        return path.faults
    }

    /// Chains that openssl made: the days count under a program's anchor, and others under the
    /// system's; for clients and by itself, a path has no such limit.
    @Test(
        .enabled(if: OpenSSL.isPresent, "needs OpenSSL 3"),
        arguments: [
            (398, "serverAuth", nil, nil), (399, "serverAuth", nil, .longValidity),
            (825, "serverAuth", nil, .longValidity),
            (826, "serverAuth", .longValidity, .longValidity),
            (90, "", .wrongPurpose, .wrongPurpose),
            (90, "clientAuth", .wrongPurpose, .wrongPurpose),
        ] as [(Int, String, CertificateTrustError.Cause?, CertificateTrustError.Cause?)]
    )
    func judgeChains(
        days: Int,
        purpose: String,
        cause: CertificateTrustError.Cause?,
        publicCause: CertificateTrustError.Cause?
    ) throws {
        let purposes = purpose.isEmpty ? "" : "\nextendedKeyUsage = \(purpose)"
        let chain = ConstrainedChain(links: [
            ConstrainedChain.Link(
                subject: "CN = Root",
                extensions: "basicConstraints = critical,CA:true"
            ),
            ConstrainedChain.Link(
                subject: "CN = Leaf",
                extensions: "subjectAltName = DNS:corp.example" + purposes,
                days: days
            ),
        ])
        let made = try chain.made(by: OpenSSL())
        func fault(given: Bool, _ policy: CertificatePolicy) -> CertificateTrustError.Cause? {
            do throws(CertificateTrustError) {
                _ = try made[1].evaluateTrust(
                    Self.question(policy, anchors: given ? [made[0]] : [], system: [made[0]])
                )
                return nil
            } catch {
                return error.cause
            }
        }
        #expect(fault(given: true, .tlsServer(host: "corp.example")) == cause)
        #expect(fault(given: false, .tlsServer(host: "corp.example")) == publicCause)
        #expect(fault(given: false, .basicX509) == nil)
    }

    private static func question(
        _ policy: CertificatePolicy,
        anchors: [X509Certificate],
        system: [X509Certificate]
    ) -> TrustQuestion {
        var question = TrustQuestion(policy: policy, anchors: anchors)
        question.systemAnchors = system
        return question
    }

    @Test func saysHowLongItMayBe() throws {
        var made = TestCertificate()
        made.subject = TestDER.sequence([
            TestDER.value(
                0x31,
                TestDER.sequence([TestDER.commonName, TestDER.value(0x0C, "Leaf")])
            )
        ])
        let certificate = try X509Certificate(der: made.der)
        #expect(
            Self.faults(of: certificate, isPublic: false).map(\.reason) == [
                """
                The certificate "Leaf" names no host among its alternative names, as the \
                certificate of a server must.
                """,
                """
                The certificate "Leaf" has no extended key usage, which must name the use for TLS \
                servers.
                """,
                """
                The certificate "Leaf" is valid from 2025-01-01 to 2045-01-01: the certificate of \
                a server may be valid for at most 825 days.
                """,
            ]
        )
    }
}
