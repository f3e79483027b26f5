import Foundation
@_spi(Keepers) import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Conditions on certificates beyond their attributes (item-semantics.md §2.2).
@Suite struct CertificateFilterTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let filters: [MatchFilter]
        let known: KnownCertificate
        var others: [KnownCertificate] = []
        let accepts: Bool

        var testDescription: String { "\(filters) on \(known.testDescription)" }
    }

    static let chain: [KnownCertificate] = [.leaf, .issuing, .root]

    static func name(_ text: String) -> [UInt8] {
        TestDER.sequence([
            TestDER.value(0x31, TestDER.sequence([TestDER.commonName, TestDER.value(0x0C, text)]))
        ])
    }

    static let issuers: [Row] = [
        Row(filters: [.issuers([name("Issuing")])], known: .leaf, accepts: true),
        Row(filters: [.issuers([name("issuing")])], known: .leaf, accepts: false),
        Row(filters: [.issuers([name("Root")])], known: .leaf, accepts: false),
        Row(filters: [.issuers([name("Root")])], known: .leaf, others: chain, accepts: true),
        Row(filters: [.issuers([name("Root")])], known: .root, accepts: true),
        Row(filters: [.issuers([name("Leaf")])], known: .leaf, others: chain, accepts: false),
        Row(filters: [.issuers([name("x"), name("Root")])], known: .issuing, accepts: true),
        Row(filters: [.issuers([])], known: .leaf, accepts: true),
        Row(filters: [.issuers([[], [1, 2, 3]])], known: .leaf, accepts: true),
        Row(filters: [.issuers([[], name("x")])], known: .leaf, accepts: false),
        Row(
            filters: [.issuers([name("Root")])],
            known: .underCircle,
            others: [.circleA, .circleB],
            accepts: false
        ),
        Row(
            filters: [.issuers([name("B")])],
            known: .underCircle,
            others: [.circleA, .circleB],
            accepts: true
        ),
    ]

    static let moments: [Row] = [
        Row(filters: [.validOnDate(nil)], known: .leaf, accepts: true),
        Row(filters: [.validOnDate(nil)], known: .leafExpired, accepts: false),
        Row(filters: [.valid(at: 788_918_400)], known: .leafExpired, accepts: true),
        Row(filters: [.valid(at: 788_918_401)], known: .leafExpired, accepts: false),
        Row(filters: [.valid(at: 757_382_400)], known: .instant, accepts: false),
        Row(filters: [.validOnDate(nil)], known: .reference, accepts: false),
        Row(filters: [.valid(at: 0)], known: .reference, accepts: false),
        Row(filters: [.valid(at: 0)], known: .before1970, accepts: true),
    ]

    static let addresses: [Row] = [
        Row(filters: [.emailAddress("alt@example.ORG")], known: .mailAlternative, accepts: true),
        Row(
            filters: [.emailAddress("subject@example.org")],
            known: .mailAlternative,
            accepts: true
        ),
        Row(filters: [.emailAddress("Subject@Example.org")], known: .mailSubject, accepts: true),
        Row(filters: [.emailAddress("example.org")], known: .mailSubject, accepts: false),
        Row(filters: [.emailAddress("")], known: .mailSubject, accepts: false),
        Row(filters: [.emailAddress("")], known: .leaf, accepts: false),
    ]

    static let trust: [Row] = [
        Row(filters: [.trustedOnly(true)], known: .leaf, others: chain, accepts: true),
        Row(
            filters: [.trustedOnly(true)],
            known: .leaf,
            others: [.leaf, .issuing],
            accepts: false
        ),
        Row(filters: [.trustedOnly(false)], known: .leaf, accepts: true),
        Row(filters: [.trustedOnly(true)], known: .p256, others: [.p256], accepts: false),
        Row(filters: [.trustedOnly(true)], known: .root, others: chain, accepts: true),
        Row(filters: [.trustedOnly(true)], known: .leafExpired, others: chain, accepts: false),
        Row(
            filters: [.trustedOnly(true), .valid(at: 788_918_400)],
            known: .leafExpired,
            others: chain,
            accepts: true
        ),
        Row(filters: [.policy(.basicX509)], known: .leaf, others: chain, accepts: true),
        Row(filters: [.policy(.basicX509)], known: .leaf, accepts: false),
        Row(filters: [.policy(.tlsServer(host: nil))], known: .leaf, accepts: true),
        Row(filters: [.policy(.tlsServer(host: "WWW.example.org"))], known: .leaf, accepts: true),
        Row(filters: [.policy(.tlsServer(host: "example.org"))], known: .leaf, accepts: false),
        Row(filters: [.policy(.tlsClient)], known: .leaf, accepts: false),
        Row(filters: [.policy(.tlsClient)], known: .client, accepts: true),
    ]

    static let together: [Row] = [
        Row(filters: [], known: .leaf, accepts: true),
        Row(filters: [.ignored("m_Other")], known: .leaf, accepts: true),
        Row(
            filters: [.policy(.tlsServer(host: nil)), .valid(at: 0)],
            known: .leaf,
            accepts: false
        ),
        Row(
            filters: [
                .policy(.tlsServer(host: nil)), .validOnDate(nil), .issuers([name("Issuing")]),
            ],
            known: .leaf,
            accepts: true
        ),
    ]

    @Test(arguments: issuers + moments + addresses + trust + together)
    func accepts(row: Row) throws {
        let filter = try CertificateFilter(
            row.filters,
            now: Date(timeIntervalSinceReferenceDate: CertificatePathTests.now),
            among: row.others.map { try $0.certificate }
        )
        #expect(try filter.accepts(row.known.certificate) == row.accepts, "\(row.filters)")
    }

    @Test func knowsNoOtherPolicies() {
        for policy in ["", "1.2.3", "1.2.840.113635.100.1", "1.2.840.113635.100.1.99"] {
            #expect(throws: KeychainError(.unimplemented)) {
                try CertificateFilter(
                    [.policy(CertificatePolicy(identifier: policy))],
                    now: Date(timeIntervalSinceReferenceDate: 0),
                    among: []
                )
            }
        }
    }

    /// At most ten authorities above the certificate are looked at.
    @Test func looksAtTenAuthorities() throws {
        let chain = try (0..<15).map { number in
            var certificate = TestCertificate()
            certificate.subject = Self.name("\(number)")
            certificate.issuer = Self.name("\(number + 1)")
            return try X509Certificate(der: certificate.der)
        }
        for number in 1..<15 {
            let filter = try CertificateFilter(
                [.issuers([Self.name("\(number)")])],
                now: Date(timeIntervalSinceReferenceDate: 0),
                among: chain
            )
            #expect(filter.accepts(chain[0]) == (number <= 11), "\(number)")
        }
    }
}
