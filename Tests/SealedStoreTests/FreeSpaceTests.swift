import Testing

@testable import SealedStore

/// Space that deleted rows leave free goes back to the disk.
@Suite struct FreeSpaceTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    private static let secret = [UInt8](repeating: 9, count: 2000)
    private static let count = 2000

    private func fill(_ store: SealedStore) throws {
        try store.write { transaction in
            for number in 1...Self.count {
                _ = try transaction.insert(row(number, secret: Self.secret))
            }
        }
        try store.emptyLog()
    }

    private func size() throws -> Int { try #require(try bench.size()) }

    private func delete(_ ids: some Sequence<Int>, in store: SealedStore) throws {
        try store.write { transaction in
            for id in ids { try transaction.delete(id: Int64(id)) }
        }
        try giveBack(store)
    }

    /// As the vault does after each change.
    private func giveBack(_ store: SealedStore) throws {
        while !store.leavesRemains, let pages = try store.pagesToGiveBack() {
            try store.write { try $0.giveBack(pages: pages) }
        }
    }

    private func numbers(_ store: SealedStore) throws -> [Int] {
        try store.rows().map { Int($0.id) }
    }

    /// The rest is what was there, and the file has hardly more than that.
    @Test(arguments: [1...2000, 1...1900, 200...2000, 1...1000, 1001...2000])
    func isGivenBack(_ gone: ClosedRange<Int>) throws {
        let store = try bench.create()
        try fill(store)
        let full = try size()
        try delete(gone, in: store)
        let rest = Array(Set(1...Self.count).subtracting(gone)).sorted()
        #expect(try numbers(store) == rest)
        #expect(try store.rows().allSatisfy { $0.secret == Self.secret })
        #expect(try size() < full * rest.count / Self.count + (2 << 20))
        #expect(try bench.size("-wal") == 0)
        #expect(try store.integrityProblems() == [])
        try delete(rest, in: store)
        try fill(store)
        #expect(try numbers(store) == Array(1...Self.count))
        #expect(try store.integrityProblems() == [])
    }

    /// A little stays free for what is stored next.
    @Test func aLittleStaysFree() throws {
        let store = try bench.create()
        try fill(store)
        let full = try size()
        try delete(1...100, in: store)
        #expect(try size() == full)
    }

    /// Others have the file open, and go on reading and writing.
    @Test func othersHaveItOpen() throws {
        let store = try bench.create()
        try fill(store)
        let full = try size()
        let other = try bench.open()
        #expect(try other.rowCount() == Self.count)
        try delete(1...1990, in: store)
        #expect(try size() < full / 10 + (1 << 20))
        #expect(try numbers(other) == Array(1991...2000))
        try other.write { transaction in _ = try transaction.insert(row(1)) }
        #expect(try store.rowCount() == 11)
    }

    /// A reader in the middle of a snapshot sees what was there.
    @Test func aReaderIsInTheWay() throws {
        let store = try bench.create()
        try fill(store)
        let full = try size()
        let other = try bench.open()
        try other.read { snapshot in
            #expect(try snapshot.rowCount() == Self.count)
            try delete(1...1990, in: store)
            #expect(store.leavesRemains)
            #expect(try snapshot.rowCount() == Self.count)
            #expect(try size() == full)
        }
        // The next change finds the log empty.
        try store.emptyLog()
        try giveBack(store)
        #expect(try size() < full / 10 + (1 << 20))
        #expect(try numbers(other) == Array(1991...2000))
    }

    /// A file of an earlier version does not say where its pages are used, and stays as long as it is.
    @Test func aFileOfAnEarlierVersionStays() throws {
        do {
            let store = try bench.create()
            try fill(store)
            store.close()
        }
        try tamper(bench.path, "PRAGMA auto_vacuum = NONE; VACUUM")
        let store = try bench.open()
        try delete(1...1990, in: store)
        #expect(try store.pagesToGiveBack() == nil)
        #expect(try numbers(store) == Array(1991...2000))
    }

    @Test func memoryHasNoFile() throws {
        let store = try SealedStore.create(.memory, state: Bench.state)
        try fill(store)
        try delete(1...1990, in: store)
        #expect(try store.pagesToGiveBack() == nil)
    }
}
