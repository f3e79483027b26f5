import KeychainPasskeys
import Testing

@testable import KeychainBrowser

/// The knowledge of hosts that the libraries of the system have.
@Suite struct DomainTests {
    /// A few suffixes, whatever list the machine has.
    static let rules = DomainRules(
        ascii: { ["bücher.example": "xn--bcher-kva.example"][$0] },
        unicode: { ["xn--bcher-kva.example": "bücher.example"][$0] },
        isPublicSuffix: { ["com", "example", "github.io", "io", "co.uk", "uk"].contains($0) }
    )

    /// The libraries of the machine, if present, agree with the tables above.
    @Test(arguments: [
        ("com", true), ("co.uk", true), ("github.io", true), ("example.com", false),
        ("example.co.uk", false), ("ann.github.io", false), ("xn--p1ai", true),
    ]) func asksTheSystemForSuffixes(name: String, isSuffix: Bool) {
        let answer = DomainRules.system.isPublicSuffix(name)
        #expect(answer == nil || answer == isSuffix)
    }

    @Test(arguments: [
        ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.example", "xn--bcher-kva.example"),
        ("faß.example", "xn--fa-hia.example"), ("\u{FF45}xample.com", "example.com"),
        ("a\u{0}b.example", nil), (String(repeating: "ü", count: 2000), nil),
    ]) func asksTheSystemForNames(name: String, ascii: String?) {
        let answer = DomainRules.system.ascii(name)
        #expect(answer == nil || answer == ascii)
    }
}
