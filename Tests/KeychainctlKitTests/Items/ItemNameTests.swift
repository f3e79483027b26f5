@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainctlKit

@Suite struct ItemNameTests {
    private static func item(
        _ scheme: NetworkProtocol?,
        port: Int64 = 0,
        path: String = ""
    ) -> ListedItem {
        var attributes: ItemAttributes = [.server: .string("example.com"), .path: .string(path)]
        attributes[.networkProtocol] = scheme.map { .string($0.rawValue) }
        attributes[.port] = .number(port)
        return ListedItem(itemClass: .internetPassword, attributes: attributes)
    }

    @Test(
        arguments: [
            ("api", [("api", nil)]),
            ("api/ci", [("api/ci", nil), ("api", "ci")]),
            ("ann@host", [("ann@host", nil), ("host", "ann")]),
            ("a/b/c", [("a/b/c", nil), ("a", "b/c"), ("a/b", "c")]),
            ("/a/", [("/a/", nil)]),
        ] as [(String, [(String, String?)])]
    )
    func reads(_ name: String, _ expected: [(String, String?)]) {
        let readings = expected.map { ItemName.Reading(place: $0.0, account: $0.1) }
        #expect(ItemName(name).readings == readings)
    }

    @Test func readsNamesOfAnyLength() {
        #expect(ItemName(String(repeating: "a/", count: 10_000)).readings.count <= 17)
    }

    /// The typed text, the item, and the ways in which its address agrees.
    static let addresses: [(String, ListedItem, [ItemAddress.Agreement])] = [
        ("https://example.com", item(.https), [.exact, .stated, .lenient]),
        ("https://example.com/", item(.https), [.exact, .stated, .lenient]),
        ("https://example.com/login", item(.https), [.lenient]),
        ("https://example.com", item(.https, path: "/login"), [.stated, .lenient]),
        ("https://example.com/login/", item(.https, path: "login"), [.exact, .stated, .lenient]),
        ("https://example.com/a", item(.https, path: "/b"), []),
        ("http://example.com", item(.https), []),
        ("http://example.com", item(nil), [.lenient]),
        ("example.com:8443", item(.https, port: 8443), [.stated, .lenient]),
        ("https://example.com:8443", item(.https, port: 8443), [.exact, .stated, .lenient]),
        ("https://example.com:8443", item(.https), [.lenient]),
        ("example.com", item(.https, port: 8443), [.stated, .lenient]),
        ("example.com:80", item(.https, port: 8443), []),
    ]

    @Test(arguments: addresses)
    func comparesAddresses(
        _ typed: String,
        _ item: ListedItem,
        _ ways: [ItemAddress.Agreement]
    ) throws {
        let address = try #require(ItemAddress(ItemName.Reading(place: typed)))
        #expect(ItemAddress.Agreement.allCases.filter { address.fits(item, $0) } == ways)
        // A change needs what is stated.
        #expect(ItemName(typed).fits(item, for: .changing) == ways.contains(.stated))
        #expect(ItemName(typed).fits(item, for: .reading) == ways.contains(.lenient))
    }

    @Test func findsTheHostAndTheAccount() throws {
        let reading = ItemName.Reading(place: "https://ann:pa55@Example.com/x")
        let patterns = try #require(ItemAddress(reading)).patterns
        #expect(
            patterns.map { $0.attributes[.server] } == [
                .string("Example.com"), .string("example.com"),
            ]
        )
        #expect(patterns.allSatisfy { $0.attributes[.account] == .string("ann") })
        #expect(patterns.allSatisfy { $0.itemClass == .internetPassword })
    }

    @Test(arguments: ["nothing://host", "a b", "://", "https://", "host:port", "host:0", "[::1"])
    func refusesOthers(_ typed: String) {
        #expect(ItemAddress(ItemName.Reading(place: typed)) == nil)
    }
}
