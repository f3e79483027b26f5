import Foundation
import Testing

@testable import PortableKeychain

/// The texts about certificates for users (item-semantics.md §6.5).
@Suite struct CertificateTextTests {
    struct Row: Sendable {
        let known: KnownCertificate
        let summary: String?
        var commonName: String?
        var addresses: [String] = []
        var hosts: [String] = []
    }

    static let rows = [
        Row(known: .rsa, summary: "RSA  of   2048", commonName: "RSA  of   2048"),
        Row(known: .version1, summary: "Version 1", commonName: "Version 1"),
        Row(known: .manyNames, summary: "third, second, first", commonName: "third"),
        Row(known: .described, summary: "Ann (the one at the desk)", commonName: "Ann"),
        Row(known: .describedTwice, summary: "Ann (second, first)", commonName: "Ann"),
        Row(known: .units, summary: "two, one"),
        Row(known: .organization, summary: "org"),
        Row(known: .country, summary: "Bern, CH"),
        Row(
            known: .mailAlternative,
            summary: "Alt@Example.org",
            addresses: ["Alt@Example.org", "subject@example.org"],
            hosts: ["mail.example.org"]
        ),
        Row(
            known: .mailSubject,
            summary: "subject@example.org",
            addresses: ["subject@example.org"],
            hosts: ["mail.example.org"]
        ),
        Row(
            known: .hostsOnly,
            summary: "www.example.org",
            hosts: ["www.example.org", "*.example.org"]
        ),
        Row(
            known: .server,
            summary: "server",
            commonName: "server",
            hosts: ["www.example.org", "*.cdn.example.org"]
        ),
        Row(known: .printable, summary: "  Ann   B.  ", commonName: "  Ann   B.  "),
        Row(known: .teletex, summary: "Zürich", commonName: "Zürich"),
        Row(known: .bmp, summary: "Zürich ☃", commonName: "Zürich ☃"),
        Row(known: .universal, summary: "Zürich 🗝", commonName: "Zürich 🗝"),
        Row(known: .utf8, summary: "Zürich 🗝", commonName: "Zürich 🗝"),
    ]

    @Test(arguments: rows)
    func says(row: Row) throws {
        let certificate = try row.known.certificate
        #expect(certificate.subjectSummary == row.summary)
        #expect(certificate.commonName == row.commonName)
        #expect(certificate.emailAddresses == row.addresses)
        #expect(certificate.dnsNames == row.hosts)
    }

    /// Strings that are none of their kind; the certificates are read nevertheless.
    @Test func omitsBytesThatAreNotText() throws {
        let name = Array("Zürich 🗝".utf8)
        let table: [(tag: UInt8, content: [UInt8], text: String?)] = [
            (0x0C, name, "Zürich 🗝"),
            (0x0C, Array(name.dropLast()) + [0xFF], nil),
            (0x13, name, nil),
            (0x16, name, nil),
            (0x1E, Array(name.dropLast()), nil),
            (0x1E, [0xD8, 0, 0, 0x41], nil),
            (0x1C, Array(name.dropLast()), nil),
            (0x1C, name, nil),
            (0x02, name, nil),
            (0x04, name, nil),
        ]
        for (tag, content, text) in table {
            let pair = TestDER.sequence([TestDER.commonName, TestDER.value(tag, content)])
            let der = TestDER.sequence([TestDER.value(0x31, pair)])
            let read = try DistinguishedName(der: der)
            #expect(read.texts(.commonName) == (text.map { [$0] } ?? []), "\(tag) \(content)")
        }
    }
}

/// The form in which names compare (item-semantics.md §1.7 and §6.5).
@Suite struct NormalizedNameTests {
    /// Kinds of strings, their texts, and the normalized texts that are compared.
    static let table: [(tag: UInt8, text: String, normalized: String)] = [
        (0x13, "Ann", "ANN"), (0x13, "  a  b   c ", "A B C"), (0x13, "", ""), (0x13, "   ", ""),
        (0x13, "az AZ 09'()+,-./:=?", "AZ AZ 09'()+,-./:=?"), (0x13, "a\tb", "A\tB"),
        (0x0C, "  a  b ", "  a  b "), (0x16, " Ann ", " Ann "), (0x14, "ann  b", "ann  b"),
        (0x13, "é", "é"), (0x12, " 1  2", " 1  2"),
        (0x13, String(repeating: "a", count: 300), String(repeating: "A", count: 300)),
        (0x13, "a" + String(repeating: " ", count: 300) + "b", "A B"),
    ]

    @Test(arguments: table)
    func changesPrintableStringsAlone(tag: UInt8, text: String, normalized: String) {
        let name = TestDER.sequence([Self.part(tag, text), Self.part(0x13, "Org")])
        let expected = Self.part(tag, normalized) + Self.part(0x13, "ORG")
        #expect(X509Certificate.normalizedName(name) == expected)
    }

    @Test func keepsSeveralPartsOfOneSetInTheirOrder() {
        let parts = ["b", "a"].map {
            TestDER.sequence([TestDER.commonName, TestDER.value(0x13, $0)])
        }
        let capitals = ["B", "A"].map {
            TestDER.sequence([TestDER.commonName, TestDER.value(0x13, $0)])
        }
        let name = TestDER.sequence([TestDER.value(0x31, parts.flatMap { $0 })])
        #expect(
            X509Certificate.normalizedName(name) == TestDER.value(0x31, capitals.flatMap { $0 })
        )
    }

    @Test func agreesWithThePartsOfCertificates() throws {
        let certificate = try KnownCertificate.printable.certificate
        let expected = Self.part(0x13, "ANN B.") + Self.part(0x13, "A B", TestDER.organization)
        #expect(certificate.normalizedSubject == expected)
        #expect(certificate.normalizedIssuer == expected)
        #expect(X509Certificate.normalizedName(certificate.issuer) == expected)
        let again = TestDER.value(0x30, expected)
        #expect(X509Certificate.normalizedName(again) == expected)
    }

    @Test func othersStayAsTheyAre() throws {
        let known: [KnownCertificate] = [.utf8, .teletex, .bmp, .universal, .manyNames]
        for certificate in try known.map({ try $0.certificate }) {
            #expect(certificate.normalizedSubject == Array(certificate.subject.dropFirst(2)))
        }
    }

    @Test(
        arguments: [
            [], [0x30], [0x31, 0], [0x30, 0x80, 0, 0], [0x30, 1, 0], Array("CN=Ann".utf8),
            [0x30, 2, 0x31, 0], [0x30, 0, 0],
        ] as [[UInt8]]
    )
    func hasNoneForOtherBytes(bytes: [UInt8]) {
        #expect(X509Certificate.normalizedName(bytes) == nil)
    }

    @Test func emptyNamesAreNames() {
        #expect(X509Certificate.normalizedName([0x30, 0]) == [])
    }

    private static func part(
        _ tag: UInt8,
        _ text: String,
        _ type: [UInt8] = TestDER.commonName
    ) -> [UInt8] {
        TestDER.value(0x31, TestDER.sequence([type, TestDER.value(tag, text)]))
    }
}
