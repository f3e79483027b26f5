import Foundation
import KeeperRuns
@_spi(Keepers) import KeychainTesting
@_spi(Keepers) import PortableKeychain
import StealthyStash
import Testing

/// Changes that create where there was nothing, and clearing.
@Suite(.throughEachKeeper) struct UpsertTests {
    @Test func createsOrUpdates() throws {
        try isolated { _ in
            let repository = KeychainRepository.named
            try repository.upsert(from: nil, to: GenericPasswordItem("a", "1"))
            #expect(try repository.secrets() == ["1"])
            let old = GenericPasswordItem("a").eraseToAnyProperty()
            try repository.upsert(from: old, to: GenericPasswordItem("a", "2"))
            #expect(try repository.secrets() == ["2"])
            try repository.upsert(old, to: GenericPasswordItem("b", "3"))
            #expect(try repository.secrets() == ["3"])
            #expect(throws: StashError.notFound) {
                try repository.upsert(old, to: GenericPasswordItem("a", "4"))
            }
            #expect(throws: StashError.duplicate) {
                try repository.upsert(nil, to: GenericPasswordItem("b", "4"))
            }
            #expect(try repository.secrets() == ["3"])
        }
    }

    /// No secret stays behind under another class or type.
    @Test func replacesAnItemOfAnotherType() throws {
        try isolated { _ in
            let repository = KeychainRepository.named
            let internet = InternetPasswordItem("a", "old")
            try repository.create(internet)
            try repository.upsert(
                internet.eraseToAnyProperty(),
                to: GenericPasswordItem("a", "new")
            )
            #expect(try repository.secrets(.internet) == [])
            #expect(try repository.secrets() == ["new"])
            // An absent one does not matter.
            try repository.upsert(
                from: internet.eraseToAnyProperty(),
                to: GenericPasswordItem("b", "newer")
            )
            #expect(try repository.secrets() == ["new", "newer"])
            // When the new one cannot be created, the old one stays.
            try repository.create(internet)
            #expect(throws: StashError.duplicate) {
                try repository.upsert(internet.eraseToAnyProperty(), to: GenericPasswordItem("a"))
            }
            #expect(try repository.secrets(.internet) == ["old"])
        }
    }

    @Test func replacesATypeOfOnesOwn() throws {
        try isolated { keychain in
            let repository = KeychainRepository.named
            try repository.create(NoteItem("n", "old"))
            #expect(try keychain.stored(.comment, .genericPassword) == [.string("note")])
            try repository.upsert(
                NoteItem("n").eraseToAnyProperty(),
                to: GenericPasswordItem("n", "new", service: "notes")
            )
            #expect(try KeychainRepository.plain.secrets() == ["new"])
            try repository.update(NoteItem("m", "newer"), from: NoteItem("n"))
            try repository.delete(NoteItem("m"))
            #expect(try KeychainRepository.plain.secrets() == [])
        }
    }

    @Test func usesTheFourRequirementsOfOtherRepositories() throws {
        let repository = ListRepository()
        let internet = InternetPasswordItem("i").eraseToAnyProperty()
        try repository.upsert(from: nil, to: GenericPasswordItem("a"))
        try repository.upsert(
            from: GenericPasswordItem("a").eraseToAnyProperty(),
            to: GenericPasswordItem("b")
        )
        try repository.upsert(internet, to: GenericPasswordItem("c"))
        try repository.create(internet)
        try repository.upsert(internet, to: GenericPasswordItem("d"))
        #expect(
            repository.calls == [
                "create a", "update a", "create c", "delete i", "create i", "create d", "delete i",
            ]
        )
        #expect(repository.items.map(\.account) == ["b", "c", "d"])
    }

    @Test func clearsWhatBelongsToTheDefaults() throws {
        try isolated { _ in
            let repository = KeychainRepository.named
            for account in ["a", "b"] {
                try repository.create(GenericPasswordItem(account, "x"))
                try repository.create(InternetPasswordItem(account, "x"))
            }
            let synchronized = GenericPasswordItem(
                account: "a",
                data: Data(),
                isSynchronizable: .enabled
            )
            try repository.create(synchronized)
            try repository.create(GenericPasswordItem("a", "other", service: "other"))
            try repository.clearAll()
            #expect(try KeychainRepository.plain.secrets() == ["other"])
            #expect(try KeychainRepository.plain.secrets(.internet) == [])
            try KeychainRepository.plain.clearAll()
            #expect(try KeychainRepository.plain.secrets() == [])
        }
    }

    /// Ports, paths and protocols distinguish items when they are deleted one by one.
    @Test func clearsItemsThatDifferInOneAttribute() throws {
        try isolated { _ in
            let repository = KeychainRepository.plain
            for item in NamingTests.internet { try repository.create(item) }
            try repository.clearAll()
            #expect(try repository.secrets(.internet) == [])
        }
    }

    @Test func clearsPastFailures() throws {
        let repository = ListRepository(refusing: ["-b"])
        for account in ["a", "b", "c"] {
            try repository.create(GenericPasswordItem(account).eraseToAnyProperty())
        }
        #expect(throws: StashError.noPassword) { try repository.clearAll() }
        #expect(repository.items.map(\.account) == ["b"])
    }

    /// The search for one class fails; the other one is cleared all the same.
    @Test func clearsPastFailedSearches() throws {
        let keychain = try Keychain.inMemory()
        try Keychain.withCurrent(keychain) {
            try KeychainRepository.plain.create(GenericPasswordItem("a", "x"))
        }
        let failing = FailingKeeper(
            keychain,
            failing: 1,
            with: PortableKeychain.KeychainError(.inputOutput)
        )
        #expect(throws: StashError.unhandledError(status: -36)) {
            try Keychain.withCurrent(Keychain(keeper: failing)) {
                try KeychainRepository.plain.clearAll()
            }
        }
        #expect(try Keychain.withCurrent(keychain) { try KeychainRepository.plain.secrets() } == [])
    }
}
