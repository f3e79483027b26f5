import Testing

@testable import SealedStore

/// Two equal marks mean that nothing was committed in between (``StoreMark``).
@Suite struct StoreMarkTests {
    private let bench: Bench
    private let store: SealedStore

    init() throws {
        bench = try Bench()
        store = try bench.create(rows: 9)
    }

    enum Change: CaseIterable {
        case update, delete, epoch, insert

        func make(_ transaction: borrowing WriteTransaction) throws {
            switch self {
            case .update:
                var changed = row(5, secret: [8])
                changed.id = 5
                try transaction.update(changed, keepingSecret: false)
            case .delete: try transaction.delete(id: 5)
            case .epoch:
                var state = Bench.state
                state.epoch += 1
                try transaction.writeState(state)
            case .insert: _ = try transaction.insert(row(50))
            }
        }
    }

    /// Another store of the same file, as another process has it, changes something.
    @Test(arguments: Change.allCases) func changesWithEveryCommit(_ change: Change) throws {
        let mark = try #require(try store.mark())
        let other = try bench.open()
        #expect(try store.rows().count == 9)
        #expect(try store.mark() == mark)
        #expect(try other.mark() == mark)
        try other.write { try change.make($0) }
        let next = try #require(try store.mark())
        #expect(next != mark)
        #expect(try other.mark() == next)
    }

    /// The log begins again, with other salts, so the mark of an earlier one does not come back.
    @Test func doesNotComeBackWhenTheLogIsEmptied() throws {
        var marks: [StoreMark] = []
        for _ in 0..<4 {
            try store.write { try Change.update.make($0) }
            let mark = try #require(try store.mark())
            #expect(!marks.contains(mark))
            marks.append(mark)
            try store.emptyLog()
        }
    }

    @Test func isAbsentInMemory() throws {
        let store = try SealedStore.create(.memory, state: Bench.state)
        try store.write { _ = try $0.insert(row(5)) }
        #expect(try store.mark() == nil)
    }

    @Test func isRefusedOfARemovedFile() throws {
        #expect(try store.mark() != nil)
        try SealedStore.remove(bench.path)
        #expect(kind { try store.mark() } == .notFound)
    }

    /// A transaction reads what it wrote, and the epoch that it wrote.
    @Test func doesNotCountInAWriteTransaction() throws {
        try store.write { transaction in
            #expect(try epoch { try transaction.forEachRow($0, $1) } == 7)
            try Change.epoch.make(transaction)
            #expect(try epoch { try transaction.forEachRow($0, $1) } == 8)
        }
        #expect(try epoch { try store.forEachRow($0, $1) } == 8)
    }

    /// An older snapshot does not have the present epoch.
    @Test func doesNotCountInAReadTransaction() throws {
        #expect(try epoch { try store.forEachRow($0, $1) } == 7)
        let other = try bench.open()
        try store.read { snapshot in
            #expect(try epoch { try snapshot.forEachRow($0, $1) } == 7)
            try other.write { try Change.epoch.make($0) }
            #expect(try epoch { try snapshot.forEachRow($0, $1) } == 7)
        }
        #expect(try epoch { try store.forEachRow($0, $1) } == 8)
    }

    @Test(arguments: [(5, true), (50, false)])
    func findsARowByItsSecondToken(_ second: Int64, _ isThere: Bool) throws {
        #expect(try store.hasRow(second: second) == isThere)
        try store.write { try Change.insert.make($0) }
        #expect(try store.hasRow(second: 50))
    }

    /// The epoch of the row that a search finds.
    private func epoch(
        _ search: (RowQuery, (borrowing RowView) throws -> Bool) throws -> Void
    ) throws -> Int64? {
        var epoch: Int64?
        try search(RowQuery(first: 0, second: 4)) { row in
            epoch = row.epoch
            return true
        }
        return epoch
    }
}
