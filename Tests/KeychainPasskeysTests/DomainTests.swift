import Testing

@testable import KeychainPasskeys

/// Hosts, origins, and hosts that belong together.
@Suite struct DomainTests {
    /// A few suffixes, whatever list the machine has.
    private static let rules = DomainRules(
        ascii: { ["bücher.example": "xn--bcher-kva.example"][$0] },
        unicode: { _ in nil },
        isPublicSuffix: { ["com", "example", "github.io", "io", "co.uk", "uk"].contains($0) }
    )

    @Test(arguments: [
        ("example.com", "example.com"),
        ("EXAMPLE.com", "example.com"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("my_host.example.com", "my_host.example.com"),
        ("-a.b-.example.com", "-a.b-.example.com"),
        ("localhost", "localhost"),
        ("192.0.2.1", "192.0.2.1"),
        ("2001:DB8::1", "2001:db8::1"),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.1"),
        // Hosts that no page can have.
        ("", nil), (".", nil), ("example.com.", nil), (".example.com", nil), ("a..b", nil),
        ("exa mple.com", nil), ("exam%70le.com", nil), ("a/b", nil), ("a\u{0}b", nil),
        ("192.0.2.01", nil), ("192.0.2", nil), ("3221225985", nil), ("256.0.0.1", nil),
        ("example.123", nil), ("example.0x7f", nil), ("0x7f000001", nil),
        ("other.example\u{202E}", nil), ("1:2", nil), ("::g", nil),
        (String(repeating: "a", count: 64) + ".com", nil),
        (Array(repeating: "abcdefg", count: 32).joined(separator: "."), nil),
    ]) func readsHosts(text: String, host: String?) {
        #expect(WebHost(text, Self.rules)?.text == host)
    }

    @Test(arguments: [
        ("https://example.com/", "https://example.com"),
        ("https://example.com", "https://example.com"),
        ("HTTPS://Example.COM:443/a?b#c", "https://example.com"),
        ("https://example.com:8443/a", "https://example.com:8443"),
        ("http://example.com:80", "http://example.com"),
        ("http://example.com:443", "http://example.com:443"),
        ("https://ann:secret@example.com/", "https://example.com"),
        ("https://good.example@evil.com/", "https://evil.com"),
        ("https://evil.com\\@good.example/", "https://evil.com"),
        ("https://evil.com?@good.example/", "https://evil.com"),
        // A combining character after a delimiter does not hide it.
        ("https://evil.com/\u{301}@good.example/", "https://evil.com"),
        ("https://evil.com?\u{301}@good.example/", "https://evil.com"),
        ("https://evil.com\\\u{301}@good.example/", "https://evil.com"),
        ("https://evil.com#\u{FE0F}@good.example/", "https://evil.com"),
        ("https://\u{301}evil.com/", nil), ("https://evil.com@\u{301}good.example/", nil),
        ("https://[2001:db8::1]:8443/", "https://[2001:db8::1]:8443"),
        ("https://bücher.example/", "https://xn--bcher-kva.example"),
        ("ftp://example.com/", nil), ("file:///etc/passwd", nil), ("about:blank", nil),
        ("javascript:alert(1)", nil), ("moz-extension://a/b", nil), ("example.com", nil),
        ("https:///a", nil), ("https://:443/", nil), ("https://a:b/", nil),
        ("https://a:65536/", nil), ("https://[::1/", nil), ("", nil),
        ("https://example.com/" + String(repeating: "a", count: 8192), nil),
    ]) func readsOrigins(address: String, origin: String?) {
        #expect(WebOrigin(address, Self.rules)?.text == origin)
    }

    @Test(arguments: [
        ("login.example.com", ["example.com"]),
        ("a.b.example.com", ["b.example.com", "example.com"]),
        ("example.com", []),
        ("ann.github.io", []),
        ("x.ann.github.io", ["ann.github.io"]),
        ("shop.example.co.uk", ["example.co.uk"]),
        ("com", []), ("localhost", []), ("192.0.2.1", []), ("2001:db8::1", []),
    ]) func findsParents(host: String, parents: [String]) throws {
        let host = try #require(WebHost(host, Self.rules))
        #expect(Self.rules.parents(of: host).map(\.text) == parents)
        #expect(Self.rules.site(of: host).text == parents.last ?? host.text)
        // Where suffixes are not known, no host belongs to another.
        #expect(DomainRules.none.parents(of: host).isEmpty)
    }

    @Test(arguments: [
        ("login.example.com", "example.com", true),
        ("example.com", "example.com", false),
        ("badexample.com", "example.com", false),
        ("example.com", "login.example.com", false),
        ("1.192.0.2.1", "192.0.2.1", false),
    ]) func knowsWhatIsBelow(host: String, other: String, isBelow: Bool) throws {
        let other = try #require(WebHost(other, Self.rules))
        #expect(WebHost(host, Self.rules)?.isBelow(other) ?? false == isBelow)
    }

    @Test(arguments: [
        ("localhost", true), ("app.localhost", true), ("127.0.0.1", true), ("127.8.0.1", true),
        ("::1", true), ("127.example.com", false), ("localhost.example.com", false),
        ("192.168.1.1", false),
    ]) func knowsThisComputer(host: String, isLocal: Bool) {
        #expect(WebHost(host, Self.rules)?.isLocal == isLocal)
    }

    /// A library is not asked about more letters than a name can have.
    @Test func asksNoLibraryAboutLongTexts() {
        let echoing = DomainRules(
            ascii: { _ in "example.com" },
            unicode: { $0 },
            isPublicSuffix: { _ in nil }
        )
        #expect(WebHost(String(repeating: "ü", count: 506), echoing)?.text == "example.com")
        #expect(WebHost(String(repeating: "ü", count: 507), echoing) == nil)
    }
}
