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
    ]

    @Test(arguments: rows)
    func limitRecentCertificates(row: Row) throws {
        var made = TestCertificate()
        made.notBefore = TestDER.value(0x18, row.start)
        made.notAfter = TestDER.value(0x18, row.end)
        let server: [UInt8] = [6, 8, 0x2B, 6, 1, 5, 5, 7, 3, 1]
        if row.purposes {
            made.set(extensions: [TestCertificate.extension(37, TestDER.sequence([server]))])
        }
        let certificate = try X509Certificate(der: made.der)
        let faults = ServerRules.faults(of: certificate, isPublic: row.isPublic)
        #expect(faults.map(\.cause) == row.causes)
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
                    for: policy,
                    anchors: given ? [made[0]] : [],
                    intermediates: [],
                    systemAnchors: [made[0]],
                    at: nil,
                    excusing: { _ in false }
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

    @Test func saysHowLongItMayBe() throws {
        var made = TestCertificate()
        made.subject = TestDER.sequence([
            TestDER.value(
                0x31,
                TestDER.sequence([TestDER.commonName, TestDER.value(0x0C, "Leaf")])
            )
        ])
        let certificate = try X509Certificate(der: made.der)
        let sentences = ServerRules.faults(of: certificate, isPublic: false).map {
            $0.sentence(about: certificate)
        }
        #expect(
            sentences == [
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
