import Testing

@testable import PortableKeychain

/// Names within and outside of the subtrees for which an authority may issue (RFC 5280, 4.2.1.10).
@Suite struct NameConstraintsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let subtree: Name
        let name: Name
        /// Whether the name may be given if the subtree is permitted.
        let isWithin: Bool
        /// Whether the name may not be given if the subtree is excluded.
        let isTouched: Bool

        init(_ subtree: Name, _ name: Name, _ isWithin: Bool, touched: Bool? = nil) {
            self.subtree = subtree
            self.name = name
            self.isWithin = isWithin
            isTouched = touched ?? isWithin
        }

        var testDescription: String { "\(name) in \(subtree)" }
    }

    enum Name: Sendable {
        case host(String)
        case mail(String)
        case uri(String)
        case address([UInt8])
        /// The types and texts of a distinguished name, with the tag of the texts.
        case directory([[UInt8]], UInt8, [String])
        case registered

        var der: [UInt8] {
            switch self {
            case .mail(let text): TestDER.value(0x81, text)
            case .host(let text): TestDER.value(0x82, text)
            case .uri(let text): TestDER.value(0x86, text)
            case .address(let bytes): TestDER.value(0x87, bytes)
            case .registered: [0x88, 2, 0x2A, 3]
            case .directory(let types, let tag, let texts):
                TestDER.value(
                    0xA4,
                    TestDER.sequence(
                        zip(types, texts).map { type, text in
                            TestDER.value(0x31, TestDER.sequence([type, TestDER.value(tag, text)]))
                        }
                    )
                )
            }
        }
    }

    private static let organization = TestDER.organization
    private static let commonName = TestDER.commonName
    private static let corp = Name.directory([organization], 0x0C, ["Corp One"])

    static let hosts: [Row] = [
        Row(.host("example.org"), .host("example.org"), true),
        Row(.host("example.org"), .host("WWW.Example.ORG"), true),
        Row(.host("example.org"), .host("a.b.example.org"), true),
        Row(.host("example.org"), .host("notexample.org"), false),
        Row(.host("example.org"), .host("org"), false),
        Row(.host("example.org"), .host("example.org.evil.com"), false),
        Row(.host("example.org"), .host("*.example.org"), true),
        Row(.host(".example.org"), .host("www.example.org"), true),
        Row(.host(".example.org"), .host("example.org"), false),
        Row(.host(""), .host("example.org"), true),
        // A name that a wildcard stands for must not be excluded.
        Row(.host("www.example.org"), .host("*.example.org"), false, touched: true),
        Row(.host(".www.example.org"), .host("*.example.org"), false),
        Row(.host("www.example.com"), .host("*.example.org"), false),
        // Names that cannot be compared are allowed by nothing.
        Row(.host("example.org"), .host("www..example.org"), false, touched: true),
        Row(.host("example.org"), .host("example.org."), false, touched: true),
        Row(.host("example.org"), .host("exämple.org"), false, touched: true),
        Row(.host("example.org"), .host(""), false, touched: true),
    ]

    static let mail: [Row] = [
        Row(.mail("example.org"), .mail("ann@EXAMPLE.org"), true),
        Row(.mail("example.org"), .mail("ann@mail.example.org"), false),
        Row(.mail(".example.org"), .mail("ann@mail.example.org"), true),
        Row(.mail(".example.org"), .mail("ann@example.org"), false),
        Row(.mail("ann@example.org"), .mail("ann@Example.org"), true),
        Row(.mail("ann@example.org"), .mail("bob@example.org"), false),
        Row(.mail("ann@example.org"), .mail("ann@example.com"), false),
        // People find mailboxes without regard to case.
        Row(.mail("ann@example.org"), .mail("ANN@example.org"), false, touched: true),
        Row(.mail(""), .mail("ann@example.org"), true),
        Row(.mail("example.org"), .mail("example.org"), false, touched: true),
        Row(.mail("example.org"), .mail("@example.org"), false, touched: true),
        Row(.mail("example.org"), .mail("\"ann\"@example.org"), false, touched: true),
        Row(.mail("example.org"), .mail("a@evil.com@example.org"), false, touched: true),
        Row(.mail("example.org"), .mail("ann@\u{301}example.org"), false, touched: true),
    ]

    static let uris: [Row] = [
        Row(.uri("example.org"), .uri("https://example.org/a?b"), true),
        Row(.uri("example.org"), .uri("spiffe://EXAMPLE.org:8443/a"), true),
        Row(.uri("example.org"), .uri("https://ann@example.org"), true),
        Row(.uri("example.org"), .uri("https://example.org@evil.com/"), false),
        Row(.uri("example.org"), .uri("https://www.example.org"), false),
        Row(.uri(".example.org"), .uri("https://www.example.org#a"), true),
        Row(.uri(".example.org"), .uri("https://example.org"), false),
        Row(.uri("example.org"), .uri("urn:uuid:1"), false, touched: true),
        Row(.uri("example.org"), .uri("https://192.0.2.1/"), false, touched: true),
        Row(.uri("example.org"), .uri("https://[2001:db8::1]/"), false, touched: true),
        Row(.uri("example.org"), .uri("https://a@b@example.org"), false, touched: true),
        Row(.uri("example.org"), .uri("https://evil.com\\.example.org"), false, touched: true),
        Row(.uri("example.org"), .uri("https://ex%61mple.org"), false, touched: true),
        Row(.uri("example.org"), .uri("https://example.org:x"), false, touched: true),
    ]

    static let others: [Row] = [
        Row(.address([192, 0, 2, 0, 255, 255, 255, 0]), .address([192, 0, 2, 9]), true),
        Row(.address([192, 0, 2, 0, 255, 255, 255, 0]), .address([192, 0, 3, 9]), false),
        Row(.address([192, 0, 2, 128, 255, 255, 255, 192]), .address([192, 0, 2, 191]), true),
        Row(.address([192, 0, 2, 128, 255, 255, 255, 192]), .address([192, 0, 2, 192]), false),
        Row(.address([0, 0, 0, 0, 0, 0, 0, 0]), .address([8, 8, 8, 8]), true),
        Row(.address([0, 0, 0, 0, 0, 0, 0, 0]), .address([UInt8](repeating: 8, count: 16)), false),
        Row(.address([UInt8](repeating: 0, count: 32)), .address([1, 2, 3]), false, touched: true),
        Row(corp, corp, true),
        Row(
            corp,
            .directory([organization, commonName], 0x13, ["  CORP   one ", "Ann"]),
            true
        ),
        Row(corp, .directory([commonName, organization], 0x0C, ["Ann", "Corp One"]), false),
        Row(corp, .directory([organization], 0x0C, ["Corp One Two"]), false),
        Row(corp, .directory([commonName], 0x0C, ["Corp One"]), false),
        Row(.directory([], 0x0C, []), corp, true),
        // Of a kind that is not compared, and of another kind.
        Row(.registered, .registered, false, touched: true),
    ]

    @Test(arguments: hosts + mail + uris + others)
    func areWithinSubtrees(row: Row) throws {
        for (place, isAllowed) in [(0xA0, row.isWithin), (0xA1, !row.isTouched)] {
            let subtrees = TestDER.value(UInt8(place), TestDER.sequence([row.subtree.der]))
            let constraints = try Self.constraints(TestDER.sequence([subtrees]))
            let name = try Self.name(row.name.der)
            #expect(constraints.limits(name.kind))
            #expect(constraints.allows(ComparableName(name), of: name.kind) == isAllowed)
        }
    }

    @Test func limitOneKindOnly() throws {
        let subtrees = TestDER.value(0xA0, TestDER.sequence([Name.host("example.org").der]))
        let constraints = try Self.constraints(TestDER.sequence([subtrees]))
        for name in [Name.mail("ann"), .uri("urn:x"), .address([1]), .registered, Self.corp] {
            let name = try Self.name(name.der)
            #expect(constraints.allows(ComparableName(name), of: name.kind))
        }
    }

    private static let host = TestDER.sequence([Name.host("example.org").der])

    static let malformed: [(String, [UInt8])] = [
        ("nothing", [0x30, 0]),
        ("no subtrees", [0x30, 2, 0xA0, 0]),
        ("text", TestDER.value(0x0C, "example.org")),
        (
            "the wrong order",
            TestDER.sequence([TestDER.value(0xA1, host), TestDER.value(0xA0, host)])
        ),
        ("another part", TestDER.sequence([TestDER.value(0xA2, host)])),
        ("no name", permitted([0x04, 1, 0])),
        ("a minimum", permitted(Name.host("example.org").der + [0x80, 1, 0])),
        ("a maximum", permitted(Name.host("example.org").der + [0x81, 1, 9])),
        ("an empty label", permitted(Name.host("a..b").der)),
        ("two dots", permitted(Name.host("..b").der)),
        ("not ASCII", permitted(Name.host("exämple.org").der)),
        ("not UTF-8", permitted([0x82, 1, 0xFF])),
        ("text in parts", permitted([0xA2, 3, 0x0C, 1, 0x41])),
        ("no mailbox", permitted(Name.mail("@example.org").der)),
        ("a quoted mailbox", permitted(Name.mail("\"a\"@example.org").der)),
        ("an address without a mask", permitted(Name.address([192, 0, 2, 0]).der)),
        ("a mask with gaps", permitted(Name.address([192, 0, 2, 0, 255, 0, 255, 0]).der)),
        ("a byte with gaps", permitted(Name.address([192, 0, 2, 0, 255, 255, 0xA0, 0]).der)),
        ("a name of no parts", permitted([0xA4, 0])),
    ]

    private static func permitted(_ subtree: [UInt8]) -> [UInt8] {
        TestDER.sequence([TestDER.value(0xA0, TestDER.sequence([subtree]))])
    }

    /// Certificates with them can be read and stored, but are not trusted.
    @Test(arguments: malformed)
    func areRefusedIfMalformed(name: String, value: [UInt8]) throws {
        var made = TestCertificate()
        made.set(extensions: [TestCertificate.extension(30, value)])
        let certificate = try X509Certificate(der: made.der)
        #expect(certificate.extensions.nameConstraints == nil)
        #expect(certificate.extensions.unsupported == "2.5.29.30")
    }

    private static func constraints(_ der: [UInt8]) throws -> NameConstraints {
        var made = TestCertificate()
        made.set(extensions: [TestCertificate.extension(30, der)])
        return try #require(try X509Certificate(der: made.der).extensions.nameConstraints)
    }

    private static func name(_ der: [UInt8]) throws -> AlternativeName {
        var made = TestCertificate()
        made.set(extensions: [TestCertificate.extension(17, TestDER.sequence([der]))])
        return try #require(try X509Certificate(der: made.der).extensions.alternativeNames.first)
    }
}
