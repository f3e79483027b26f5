import Foundation
import SealedStore
import Testing

/// M73: what a store keeps when it is written again, and when it is left alone.
@Suite struct RebuildTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    /// Also where the log is empty, of which there is no copy.
    @Test(arguments: [[""], ["", "-wal"]]) func keepsTheChosenRows(_ ends: [String]) throws {
        var store = try bench.create(rows: 3)
        if ends.count == 1 {
            store.close()
            store = try bench.open()
        }
        let state = StoredState(epoch: 8, keybag: [1], digest: [6])
        var copied: [(end: String, length: Int64)] = []
        let isDone = try store.rebuild(
            { rows, keep in
                _ = try rows.forEachReadableRow { view in
                    if view.id != 2 { _ = try keep(view.copy()) }
                }
                return state
            },
            keeping: { end, file in copied.append((end, file.length)) }
        )
        #expect(isDone)
        #expect(copied.map(\.end) == ends)
        #expect(copied.allSatisfy { $0.length > 0 })
        // The rows that were not chosen are gone from there too.
        #expect(try bench.size("-wal") == 0)
        #expect(try store.rows().map(\.id) == [1, 3])
        #expect(try store.readState() == state)
        #expect(try bench.open().rows().map(\.id) == [1, 3])
        #expect(try store.integrityProblems() == [])
    }

    @Test func changesNothingWithoutAState() throws {
        let store = try bench.create(rows: 1)
        let isDone = try store.rebuild({ _, _ in nil }, keeping: { _, _ in Issue.record() })
        #expect(!isDone)
        #expect(try store.rowCount() == 1)
    }

    /// Both would have the identifier that the unique index allows once.
    @Test func refusesASecondEqualRow() throws {
        let store = try bench.create(rows: 1)
        _ = try store.rebuild(
            { rows, keep in
                let row = try #require(try store.rows().first)
                let first = try keep(row)
                let second = try keep(row)
                #expect(first && !second)
                return try rows.readState()
            },
            keeping: { _, _ in }
        )
        #expect(try store.rowCount() == 1)
    }

    /// A row that another store adds between the choice and the lock is chosen the second time.
    @Test func choosesAgainAfterAnotherChange() throws {
        let store = try bench.create(rows: 2)
        let other = try bench.open()
        var calls = 0
        var copies = 0
        let isDone = try store.rebuild(
            { rows, keep in
                calls += 1
                _ = try rows.forEachReadableRow { view in _ = try keep(view.copy()) }
                let state = try rows.readState()
                if calls == 1 {
                    try other.write { transaction in
                        _ = try transaction.insert(row(3))
                        try transaction.writeState(
                            StoredState(epoch: state.epoch, keybag: state.keybag, digest: [9])
                        )
                    }
                }
                return state
            },
            keeping: { end, _ in if end.isEmpty { copies += 1 } }
        )
        #expect(isDone)
        #expect(calls == 2)
        #expect(copies == 1)
        #expect(try other.rowCount() == 3)
    }

    /// Others that change the store each time are not waited for endlessly.
    @Test func endsBesideEndlessChanges() throws {
        let store = try bench.create(rows: 1)
        let other = try bench.open()
        var calls: UInt8 = 0
        #expect {
            try store.rebuild(
                { rows, _ in
                    calls += 1
                    let state = try rows.readState()
                    try other.write { transaction in
                        try transaction.writeState(
                            StoredState(epoch: state.epoch, keybag: [], digest: [calls])
                        )
                    }
                    return state
                },
                keeping: { _, _ in Issue.record() }
            )
        } throws: {
            ($0 as? StoreError)?.kind == .busy
        }
        #expect(calls == 8)
        #expect(try store.rowCount() == 1)
    }

    @Test func isForFilesAlone() throws {
        let store = try SealedStore.create(.memory, state: Bench.state)
        #expect {
            try store.rebuild({ _, _ in Bench.state }, keeping: { _, _ in Issue.record() })
        } throws: {
            ($0 as? StoreError)?.kind == .misuse
        }
    }

    /// Another keychain may be in its place.
    @Test func refusesAFileThatHasMoved() throws {
        let store = try bench.create(rows: 1)
        #expect {
            try store.rebuild(
                { rows, _ in
                    #expect(rename(bench.path, bench.path + ".away") == 0)
                    return try rows.readState()
                },
                keeping: { _, _ in Issue.record() }
            )
        } throws: {
            ($0 as? StoreError)?.kind == .notFound
        }
    }
}
