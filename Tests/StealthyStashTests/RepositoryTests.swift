import AppleVocabulary
import Foundation
import KeeperRuns
@_spi(Keepers) import KeychainTesting
@_spi(Keepers) import PortableKeychain
import StealthyStash
import Testing

/// The items that a repository stores and finds.
@Suite(.throughEachKeeper) struct RepositoryTests {
    @Test func keepsEveryAttribute() throws {
        try isolated(groups: ["group"]) { _ in
            let repository = KeychainRepository()
            try repository.create(DictionaryTests.generic)
            try repository.create(DictionaryTests.internet)
            let generic = try #require(repository.query(TypeQuery(type: .generic)).first)
            let internet = try #require(repository.query(TypeQuery(type: .internet)).first)
            let stored = try #require(generic.property as? GenericPasswordItem)
            let address = try #require(internet.property as? InternetPasswordItem)
            #expect(stored.undated == DictionaryTests.generic)
            #expect(address.undated == DictionaryTests.internet)
            #expect(stored.createdAt != nil && address.modifiedAt != nil)
        }
    }

    @Test func findsNothingInAnEmptyKeychain() throws {
        try isolated { _ in
            #expect(try KeychainRepository.named.query(TypeQuery(type: .generic)).isEmpty)
            #expect(try KeychainRepository.named.query(TypeQuery(type: .internet)).isEmpty)
            try KeychainRepository.named.clearAll()
        }
    }

    @Test func saysWhatIsWrong() throws {
        try isolated { _ in
            let repository = KeychainRepository.named
            let item = GenericPasswordItem("a", "1")
            #expect(throws: StashError.notFound) { try repository.delete(item) }
            #expect(throws: StashError.notFound) { try repository.update(item, from: item) }
            try repository.create(item)
            #expect(throws: StashError.duplicate) { try repository.create(item) }
            try repository.delete(item)
            let foreign = GenericPasswordItem(
                account: "a",
                data: Data(),
                accessGroup: "somebody else's"
            )
            #expect(throws: StashError.unhandledError(status: errSecMissingEntitlement)) {
                try repository.create(foreign)
            }
        }
    }

    @Test func updatesAndKeepsWhatIsNotGiven() throws {
        try isolated { _ in
            let repository = KeychainRepository.named
            let old = GenericPasswordItem(
                account: "a",
                data: Data("1".utf8),
                label: "l",
                generic: Data()
            )
            try repository.create(old)
            try repository.update(GenericPasswordItem("b", "2"), from: old)
            let found = try #require(repository.query(TypeQuery(type: .generic)).first)
            #expect(found.account == "b" && found.data == Data("2".utf8))
            #expect(found.label == "l" && found.service == "service")
            try repository.update(
                GenericPasswordItem("a"),
                from: found.property as! GenericPasswordItem
            )
            #expect(try repository.secrets() == [""])
        }
    }

    @Test func refusesToMergeItems() throws {
        try isolated { _ in
            let repository = KeychainRepository.named
            try repository.create(GenericPasswordItem("a", "1"))
            try repository.create(GenericPasswordItem("b", "2"))
            #expect(throws: StashError.duplicate) {
                try repository.update(GenericPasswordItem("a", "3"), from: GenericPasswordItem("b"))
            }
            #expect(try repository.secrets() == ["1", "2"])
        }
    }

    /// The cases in which the default, the item's own value, or both decide.
    @Test(arguments: [
        (Synchronizable.any, Synchronizable.any, Int64(0)), (.any, .enabled, 1),
        (.any, .disabled, 0),
        (.enabled, .any, 1), (.enabled, .disabled, 1), (.disabled, .enabled, 0),
    ])
    func synchronizes(own: Synchronizable, standard: Synchronizable, stored: Int64) throws {
        try isolated { keychain in
            let repository = KeychainRepository(
                defaultServiceName: "service",
                defaultServerName: "server",
                defaultSynchronizable: standard
            )
            let item = GenericPasswordItem(
                account: "a",
                data: Data("1".utf8),
                isSynchronizable: own
            )
            try repository.create(item)
            #expect(try keychain.stored(.synchronizable, .genericPassword) == [.number(stored)])
            // The same item, whatever became of it.
            try repository.update(GenericPasswordItem("a", "2"), from: item)
            #expect(try repository.secrets() == ["2"])
            #expect(try keychain.stored(.synchronizable, .genericPassword) == [.number(stored)])
            try repository.delete(item)
            #expect(try repository.secrets() == [])
        }
    }

    @Test func fillsInDefaults() throws {
        try isolated(groups: ["shared"]) { keychain in
            let repository = KeychainRepository(
                defaultServiceName: "service",
                defaultServerName: "server",
                defaultAccessGroup: "shared"
            )
            try repository.create(GenericPasswordItem("a", "1"))
            try repository.create(GenericPasswordItem("b", "2", service: "other"))
            try repository.create(InternetPasswordItem("a", "3"))
            try KeychainRepository.plain.create(GenericPasswordItem("c", "4", service: "service"))
            #expect(try repository.secrets() == ["1"])
            #expect(try repository.secrets(.internet) == ["3"])
            #expect(try KeychainRepository.plain.secrets() == ["1", "2", "4"])
            #expect(try keychain.stored(.server, .internetPassword) == [.string("server")])
            let groups = try keychain.stored(.accessGroup, .genericPassword)
            #expect(groups == [.string("shared"), .string("shared"), .string("com.example.stash")])
        }
    }

    @Test func takesDefaultsOfOnesOwn() throws {
        struct Provider: DefaultProvider {
            func attributesForQuery(ofType type: StealthyPropertyType?) -> StealthyDictionary {
                ["svce": type == .generic ? "mine" : nil, "labl": nil, "u_AuthUI": "u_AuthUIS"]
            }
            func attributesForNewItem(ofType type: StealthyPropertyType) -> StealthyDictionary {
                ["svce": type == .generic ? "mine" : nil, "labl": "mine", "pdmn": "ck"]
            }
        }
        try isolated { keychain in
            let repository = KeychainRepository(defaultProvider: Provider())
            try repository.create(GenericPasswordItem("a", "1"))
            try repository.create(GenericPasswordItem("b", "2", service: "other"))
            try repository.create(InternetPasswordItem("a", "3"))
            #expect(
                try keychain.stored(.accessible, .genericPassword) == [
                    .string("ck"), .string("ck"),
                ]
            )
            let found = try repository.query(TypeQuery(type: .generic))
            #expect(found.map(\.account) == ["a"])
            #expect(found.map(\.label) == ["mine"])
            #expect(try repository.secrets(.internet) == ["3"])
            try repository.update(GenericPasswordItem("a", "9"), from: GenericPasswordItem("a"))
            #expect(try repository.secrets() == ["9"])
            try repository.delete(GenericPasswordItem("a"))
            #expect(try KeychainRepository.plain.secrets() == ["2"])
        }
    }

    @Test func searchesAsCustomQueriesSay() throws {
        try isolated { _ in
            let repository = KeychainRepository.named
            try repository.create(GenericPasswordItem("a", "1"))
            try repository.create(GenericPasswordItem("b", "2"))
            try repository.create(GenericPasswordItem("a", "3", service: "other"))
            let table: [([String: String], [String: Bool], [String])] = [
                ([:], [:], ["1", "2"]),
                (["acct": "a"], [:], ["1"]),
                (["acct": "a", "svce": "other"], [:], ["3"]),
                (["m_Limit": "m_LimitOne"], [:], ["1"]),
                ([:], ["r_Data": false, "r_Attributes": false, "r_Ref": true], ["1", "2"]),
                (["class": "inet"], [:], ["1", "2"]),
                (["acct": "nobody"], [:], []),
            ]
            for (text, flags, expected) in table {
                let query = AnyQuery(type: .generic, text: text, flags: flags)
                let found = try repository.query(query).map {
                    String(decoding: $0.data, as: UTF8.self)
                }
                #expect(found.sorted() == expected, "\(text)")
            }
            #expect(throws: StashError.unhandledError(status: errSecParam)) {
                try repository.query(AnyQuery(type: .generic, text: ["m_Limit": "x"]))
            }
            #expect(throws: StashError.unhandledError(status: errSecNoSuchAttr)) {
                try repository.query(AnyQuery(type: .internet, text: ["svce": "x"]))
            }
        }
    }

    @Test func takesTheCurrentKeychainForEachCall() throws {
        let repository = KeychainRepository.named
        let keychains = try (0..<2).map { _ in try Keychain.inMemory() }
        for (index, keychain) in keychains.enumerated() {
            try Keychain.withCurrent(keychain) {
                try repository.create(GenericPasswordItem("a", "\(index)"))
            }
        }
        for (index, keychain) in keychains.enumerated() {
            #expect(try Keychain.withCurrent(keychain) { try repository.secrets() } == ["\(index)"])
        }
    }

    @Test func reportsWhatTheKeychainSays() throws {
        let log = Log()
        let repository = KeychainRepository(logger: Logger { log.add($0) })
        let full = FailingKeeper(
            try Keychain.inMemory(),
            failures: [
                1: PortableKeychain.KeychainError(.diskFull),
                2: PortableKeychain.KeychainError(.notAvailable),
            ]
        )
        Keychain.withCurrent(Keychain(keeper: full)) {
            #expect(throws: StashError.unhandledError(status: -34)) {
                try repository.create(GenericPasswordItem("4ccount", "s3cret"))
            }
            #expect(throws: StashError.unhandledError(status: errSecNotAvailable)) {
                try repository.secrets()
            }
        }
        #expect(log.lines == ["create: diskFull, -34", "query: notAvailable, -25291"])
    }
}

extension GenericPasswordItem {
    /// The item as it was before the keychain dated it.
    var undated: Self {
        Self(
            account: account,
            data: data,
            service: service,
            accessGroup: accessGroup,
            description: description,
            comment: comment,
            type: type,
            label: label,
            generic: generic,
            isSynchronizable: isSynchronizable
        )
    }
}

extension InternetPasswordItem {
    /// The item as it was before the keychain dated it.
    var undated: Self {
        Self(
            account: account,
            data: data,
            accessGroup: accessGroup,
            description: description,
            comment: comment,
            type: type,
            label: label,
            server: server,
            protocol: `protocol`,
            authenticationType: authenticationType,
            port: port,
            path: path,
            isSynchronizable: isSynchronizable
        )
    }
}
