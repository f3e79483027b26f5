import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// The items that count as deleted, whatever names they had (item-semantics.md §8.3.6).
@Suite struct HistoryDeletionsTests {
    /// The accounts and secrets of the deleted items, the first one deleted first.
    private func deleted(_ bench: HistoryBench) throws -> [String] {
        try bench.history.deleted().map { version in
            guard case .string(let account)? = version.attributes[.account] else { return "?" }
            return try "\(account) \(bench.history.secret(of: version)?.string() ?? "none")"
        }
    }

    /// The other item took the name along when it was renamed, which is no reason to hide the deleted one.
    @Test func findsWhatWasDeletedBeforeAnotherItemHadItsName() throws {
        let bench = try HistoryBench()
        try bench.set("precious")
        try bench.delete()
        try bench.set("second")
        #expect(try deleted(bench) == [])
        try bench.rename("a", to: "b")
        #expect(try deleted(bench) == ["a precious"])
        bench.clock.now += 1
        try bench.history.restore(try #require(try bench.history.deleted().first))
        #expect(try bench.secret("a") == "precious")
        #expect(try bench.secret("b") == "second")
        #expect(try deleted(bench) == [])
        try bench.delete()
        #expect(try deleted(bench) == ["a precious"])
    }

    @Test func findsAnItemUnderItsLastNameAlone() throws {
        let bench = try HistoryBench()
        try bench.set("1")
        try bench.rename("a", to: "b")
        #expect(try bench.history.versions().map(\.isDeleted) == [false])
        #expect(try deleted(bench) == [])
        try bench.delete("b")
        #expect(try bench.history.versions().map(\.isDeleted) == [true, true])
        #expect(try deleted(bench) == ["b 1"])
    }

    /// A deletion that was taken back is the end of a version, but not of the item.
    @Test func leavesOutWhatWasRestoredAndRenamed() throws {
        let bench = try HistoryBench()
        try bench.set("1")
        try bench.delete()
        bench.clock.now += 1
        try bench.history.restore(try #require(try bench.history.deleted().first))
        try bench.rename("a", to: "b")
        #expect(try deleted(bench) == [])
        try bench.delete("b")
        #expect(try deleted(bench) == ["b 1"])
    }

    /// Its newest version is that of its deletion, under a name that is free.
    @Test func leavesOutWhatLivesUnderAnEarlierName() throws {
        let bench = try HistoryBench()
        try bench.set("1")
        try bench.rename("a", to: "b")
        try bench.delete("b")
        bench.clock.now += 1
        try bench.history.restore(try #require(try bench.history.versions().first))
        #expect(try bench.secret("a") == "1")
        #expect(try bench.history.versions().map(\.isDeleted) == [false, false])
        #expect(try deleted(bench) == [])
    }

    @Test func namesOneItemOfSeveralOfOneName() throws {
        let bench = try HistoryBench()
        for secret in ["1", "2"] {
            try bench.set(secret)
            try bench.delete()
        }
        try bench.set("3", "b")
        try bench.delete("b")
        #expect(try deleted(bench) == ["a 2", "b 3"])
        #expect(try bench.history.versions().deletions.count == 3)
    }

    /// A synchronized item leaves a tombstone with its identifier.
    @Test func countsTombstonesAsDeleted() throws {
        let bench = try HistoryBench()
        var item = bench.item("a")
        item.isSynchronizable = true
        try bench.keychain.set("1", for: item)
        bench.clock.now += 1
        let query = KeychainQuery<GenericPassword>.genericPassword(account: "a")
            .synchronizable(.synchronized)
        #expect(try bench.keychain.update(matching: query) { $0.account = "b" } == 1)
        #expect(try deleted(bench) == [])
        item.account = "b"
        bench.clock.now += 1
        #expect(try bench.keychain.delete(item))
        #expect(try deleted(bench) == ["b 1"])
        // An item that is added over the tombstone is the same one.
        bench.clock.now += 1
        try bench.keychain.set("2", for: item)
        #expect(try deleted(bench) == [])
        let again = KeychainQuery<GenericPassword>.genericPassword(account: "b")
            .synchronizable(.synchronized)
        bench.clock.now += 1
        #expect(try bench.keychain.update(matching: again) { $0.account = "c" } == 1)
        #expect(try deleted(bench) == [])
    }
}
