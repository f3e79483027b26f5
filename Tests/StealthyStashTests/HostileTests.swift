import AppleVocabulary
import Foundation
import KeeperRuns
@_spi(Keepers) import PortableKeychain
import StealthyStash
import Testing

/// The input that callers and other programs may provide.
@Suite(.throughEachKeeper) struct HostileTests {
    static let texts = [
        "", " ", "\0", "a\0b", "\u{1F511}", "e\u{301}", "\u{e9}", "'; DROP TABLE genp; --", "%s%n",
        "\n\r\t", String(repeating: "x", count: 100_000), "\u{FEFF}", "NULL", "syna",
    ]

    @Test(arguments: texts.indices)
    func keepsAnyText(row: Int) throws {
        let text = Self.texts[row]
        try isolated { _ in
            let repository = KeychainRepository.plain
            let generic = GenericPasswordItem(
                account: text,
                data: Data(text.utf8),
                service: text,
                description: text,
                comment: text,
                label: text,
                generic: Data(text.utf8),
                isSynchronizable: .disabled
            )
            let internet = InternetPasswordItem(
                account: text,
                data: Data(text.utf8),
                label: text,
                server: text,
                authenticationType: text,
                path: text
            )
            try repository.create(ItemList(generic, internet))
            let found = try #require(repository.query(TypeQuery(type: .generic)).first)
            #expect(found.account.utf8.elementsEqual(text.utf8))
            #expect(found.service == text && found.label == text && found.comment == text)
            #expect(found.description == text && found.data == Data(text.utf8))
            #expect(found == generic.eraseToAnyProperty())
            let address = try #require(repository.query(TypeQuery(type: .internet)).first)
            #expect(address == internet.eraseToAnyProperty())
            #expect(address.path == text && address.server == text)
            try repository.delete(ItemList(generic, internet))
            try repository.create(ItemList(generic, internet))
            try repository.delete(found)
            try repository.delete(address)
            #expect(try repository.secrets() == [] && repository.secrets(.internet) == [])
        }
    }

    /// The bytes decide which item it is, as they do in the keychain.
    @Test func distinguishesCompositions() throws {
        try isolated { _ in
            let repository = KeychainRepository.named
            try repository.create(GenericPasswordItem("\u{e9}", "1"))
            try repository.create(GenericPasswordItem("e\u{301}", "2"))
            try repository.delete(GenericPasswordItem("\u{e9}"))
            #expect(try repository.secrets() == ["2"])
        }
    }

    /// One item that is none of this library's does not hide the others.
    @Test func leavesOutWhatItCannotName() throws {
        let table: [(ItemClass, ItemAttributes, String?)] = [
            (.genericPassword, [.account: .data(Data([0xFF])), .service: .string("service")], "x"),
            (.genericPassword, [.account: .string("empty"), .service: .string("service")], nil),
            (.internetPassword, [.account: .data(Data([0xFF])), .server: .string("server")], "x"),
            (
                .internetPassword,
                [.account: .string("p"), .server: .string("server"), .port: .string("http")], "x"
            ),
            (
                .internetPassword,
                [
                    .account: .string("q"), .server: .string("server"),
                    .securityDomain: .data(Data([0xFF])),
                ], "x"
            ),
        ]
        for (itemClass, attributes, secret) in table {
            try isolated { keychain in
                let log = Log()
                let repository = KeychainRepository(
                    defaultServiceName: "service",
                    defaultServerName: "server",
                    logger: Logger { log.add($0) }
                )
                try repository.create(GenericPasswordItem("a", "1"))
                try keychain.plant(itemClass, attributes, secret: secret)
                try repository.create(InternetPasswordItem("b", "2"))
                #expect(try repository.secrets() == ["1"])
                #expect(try repository.secrets(.internet) == ["2"])
                #expect(log.lines == ["query: left out 1 of 2 items."])
                // An item that cannot be shown is not deleted.
                try repository.clearAll()
                #expect(try keychain.stored(.account, itemClass) == [attributes[.account]])
            }
        }
    }

    /// Others' items are shown as far as they can be.
    @Test func showsForeignItems() throws {
        try isolated { keychain in
            try keychain.plant(.genericPassword, [:], secret: "bare")
            try keychain.plant(
                .genericPassword,
                [
                    .account: .data(Data("bytes".utf8)), .label: .data(Data([0xFF])),
                    .type: .string("kind"), .comment: .number(3), .generic: .string("text"),
                ],
                secret: "odd"
            )
            let found = try KeychainRepository.plain.query(TypeQuery(type: .generic))
            #expect(found.map(\.account) == ["", "bytes"])
            #expect(found.map(\.service) == ["", ""])
            let odd = try #require(found.last?.property as? GenericPasswordItem)
            #expect(odd.label == nil && odd.type == nil && odd.comment == nil)
            #expect(odd.generic == Data("text".utf8))
            try KeychainRepository.plain.delete(odd)
            try KeychainRepository.plain.delete(GenericPasswordItem(""))
            #expect(try KeychainRepository.plain.secrets() == [])
        }
    }

    @Test func keepsLargeSecretsAndEmptyOnes() throws {
        try isolated { _ in
            let repository = KeychainRepository.named
            for data in [Data(), Data(repeating: 0, count: 1 << 20)] {
                let item = GenericPasswordItem(account: "a", data: data)
                try repository.create(item)
                #expect(try repository.query(TypeQuery(type: .generic)).map(\.data) == [data])
                try repository.delete(item)
            }
        }
    }

    @Test(arguments: [
        "", "k", "keys", "cla", "zzzz", "r_Data", "v_Data", "u_Nothing", "\u{e9}\u{e9}",
    ])
    func passesAnyKeyOnToTheRules(key: String) throws {
        try isolated { _ in
            try KeychainRepository.plain.create(GenericPasswordItem("a", "1"))
            let query = AnyQuery(type: .generic, text: [key: "value"])
            #expect(throws: StashError.self) { try KeychainRepository.plain.query(query) }
            #expect(try KeychainRepository.plain.secrets() == ["1"])
        }
    }

    @Test func refusesAnUnknownProtocolNumber() throws {
        try isolated { _ in
            let odd = InternetPasswordItem(account: "a", data: Data(), type: .max, port: .min)
            try KeychainRepository.plain.create(odd)
            let found = try KeychainRepository.plain.query(TypeQuery(type: .internet))
            #expect(found.map(\.port) == [.min])
            try KeychainRepository.plain.delete(odd)
            #expect(try KeychainRepository.plain.secrets(.internet) == [])
        }
    }
}
