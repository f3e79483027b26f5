@_spi(Keepers) import PortableKeychain
import Testing

@testable import KeychainctlKit

/// The kind of a new item with a name.
@Suite struct NewItemNameTests {
    private static func generic(_ service: String, _ account: String? = nil) -> ItemSelection {
        var attributes: ItemAttributes = [.service: .string(service)]
        attributes[.account] = account.map { .string($0) }
        return ItemSelection(itemClass: .genericPassword, attributes: attributes)
    }

    private static func internet(
        _ scheme: NetworkProtocol?,
        _ server: String,
        port: Int64? = nil,
        path: String? = nil,
        account: String? = nil
    ) -> ItemSelection {
        var attributes: ItemAttributes = [.server: .string(server)]
        attributes[.networkProtocol] = scheme.map { .string($0.rawValue) }
        attributes[.port] = port.map { .number($0) }
        attributes[.path] = path.map { .string($0) }
        attributes[.account] = account.map { .string($0) }
        return ItemSelection(itemClass: .internetPassword, attributes: attributes)
    }

    @Test(
        arguments: [
            ("api", nil, generic("api")),
            ("Home router", nil, generic("Home router")),
            ("api/ci", nil, generic("api", "ci")),
            ("example.com/ann", nil, generic("example.com", "ann")),
            ("site/ann@example.com", nil, generic("site", "ann@example.com")),
            ("-dash", nil, generic("-dash")),
            // A letter that Swift combines with the slash.
            ("api/\u{301}x", nil, generic("api", "\u{301}x")),
            ("ci@api", .genericPassword, generic("api", "ci")),
            ("ann@example.com", .genericPassword, generic("example.com", "ann")),
            ("ann@example.com", nil, internet(nil, "example.com", account: "ann")),
            ("a@b@example.com", nil, internet(nil, "example.com", account: "a@b")),
            (
                "ann@Example.com:8443/x/y", nil,
                internet(nil, "example.com", port: 8443, path: "/x/y", account: "ann")
            ),
            ("root@nas:22", nil, internet(nil, "nas", port: 22, account: "root")),
            ("root@nas", .internetPassword, internet(nil, "nas", account: "root")),
            ("ann@[::1]", nil, internet(nil, "::1", account: "ann")),
            ("nas", .internetPassword, internet(nil, "nas")),
            ("nas/root", .internetPassword, internet(nil, "nas", account: "root")),
            ("https://example.com", nil, internet(.https, "example.com")),
            ("HTTPS://example.com/", nil, internet(.https, "example.com")),
            (
                "ssh://git@example.com:22", nil,
                internet(.ssh, "example.com", port: 22, account: "git")
            ),
            (
                "https://example.com/a?b=c", .internetPassword,
                internet(.https, "example.com", path: "/a?b=c")
            ),
        ] as [(String, ItemClass?, ItemSelection)]
    )
    func describes(_ name: String, _ wanted: ItemClass?, _ item: ItemSelection) throws {
        #expect(try ItemName(name).newItem(as: wanted) == item)
    }

    /// An item that was stored so is found by the name.
    @Test(arguments: [
        "api", "api/ci", "api/\u{301}x", "ann@example.com:8443/x", "https://ann@example.com/x",
    ])
    func isFoundAgain(_ name: String) throws {
        let new = try ItemName(name).newItem()
        let itemClass = try #require(new.itemClass)
        #expect(ItemName(name).fits(ListedItem(itemClass: itemClass, attributes: new.attributes)))
    }

    @Test(
        arguments: [
            ("", nil), ("a/b/c", nil), ("/ci", nil), ("api/", nil), ("root@nas", nil),
            ("@example.com", nil), ("ann@", nil), ("nothing://host", nil), ("https://", nil),
            ("https://@host", nil), ("https://host:port", nil), ("ann@a b.example", nil),
            ("https://host", .genericPassword), ("ann@host/x", .genericPassword),
            ("a b", .internetPassword), ("nas/", .internetPassword),
            ("nas/a/b", .internetPassword),
        ] as [(String, ItemClass?)]
    )
    func refuses(_ name: String, _ wanted: ItemClass?) {
        #expect(throws: Failure.self) { try ItemName(name).newItem(as: wanted) }
    }

    @Test(arguments: [
        "https://ann:pa55@host", "ann:pa55@example.com",
        "https://ann:pa55@\u{301}host", "https://ann:\u{301}pa55@host", "ann:pa55@host/\u{301}@x",
    ])
    func keepsThePasswordOfAnAddressOutOfTheMessage(_ name: String) throws {
        let failure = try #require(throws: Failure.self) { try ItemName(name).newItem() }
        #expect(!failure.message.contains("pa55"))
        #expect(failure.message.contains("a password in it"))
    }
}
