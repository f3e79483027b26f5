import Foundation
import KeeperRuns
@_spi(Keepers) import KeychainTesting
@_spi(Keepers) import PortableKeychain
import StealthyStash
import Testing

/// Models of several items: all or none.
@Suite(.throughEachKeeper) struct ModelTests {
    let a = GenericPasswordItem("a", "1")
    let b = InternetPasswordItem("b", "2")
    let c = GenericPasswordItem("c", "3")

    @Test func createsAllOrNone() throws {
        try isolated { _ in
            let repository = KeychainRepository.named
            try repository.create(c)
            #expect(throws: StashError.duplicate) { try repository.create(ItemList(a, b, c)) }
            #expect(try repository.secrets() == ["3"])
            #expect(try repository.secrets(.internet) == [])
            try repository.delete(c)
            try repository.create(ItemList(a, b, c))
            #expect(try repository.secrets() == ["1", "3"])
            #expect(try repository.secrets(.internet) == ["2"])
            try repository.create(ItemList())
        }
    }

    /// A keeper without transactions, such as Apple's, is put back as it was.
    @Test func createsAllOrNoneElsewhere() throws {
        let keychain = try Keychain.inMemory()
        let failing = FailingKeeper(
            keychain,
            failing: 3,
            with: PortableKeychain.KeychainError(.diskFull)
        )
        #expect(throws: StashError.unhandledError(status: -34)) {
            try Keychain.withCurrent(Keychain(keeper: failing)) {
                try KeychainRepository.named.create(ItemList(a, b, c))
            }
        }
        #expect(try keychain.stored(.account, .genericPassword) == [])
        #expect(try keychain.stored(.account, .internetPassword) == [])
    }

    @Test func takesBackWhatAnotherRepositoryCreated() throws {
        let log = Log()
        let repository = ListRepository(refusing: ["c", "-a"], logger: Logger { log.add($0) })
        #expect(throws: StashError.noPassword) { try repository.create(ItemList(a, b, c)) }
        #expect(repository.calls == ["create a", "create b", "create c", "delete b", "delete a"])
        #expect(repository.items == [a.eraseToAnyProperty()])
        #expect(
            log.lines == ["A change failed, and an item it created could not be deleted."]
        )
    }

    @Test func updatesStepByStep() throws {
        try isolated { _ in
            let repository = KeychainRepository.named
            let nothing = GenericPasswordItem("")
            try repository.create(ItemList(a, b))
            try repository.update(
                from: ItemList(a, b, nothing, nothing),
                to: ItemList(GenericPasswordItem("a", "new"), nothing, c, nothing)
            )
            #expect(try repository.secrets() == ["3", "new"])
            #expect(try repository.secrets(.internet) == [])
        }
    }

    @Test func updatesAllOrNone() throws {
        try isolated { _ in
            let repository = KeychainRepository.named
            let nothing = GenericPasswordItem("")
            let changed = GenericPasswordItem("a", "new")
            try repository.create(ItemList(a, b))
            // The last step fails: c is not there.
            #expect(throws: StashError.notFound) {
                try repository.update(
                    from: ItemList(a, b, nothing, c),
                    to: ItemList(changed, nothing, InternetPasswordItem("d"), nothing)
                )
            }
            #expect(try repository.secrets() == ["1"])
            #expect(try repository.secrets(.internet) == ["2"])
        }
    }

    /// A secret that can be deleted does not stay because another one cannot.
    @Test func deletesPastFailures() throws {
        try isolated { _ in
            let repository = KeychainRepository.named
            try repository.create(ItemList(a, b))
            #expect(throws: StashError.notFound) { try repository.delete(ItemList(a, b, c)) }
            #expect(try repository.secrets() == [])
            #expect(try repository.secrets(.internet) == [])
        }
        let other = ListRepository()
        try other.create(ItemList(a, b))
        try other.delete(ItemList(a, b))
        #expect(other.calls == ["create a", "create b", "delete b", "delete a"])
    }

    @Test func fetchesByName() async throws {
        try await isolated { _ in
            let repository = KeychainRepository.named
            let queries: [String: any Query] = [
                "1": TypeQuery(type: .generic), "2": TypeQuery(type: .internet),
                "3": AnyQuery(type: .generic, text: ["acct": "c"]),
            ]
            #expect(try await repository.fetch(queries) as ItemList? == nil)
            #expect(try await repository.fetch([:]) as ItemList? == nil)
            try repository.create(ItemList(a, b, c))
            let model: ItemList = try #require(try await repository.fetch(queries))
            #expect(model.items.map(\.account) == ["a", "c", "b", "c"])
            await #expect(throws: StashError.unsupportedClass("2")) {
                let _: ItemList? = try await repository.fetch(["broken": TypeQuery(type: .generic)])
            }
            await #expect(throws: StashError.unhandledError(status: -50)) {
                let _: ItemList? = try await repository.fetch([
                    "1": TypeQuery(type: .generic),
                    "2": AnyQuery(type: .generic, text: ["m_Limit": "x"]),
                ])
            }
        }
    }

    @Test func fetchesManyAtOnce() async throws {
        try await isolated { _ in
            let repository = KeychainRepository.named
            let accounts = (0..<40).map { "account\($0)" }
            try repository.create(
                ItemList(items: accounts.map { GenericPasswordItem($0, $0).eraseToAnyProperty() })
            )
            let queries = Dictionary(
                uniqueKeysWithValues: accounts.map { account in
                    (account, AnyQuery(type: .generic, text: ["acct": account]) as any Query)
                }
            )
            let model: ItemList = try #require(try await repository.fetch(queries))
            #expect(model.items.map(\.account) == accounts.sorted())
        }
    }
}
