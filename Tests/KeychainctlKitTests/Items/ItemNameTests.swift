import PortableKeychain
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

    /// What is typed, the item, whether it is exactly its address, and whether it agrees.
    static let addresses: [(String, ListedItem, Bool, Bool)] = [
        ("https://example.com", item(.https), true, true),
        ("https://example.com/", item(.https), true, true),
        ("https://example.com/login", item(.https), false, true),
        ("https://example.com", item(.https, path: "/login"), false, true),
        ("https://example.com/login/", item(.https, path: "login"), true, true),
        ("https://example.com/a", item(.https, path: "/b"), false, false),
        ("http://example.com", item(.https), false, false),
        ("http://example.com", item(nil), false, true),
        ("example.com:8443", item(.https, port: 8443), false, true),
        ("https://example.com:8443", item(.https, port: 8443), true, true),
        ("example.com:80", item(.https, port: 8443), false, false),
    ]

    @Test(arguments: addresses)
    func comparesAddresses(_ typed: String, _ item: ListedItem, _ isSame: Bool, _ agrees: Bool)
        throws
    {
        let address = try #require(ItemAddress(ItemName.Reading(place: typed)))
        #expect(address.fits(item, isExact: true) == isSame)
        #expect(address.fits(item, isExact: false) == agrees)
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
