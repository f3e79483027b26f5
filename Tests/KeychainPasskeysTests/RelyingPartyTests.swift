import Testing

@testable import KeychainPasskeys

/// The pages that may ask for passkeys of a site.
///
/// Mistakes of others are in the table, such as those in keepassxc#10287 and keepassxc#13694.
@Suite struct RelyingPartyTests {
    /// One row: the page, the relying party that it names, and that for which it gets passkeys.
    struct Row: CustomTestStringConvertible, Sendable {
        let origin: String
        let claimed: String?
        let expected: Result

        enum Result: Equatable, Sendable {
            case site(String)
            case refused(PasskeyError.Code)
        }

        init(_ origin: String, _ claimed: String?, _ site: String) {
            (self.origin, self.claimed, expected) = (origin, claimed, .site(site))
        }

        init(_ origin: String, _ claimed: String?, _ code: PasskeyError.Code) {
            (self.origin, self.claimed, expected) = (origin, claimed, .refused(code))
        }

        var testDescription: String { "\(origin) \(claimed ?? "-")" }
    }

    private static let fitting = [
        Row("https://example.com", "example.com", "example.com"),
        Row("https://example.com", nil, "example.com"),
        Row("https://login.example.com", "example.com", "example.com"),
        Row("https://a.b.c.example.com", "c.example.com", "c.example.com"),
        Row("https://login.example.com", nil, "login.example.com"),
        Row("https://login.example.com", "login.example.com", "login.example.com"),
        Row("https://example.com:8443", "example.com", "example.com"),
        Row("https://example.com:443", "example.com", "example.com"),
        Row("HTTPS://EXAMPLE.COM", "Example.Com", "example.com"),
        Row("https://shop.example.co.uk", "example.co.uk", "example.co.uk"),
        Row("https://ann.github.io", "ann.github.io", "ann.github.io"),
        Row("https://xn--bcher-kva.example", "xn--bcher-kva.example", "xn--bcher-kva.example"),
        Row("https://www.bücher.example", "bücher.example", "xn--bcher-kva.example"),
        Row("https://www.xn--bcher-kva.example", "bücher.example", "xn--bcher-kva.example"),
        Row("https://bücher.example", nil, "xn--bcher-kva.example"),
        Row("http://localhost", "localhost", "localhost"),
        Row("http://localhost:8080", nil, "localhost"),
        Row("https://localhost:8080", "localhost", "localhost"),
        Row("http://app.localhost:3000", "app.localhost", "app.localhost"),
        Row("https://intranet", "intranet", "intranet"),
        Row("https://my_host.example.com", "example.com", "example.com"),
    ]

    private static let strangers = [
        Row("https://example.com", "example.org", .relyingPartyMismatch),
        Row("http://localhost", "example.com", .relyingPartyMismatch),
        Row("https://example.com", "login.example.com", .relyingPartyMismatch),
        Row("https://notexample.com", "example.com", .relyingPartyMismatch),
        Row("https://example.com.evil.org", "example.com", .relyingPartyMismatch),
        Row("https://evil.org", "evil.org.example.com", .relyingPartyMismatch),
        Row("https://example.com", "com", .relyingPartyMismatch),
        Row("https://example.co.uk", "co.uk", .relyingPartyMismatch),
        Row("https://ann.github.io", "github.io", .relyingPartyMismatch),
        Row("https://github.io", "github.io", .relyingPartyMismatch),
        Row("https://github.io", nil, .relyingPartyMismatch),
        Row("https://a.kobe.jp", "kobe.jp", .relyingPartyMismatch),
        Row("https://app.intranet", "intranet", .relyingPartyMismatch),
        Row("http://app.localhost", "localhost", .relyingPartyMismatch),
        Row("https://example.com", "", .relyingPartyMismatch),
        Row("https://example.com", ".", .relyingPartyMismatch),
        Row("https://example.com", ".example.com", .relyingPartyMismatch),
        Row("https://example.com", "example.com.", .relyingPartyMismatch),
        Row("https://login.example.com", ".com", .relyingPartyMismatch),
        Row("https://login.example.com", "le.com", .relyingPartyMismatch),
        Row("https://example.com:8443", "example.com:8443", .relyingPartyMismatch),
        Row("https://example.com", "https://example.com", .relyingPartyMismatch),
        Row("https://example.com", "example.com/login", .relyingPartyMismatch),
        Row("https://example.com", "ann@example.com", .relyingPartyMismatch),
        Row("https://example.com", "*.example.com", .relyingPartyMismatch),
        Row("https://example.com", " example.com", .relyingPartyMismatch),
        Row("https://example.com", "example.com\0", .relyingPartyMismatch),
        Row("https://example.com", "еxample.com", .relyingPartyMismatch),
        Row("https://xn--xample-2of.com", "example.com", .relyingPartyMismatch),
        Row("https://bücher.example", "unknown-ü.example", .relyingPartyMismatch),
        Row("https://bcher.example", "bücher.example", .relyingPartyMismatch),
        Row("https://example.com", "127.0.0.1", .relyingPartyMismatch),
        Row("https://example.com", "-a.example.com", .relyingPartyMismatch),
        Row("https://a.b-.example.com", "b-.example.com", .originNotAllowed),
        Row(
            "https://example.com",
            String(repeating: "a", count: 64) + ".com",
            .relyingPartyMismatch
        ),
    ]

    private static let otherOrigins = [
        "http://example.com", "http://localhost.example.com", "http://127.0.0.1",
        "https://127.0.0.1",
        "https://10.1", "https://0x7f.0x1", "https://1.2.3.4:443", "https://[::1]",
        "https://[::1]:80",
        "https://1", "https://example.0x", "file:///etc/passwd", "null", "", "example.com",
        "https://", "https:///", "https://example.com/", "https://example.com/login",
        "https://ann@example.com", "https://ann:x@example.com", "https://example.com:",
        "https://example.com:65536", "https://example.com:+80", "https://example.com:8 0",
        "https://example.com:80:80", "https://example.com#a", "https://example.com?a",
        "https://example.com\\a",
        "https://example.com.", "https://.example.com", "https://a..b", "https://-a.example",
        "https://exa mple.com", "https://example.com\n", "ftp://example.com",
        "javascript://example.com",
        "chrome-extension://oboonakemofpalcgghocfoadofidjkkk", "wss://example.com",
        "https://unknown-ü.example", "https://" + String(repeating: "a.", count: 126) + "com",
        "https://" + String(repeating: "a", count: 10_000) + ".com",
    ].map { Row($0, "example.com", .originNotAllowed) }

    @Test(arguments: fitting + strangers + otherOrigins) func pagesSpeakForTheirOwnSite(row: Row) {
        #expect(Self.result(row, .fewNames) == row.expected)
    }

    /// Without knowledge of suffixes, a page speaks for its own host alone.
    @Test(arguments: [
        Row("https://example.com", "example.com", "example.com"),
        Row("https://github.io", nil, "github.io"),
        Row("https://login.example.com", "example.com", .relyingPartyMismatch),
        Row("https://bücher.example", nil, .originNotAllowed),
        Row("https://xn--bcher-kva.example", "bücher.example", .relyingPartyMismatch),
    ])
    func nothingIsGuessed(row: Row) {
        #expect(Self.result(row, .none) == row.expected)
    }

    /// Sites compare the origin with their own, as browsers write it.
    @Test(arguments: [
        ("https://example.com:443", "https://example.com"),
        ("HTTPS://Example.COM:8443", "https://example.com:8443"),
        ("http://localhost:80", "http://localhost"), ("http://localhost:08", "http://localhost:8"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
    ])
    func originsAreWrittenAsBrowsersWriteThem(text: String, written: String) throws {
        #expect(try WebOrigin(secure: text, .fewNames).text == written)
    }

    private static func result(_ row: Row, _ domains: DomainRules) -> Row.Result {
        do throws(PasskeyError) {
            let origin = try WebOrigin(secure: row.origin, domains)
            return .site(try RelyingParty(row.claimed, of: origin, domains).identifier)
        } catch {
            return .refused(error.code)
        }
    }
}
