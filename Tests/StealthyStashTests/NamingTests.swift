import Foundation
import KeeperRuns
@_spi(Keepers) import PortableKeychain
import StealthyStash
import Testing

/// Updates and deletions touch the item that is named, and no other.
@Suite(.throughEachKeeper) struct NamingTests {
    /// Names of one item that the repository without defaults must distinguish.
    static let generic: [(String, GenericPasswordItem)] = [
        ("open", GenericPasswordItem("a", "open")),
        ("service", GenericPasswordItem("a", "service", service: "s")),
        (
            "group",
            GenericPasswordItem(
                account: "a",
                data: Data("group".utf8),
                service: "t",
                accessGroup: "group"
            )
        ),
        (
            "no group",
            GenericPasswordItem(
                account: "a",
                data: Data("no group".utf8),
                service: "t",
                accessGroup: "com.example.stash"
            )
        ),
        (
            "synchronized",
            GenericPasswordItem(
                account: "a",
                data: Data("synchronized".utf8),
                service: "u",
                isSynchronizable: .enabled
            )
        ),
        (
            "local",
            GenericPasswordItem(
                account: "a",
                data: Data("local".utf8),
                service: "u",
                isSynchronizable: .disabled
            )
        ),
    ]

    static let internet: [InternetPasswordItem] = [
        item("open"),
        item("server", server: "s"),
        item("http", server: "s", protocol: .http),
        item("https", server: "s", protocol: .https),
        item("port", server: "s", protocol: .https, port: 443),
        item("path", server: "s", protocol: .https, port: 443, path: "/"),
        item(
            "type",
            server: "s",
            protocol: .https,
            authenticationType: "http",
            port: 443,
            path: "/"
        ),
        item("path alone", path: "/"),
        item("type alone", authenticationType: "http"),
        item("port alone", port: 443),
    ]

    private static func item(
        _ secret: String,
        server: String? = nil,
        protocol: ServerProtocol? = nil,
        authenticationType: String? = nil,
        port: Int? = nil,
        path: String? = nil
    ) -> InternetPasswordItem {
        InternetPasswordItem(
            account: "a",
            data: Data(secret.utf8),
            server: server,
            protocol: `protocol`,
            authenticationType: authenticationType,
            port: port,
            path: path
        )
    }

    @Test(arguments: generic.indices)
    func touchesOneGenericPassword(row: Int) throws {
        try isolated(groups: ["group"]) { _ in
            try touchesOne(of: Self.generic.map(\.1), row)
        }
    }

    @Test(arguments: internet.indices)
    func touchesOneInternetPassword(row: Int) throws {
        try isolated { _ in try touchesOne(of: Self.internet, row) }
    }

    /// The item as it was made, and as it was found.
    private func touchesOne<Item: StealthyProperty>(of items: [Item], _ row: Int) throws {
        let repository = KeychainRepository.plain
        for item in items { try repository.create(item) }
        let all = Set(items.map { String(decoding: $0.data, as: UTF8.self) })
        let secret = String(decoding: items[row].data, as: UTF8.self)
        #expect(try Set(repository.secrets(Item.propertyType)) == all)

        let found = try repository.query(TypeQuery(type: Item.propertyType))
            .compactMap { $0.property as? Item }.first { $0.data == items[row].data }
        for name in [items[row], try #require(found)] {
            var changed = name.addQuery()
            changed["v_Data"] = Data("changed".utf8)
            try repository.update(Item(rawDictionary: changed), from: name)
            #expect(
                try Set(repository.secrets(Item.propertyType))
                    == all.subtracting([secret]).union(["changed"])
            )
            try repository.delete(name)
            #expect(try Set(repository.secrets(Item.propertyType)) == all.subtracting([secret]))
            try repository.create(items[row])
        }
    }

    @Test func leavesOtherServicesAlone() throws {
        try isolated { _ in
            let repository = KeychainRepository.named
            try repository.create(GenericPasswordItem("a", "mine"))
            try repository.create(GenericPasswordItem("a", "other", service: "other"))
            try repository.update(GenericPasswordItem("a", "new"), from: GenericPasswordItem("a"))
            #expect(try KeychainRepository.plain.secrets() == ["new", "other"])
            try repository.delete(GenericPasswordItem("a"))
            #expect(try KeychainRepository.plain.secrets() == ["other"])
            #expect(throws: StashError.notFound) {
                try repository.update(GenericPasswordItem("a", "x"), from: GenericPasswordItem("a"))
            }
        }
    }

    /// The attributes that distinguish other programs' items, and have no name in this library.
    @Test func distinguishesForeignItems() throws {
        let base: ItemAttributes = [.account: .string("a"), .server: .string("s")]
        let table: [(AttributeKey, AttributeValue)] = [
            (.securityDomain, .string("realm")), (.networkProtocol, .string("gopher")),
            (.networkProtocol, .number(7)), (.port, .number(-1)), (.path, .string("/")),
        ]
        for (key, value) in table {
            try isolated { keychain in
                var attributes = base
                attributes[key] = value
                try keychain.plant(.internetPassword, base, secret: "plain")
                try keychain.plant(.internetPassword, attributes, secret: "special")
                let repository = KeychainRepository.plain
                let found = try repository.query(TypeQuery(type: .internet))
                #expect(found.count == 2 && Set(found).count == 2)
                let special = try #require(found.first { $0.data == Data("special".utf8) })
                try repository.upsert(
                    from: special,
                    to: InternetPasswordItem("a", "changed")
                )
                #expect(try repository.secrets(.internet) == ["changed", "plain"])
                try repository.delete(special)
                #expect(try repository.secrets(.internet) == ["plain"], "\(key.name)")
                try keychain.plant(.internetPassword, attributes, secret: "special")
                try repository.delete(InternetPasswordItem("a", server: "s"))
                #expect(try repository.secrets(.internet) == ["special"], "\(key.name)")
            }
        }
    }

    /// "Both kinds" means both kinds, in updates and deletions too.
    @Test func acceptsAnyValue() throws {
        try isolated { _ in
            let repository = KeychainRepository.plain
            for kind in [Synchronizable.enabled, .disabled] {
                try repository.create(
                    GenericPasswordItem(account: "a", data: Data(), isSynchronizable: kind)
                )
            }
            try repository.update(GenericPasswordItem("a", "x"), from: GenericPasswordItem("a"))
            #expect(try repository.secrets() == ["x", "x"])
            try repository.delete(GenericPasswordItem("a"))
            #expect(try repository.secrets() == [])
        }
    }
}
