import Foundation
import Testing

@testable import PortableKeychain

/// The certificates that are trusted, and the reasons why others are not (item-semantics.md §6.5).
@Suite struct CertificatePathTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let known: KnownCertificate
        var others: [KnownCertificate] = []
        var anchors: [KnownCertificate] = [.root]
        var moment = CertificatePathTests.now
        var path: [KnownCertificate] = []
        var fault: CertificateTrustError.Cause?

        var testDescription: String { name }
    }

    static let now = 800_000_000.0

    static let trusted = [
        Row(name: "a chain", known: .leaf, others: [.issuing], path: [.leaf, .issuing, .root]),
        Row(
            name: "a chain among others",
            known: .leaf,
            others: [.impostor, .root, .rsa, .issuing, .leaf, .circleA],
            path: [.leaf, .issuing, .root]
        ),
        Row(name: "an authority", known: .issuing, path: [.issuing, .root]),
        Row(name: "the anchor", known: .root, path: [.root]),
        Row(
            name: "an anchor below the root",
            known: .leaf,
            others: [.root],
            anchors: [.issuing],
            path: [.leaf, .issuing]
        ),
        Row(name: "an anchor that is no authority", known: .p256, anchors: [.p256], path: [.p256]),
        Row(
            name: "an anchor of version 1",
            known: .version1,
            anchors: [.version1],
            moment: 850_000_000,
            path: [.version1]
        ),
        Row(
            name: "an authority for clients",
            known: .underClientsOnly,
            others: [.clientsOnly],
            path: [.underClientsOnly, .clientsOnly, .root]
        ),
        Row(
            name: "constraints on names",
            known: .underConstrained,
            others: [.constrained],
            path: [.underConstrained, .constrained, .root]
        ),
        Row(
            name: "the first moment",
            known: .leaf,
            others: [.issuing],
            moment: 757_382_400,
            path: [.leaf, .issuing, .root]
        ),
    ]

    static let distrusted = [
        Row(
            name: "no anchors",
            known: .leaf,
            others: [.issuing, .root],
            anchors: [],
            fault: .noAnchor
        ),
        Row(name: "a gap", known: .leaf, others: [.root], fault: .noAnchor),
        Row(
            name: "a root of the same name",
            known: .leaf,
            others: [.issuing],
            anchors: [.impostor],
            fault: .noAnchor
        ),
        Row(
            name: "before",
            known: .leaf,
            others: [.issuing],
            moment: 757_382_399,
            fault: .notValidYet
        ),
        Row(
            name: "after",
            known: .leaf,
            others: [.issuing],
            moment: 1_388_534_401,
            fault: .expired
        ),
        Row(name: "expired", known: .leafExpired, others: [.issuing], fault: .expired),
        Row(
            name: "a critical extension",
            known: .leafCritical,
            others: [.issuing],
            fault: .unknownExtension
        ),
        Row(name: "a weak digest", known: .leafSHA1, others: [.issuing], fault: .noAnchor),
        Row(
            name: "no authority",
            known: .underNotAuthority,
            others: [.notAuthority],
            fault: .noAnchor
        ),
        Row(name: "no signing", known: .underNoSigning, others: [.noSigning], fault: .noAnchor),
        Row(
            name: "constraints on names that are not critical",
            known: .underConstrainedSoftly,
            others: [.constrainedSoftly],
            fault: .forbiddenName
        ),
        Row(
            name: "too deep",
            known: .underTooDeep,
            others: [.tooDeep, .issuing],
            fault: .noAnchor
        ),
        Row(
            name: "a circle",
            known: .underCircle,
            others: [.circleA, .circleB],
            fault: .noAnchor
        ),
        Row(name: "a stranger", known: .rsa, others: [.rsa, .issuing], fault: .noAnchor),
    ]

    @Test(arguments: trusted + distrusted)
    func leadsToAnAnchor(row: Row) throws {
        let certificate = try row.known.certificate
        let others = try row.others.map { try $0.certificate }
        let anchors = try row.anchors.map { try $0.certificate }
        do throws(CertificateTrustError) {
            let path = try certificate.evaluateTrust(
                anchors: anchors,
                intermediates: others,
                at: Date(timeIntervalSinceReferenceDate: row.moment)
            )
            #expect(row.fault == nil, "\(row.name)")
            #expect(path.map(\.der) == row.path.map(\.der), "\(row.name)")
        } catch {
            #expect(error.cause == row.fault, "\(row.name)")
        }
    }

    /// Purposes of single certificates.
    static let purposes: [(KnownCertificate, CertificatePolicy, CertificateTrustError.Cause?)] = [
        (.client, .basicX509, nil), (.issuing, .basicX509, nil),
        (.server, .tlsServer(host: nil), nil), (.server, .tlsClient, .wrongPurpose),
        (.client, .tlsClient, nil), (.client, .tlsServer(host: nil), .wrongPurpose),
        (.utf8, .tlsClient, nil), (.utf8, .tlsServer(host: nil), nil),
        (.utf8, .tlsServer(host: "Zürich 🗝"), .wrongHost),
        (.issuing, .tlsClient, .wrongPurpose), (.issuing, .tlsServer(host: nil), .wrongPurpose),
        (.server, .tlsServer(host: "www.example.org"), nil),
        (.server, .tlsServer(host: "WWW.EXAMPLE.ORG"), nil),
        (.server, .tlsServer(host: "a.cdn.example.org"), nil),
        (.server, .tlsServer(host: "example.org"), .wrongHost),
        (.server, .tlsServer(host: "a.www.example.org"), .wrongHost),
        (.server, .tlsServer(host: "cdn.example.org"), .wrongHost),
        (.server, .tlsServer(host: ".cdn.example.org"), .wrongHost),
        (.server, .tlsServer(host: "a.b.cdn.example.org"), .wrongHost),
        (.server, .tlsServer(host: "192.0.2.1"), nil),
        (.server, .tlsServer(host: "192.0.2.2"), .wrongHost),
        (.server, .tlsServer(host: "server"), .wrongHost),
        (.server, .tlsServer(host: ""), .wrongHost),
    ]

    @Test(arguments: purposes)
    func isForItsPurpose(
        known: KnownCertificate,
        policy: CertificatePolicy,
        fault: CertificateTrustError.Cause?
    ) throws {
        let certificate = try known.certificate
        let demands = try #require(policy.demands)
        let faults = TrustChecks.faults(of: certificate, for: demands)
        #expect(faults.first?.cause == fault)
        #expect(faults.allSatisfy { $0.certificate == certificate })
    }

    @Test func authoritiesIssueForTheirPurposeAlone() throws {
        let certificate = try KnownCertificate.underClientsOnly.certificate
        let authority = try KnownCertificate.clientsOnly.certificate
        let moment = Date(timeIntervalSinceReferenceDate: Self.now)
        func evaluate(
            _ policy: CertificatePolicy,
            _ anchor: X509Certificate
        ) throws(CertificateTrustError) {
            try certificate.evaluateTrust(
                for: policy,
                anchors: [anchor],
                intermediates: [authority],
                at: moment
            )
        }
        try evaluate(.tlsClient, KnownCertificate.root.certificate)
        let refusal = #expect(throws: CertificateTrustError.self) {
            try evaluate(.tlsServer(host: nil), KnownCertificate.root.certificate)
        }
        #expect(refusal?.cause == .wrongPurpose)
        #expect(refusal?.certificate == authority)
        // A certificate that is trusted by itself is trusted for everything: the fault is another
        // one.
        let other = #expect(throws: CertificateTrustError.self) {
            try evaluate(.tlsServer(host: "www.example.org"), authority)
        }
        #expect(other?.certificate == certificate)
    }

    @Test(
        arguments: [
            (.rsa, .rsa, true), (.pss, .pss, true), (.rsa, .pss, true), (.p384, .p384, true),
            (.p521, .p521, true), (.ed25519, .ed25519, true), (.leaf, .issuing, true),
            (.leaf, .root, false), (.leafSHA1, .issuing, false), (.ed25519, .rsa, false),
            (.rsa, .ed25519, false), (.root, .impostor, false),
        ] as [(KnownCertificate, KnownCertificate, Bool)]
    )
    func isSigned(known: KnownCertificate, by issuer: KnownCertificate, isSigned: Bool) throws {
        #expect(try known.certificate.isSigned(by: issuer.certificate) == isSigned)
    }

    @Test func alteredCertificatesAreNotSigned() throws {
        for known in [KnownCertificate.rsa, .pss, .p256, .ed25519] {
            let certificate = try known.certificate
            for place in [known.der.count - 1, known.der.count - 20, 50] {
                var altered = known.der
                altered[place] ^= 1
                // A changed header may leave no certificate at all.
                guard let other = try? X509Certificate(der: altered) else { continue }
                #expect(!other.isSigned(by: certificate))
            }
        }
    }

    /// Many roots of one name and key would cost as many signatures each.
    @Test func givesUpAmongCountlessAuthorities() throws {
        var crowd: [X509Certificate] = []
        let root = KnownCertificate.root.der
        for place in 0..<200 {
            // The signature is of no matter for an authority that is not the last.
            var altered = root
            altered[root.count - 1 - place % 40] ^= UInt8(1 + place / 40)
            if let other = try? X509Certificate(der: altered) { crowd.append(other) }
        }
        #expect(crowd.count > 100)
        let refusal = #expect(throws: CertificateTrustError.self) {
            try KnownCertificate.issuing.certificate.evaluateTrust(
                anchors: [KnownCertificate.rsa.certificate],
                intermediates: crowd,
                at: Date(timeIntervalSinceReferenceDate: Self.now)
            )
        }
        #expect(refusal?.cause == .noAnchor)
    }
}
