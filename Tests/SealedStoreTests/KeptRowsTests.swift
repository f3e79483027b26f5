import Testing

@testable import SealedStore

/// Rows that are kept in memory are those of the file (``KeptRows``).
@Suite struct KeptRowsTests {
    private let bench: Bench
    private let store: SealedStore
    private static let query = RowQuery(first: 0, second: 5, wantsSecret: true)

    init() throws {
        bench = try Bench()
        store = try bench.create(rows: 9)
    }

    /// The numbers under which the rows of the query are kept.
    private func numbers(limit: Int = .max) throws -> [UInt64?] {
        var numbers: [UInt64?] = []
        try store.forEachRow(Self.query) { row in
            numbers.append(row.keptAs)
            return numbers.count < limit
        }
        return numbers
    }

    private func keptRow(_ number: UInt64) throws -> SealedRow? {
        var kept: SealedRow?
        try store.withKeptRow(number) { kept = $0.copy() }
        return kept
    }

    /// A row is kept when it is read again, and from then on read from there.
    @Test func keepsWhatIsReadAgain() throws {
        for _ in 0..<2 { #expect(try numbers() == [nil]) }
        let number = try #require(try numbers().first ?? nil)
        #expect(try numbers() == [number])
        #expect(try keptRow(number) == store.rows(Self.query).first)
        #expect(try keptRow(number)?.secret == [9, 9])
        #expect(try keptRow(number &+ 1) == nil)
    }

    @Test func keepsNoRowTwice() throws {
        for _ in 0..<2 { #expect(try numbers() == [nil]) }
        let first = try #require(try numbers().first ?? nil)
        try store.write { try $0.delete(id: 9) }
        #expect(try numbers() == [nil])
        let second = try #require(try numbers().first ?? nil)
        #expect(first != second)
        #expect(try keptRow(first) == nil)
    }

    enum Change: CaseIterable { case update, delete, epoch, insert }

    /// Another connection to the same file, as another process has it, changes something.
    @Test(arguments: Change.allCases) func noticesEveryCommit(_ change: Change) throws {
        for _ in 0..<3 { _ = try numbers() }
        let number = try #require(try numbers().first ?? nil)
        let other = try bench.open()
        try other.write { transaction in
            switch change {
            case .update:
                var row = row(5, secret: [8])
                row.id = 5
                try transaction.update(row, keepingSecret: false)
            case .delete: try transaction.delete(id: 5)
            case .epoch:
                var state = Bench.state
                state.epoch += 1
                try transaction.writeState(state)
            case .insert:
                var more = row(50)
                more.lookups = row(5).lookups
                _ = try transaction.insert(more)
            }
        }
        #expect(try keptRow(number) == nil)
        #expect(try store.rows(Self.query) == other.rows(Self.query))
        var epochs: [Int64] = []
        try store.forEachRow(Self.query) { row in
            epochs.append(row.epoch)
            return true
        }
        #expect(epochs.allSatisfy { $0 == (change == .epoch ? 8 : 7) })
        #expect(epochs.count == (change == .delete ? 0 : change == .insert ? 2 : 1))
    }

    /// Two rows with the same tokens are kept, but neither is the only answer.
    @Test func numbersOnlyAnOnlyRow() throws {
        try store.write { transaction in
            var more = row(50)
            more.lookups = row(5).lookups
            _ = try transaction.insert(more)
        }
        for _ in 0..<4 { #expect(try numbers() == [nil, nil]) }
    }

    /// A search that stops early must not hide the rows behind from the next one.
    @Test func keepsWholeAnswersOnly() throws {
        try store.write { transaction in
            for number in [50, 60] {
                var more = row(number)
                more.lookups = row(5).lookups
                _ = try transaction.insert(more)
            }
        }
        for limit in [1, 1, 1, 2, 2, 3, 1] { #expect(try numbers(limit: limit).count == limit) }
        #expect(try numbers().count == 3)
    }

    /// A row that was read without its secret is not the one that others ask for by a number.
    @Test func keepsNoRowWithoutItsSecret() throws {
        var query = Self.query
        query.wantsSecret = false
        for _ in 0..<4 {
            try store.forEachRow(query) { row in
                #expect(row.keptAs == nil)
                return true
            }
        }
    }

    @Test func keepsNothingLong() throws {
        try store.write { transaction in
            var long = row(5, secret: [UInt8](repeating: 1, count: KeptRows.lengthLimit))
            long.id = 5
            try transaction.update(long, keepingSecret: false)
        }
        for _ in 0..<4 { #expect(try numbers() == [nil]) }
    }

    @Test func keepsNothingOfAStoreInMemory() throws {
        let store = try SealedStore.create(.memory, state: Bench.state)
        try store.write { _ = try $0.insert(row(5)) }
        for _ in 0..<3 {
            try store.forEachRow(Self.query) { row in
                #expect(row.keptAs == nil)
                return true
            }
        }
    }
}
