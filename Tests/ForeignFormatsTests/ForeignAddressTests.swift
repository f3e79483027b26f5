import PortableKeychain
import Testing

@testable import ForeignFormats

/// The parts of addresses.
@Suite struct ForeignAddressTests {
    struct Parts: Sendable {
        var text: String
        var name: String?
        var server: String
        var port: Int64 = 0
        var path = ""
    }

    static let addresses = [
        Parts(text: "https://A.example/", name: "https", server: "a.example"),
        Parts(
            text: "https://a.example:443/x?y=1#z",
            name: "https",
            server: "a.example",
            path: "/x?y=1#z"
        ),
        Parts(text: "http://a.example:8080", name: "http", server: "a.example", port: 8080),
        Parts(text: "HTTPS://localhost:8443", name: "https", server: "localhost", port: 8443),
        Parts(text: "http://[::1]:80/x", name: "http", server: "::1", path: "/x"),
        Parts(text: "ssh://git@a.example", name: "ssh", server: "a.example"),
        Parts(text: "a.example", name: nil, server: "a.example"),
        Parts(text: "bücher.example/x", name: nil, server: "bücher.example", path: "/x"),
        // A mark that combines with a sign does not hide it.
        Parts(
            text: "https://a.example/\u{301}x",
            name: "https",
            server: "a.example",
            path: "/\u{301}x"
        ),
        // The Kelvin sign is another letter than the "k" that Unicode makes of it in lower case.
        Parts(text: "https://\u{212A}.Example", name: "https", server: "\u{212A}.example"),
    ]

    @Test(arguments: addresses) func takesApart(_ parts: Parts) throws {
        let address = try #require(try ForeignAddress(parts.text))
        #expect(address.networkProtocol?.name == parts.name)
        // Bytes, because Swift takes the Kelvin sign for a K.
        #expect(Array(address.server.utf8) == Array(parts.server.utf8))
        #expect(address.port == parts.port)
        #expect(address.path == parts.path)
    }

    @Test(arguments: [
        "", "localhost", "https://", "android://x@com.app/", "https://a b/", "a.example:0",
        "a.example:99999", "My bank", "Bank: login", "https://a\u{A0}b/", "https://a\u{202E}b/",
        "https://a\\b", "https://a[b", "https://[::1]x", "https://[::1", "https://a;b",
        "https://a:1:2",
    ])
    func leavesOthers(_ text: String) throws { #expect(try ForeignAddress(text) == nil) }

    @Test(arguments: ["0", "65536", "99999", "-1", "+1", "x"]) func refusesPorts(_ port: String) {
        for host in ["a.example", "[::1]"] {
            #expect(throws: FormatProblem.self) { try ForeignAddress("https://\(host):\(port)/x") }
        }
    }

    @Test func takesNamesOfServersWithoutADot() throws {
        #expect(try ForeignAddress("localhost", isServer: true)?.server == "localhost")
        #expect(try ForeignAddress("[2001:db8::1]", isServer: true)?.server == "2001:db8::1")
    }
}
