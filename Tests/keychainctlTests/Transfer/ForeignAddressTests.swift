import PortableKeychain
import Testing

@testable import keychainctl

/// What becomes of addresses and entries.
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
        Parts(text: "http://[::1]:80/x", name: "http", server: "[::1]", path: "/x"),
        Parts(text: "ssh://git@a.example", name: "ssh", server: "a.example"),
        Parts(text: "a.example", name: nil, server: "a.example"),
        Parts(text: "bücher.example/x", name: nil, server: "bücher.example", path: "/x"),
    ]

    @Test(arguments: addresses) func takesApart(_ parts: Parts) throws {
        let address = try #require(ForeignAddress(parts.text))
        #expect(address.networkProtocol?.name == parts.name)
        #expect(address.server == parts.server)
        #expect(address.port == parts.port)
        #expect(address.path == parts.path)
    }

    @Test(arguments: [
        "", "localhost", "https://", "android://x@com.app/", "https://a b/", "a.example:0",
        "a.example:99999", "My bank", "https://a.example:x",
    ])
    func leavesOthers(_ text: String) { #expect(ForeignAddress(text) == nil) }

    @Test func keepsEverySecret() throws {
        var entry = ForeignEntry(title: "A", address: "https://a.example:8443/x", account: "me")
        entry.password = "pw"
        entry.addSecret("PIN", "12")
        entry.addSecret("PIN", "34")
        entry.addSecret("empty", "")
        entry.addDetail("Folder", "Work")
        let items = entry.items
        #expect(items.map(\.itemClass) == [.internetPassword, .genericPassword, .genericPassword])
        #expect(items[0].attributes[.comment] == .string("Folder: Work"))
        #expect(items[1].attributes[.service] == .string("a.example:8443/x: PIN"))
        #expect(items[2].attributes[.service] == .string("a.example:8443/x: PIN 2"))
        #expect(items.map { SecretText.copy($0.secret) } == ["pw", "12", "34"])
        #expect(items.allSatisfy { $0.attributes[.account] == .string("me") })
    }

    @Test func keepsNotesAlone() throws {
        let item = try #require(ForeignEntry(title: "Safe", notes: "left 3").items.first)
        #expect(item.attributes[.service] == .string("Safe"))
        #expect(item.attributes[.description] == .string("secure note"))
        #expect(item.attributes[.comment] == nil)
        #expect(SecretText.copy(item.secret) == "left 3")
    }

    @Test func keepsAPasswordInAnAddressOutOfAttributes() {
        let items = ForeignEntry(address: "https://me:pw@a.example/", account: "me").items
        #expect(!items.contains { "\($0.attributes)".contains("pw@") })
        #expect(items.contains { SecretText.copy($0.secret) == "https://me:pw@a.example/" })
    }
}
