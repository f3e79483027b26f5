import Testing

@testable import SealedStore

/// A row that is known to be absent is absent (``KeptRows/isAbsent(_:at:)``).
@Suite struct AbsenceTests {
    private let bench: Bench
    private let store: SealedStore
    private let connection: Connection
    private static let missing: Int64 = 77

    init() throws {
        bench = try Bench()
        store = try bench.create(rows: 9)
        connection = try Location(bench.path).openReader(SealedStore.Options())
    }

    private func count(_ query: RowQuery) throws -> Int {
        var count = 0
        try connection.forEachRow(query) { _ in
            count += 1
            return true
        }
        return count
    }

    private func isKnown(_ second: Int64) throws -> Bool {
        connection.kept.isAbsent(second, at: try #require(connection.logMark))
    }

    private static let queries = [
        RowQuery(second: missing), RowQuery(first: 0, second: missing),
        RowQuery(first: 0, second: missing, wantsSecret: true),
        RowQuery(groups: [1, 2], second: missing),
    ]

    /// The absence is known from the second search on, for every account.
    @Test(arguments: queries) func isKnownWhenItIsMissedAgain(_ query: RowQuery) throws {
        for number in 0..<4 {
            #expect(try isKnown(Self.missing) == (number > 1))
            var other = query
            if query.first != nil { other.first = Int64(number) }
            #expect(try count(other) == 0)
        }
    }

    /// Another connection to the same file, as another process has it, adds the row.
    @Test(arguments: queries) func endsWithACommit(_ query: RowQuery) throws {
        for _ in 0..<3 { #expect(try count(query) == 0) }
        #expect(try isKnown(Self.missing))
        let other = try bench.open()
        try other.write { transaction in
            var more = row(Int(Self.missing))
            more.lookups.first = 0
            _ = try transaction.insert(more)
        }
        #expect(try !isKnown(Self.missing))
        #expect(try count(query) == 1)
    }

    /// A service that has no such account has others.
    @Test(arguments: [false, true]) func isNotThatOfAPair(wantsSecret: Bool) throws {
        let pair = RowQuery(first: 9, second: 5, wantsSecret: wantsSecret)
        for _ in 0..<4 { #expect(try count(pair) == 0) }
        #expect(try !isKnown(5))
        #expect(try count(RowQuery(first: 0, second: 5, wantsSecret: wantsSecret)) == 1)
        try store.write { transaction in
            var more = row(50)
            more.lookups = SealedRow.Lookups(first: 9, second: 5)
            _ = try transaction.insert(more)
        }
        #expect(try count(pair) == 1)
    }

    /// The search of a transaction sees the rows that the transaction added.
    @Test func doesNotCountInTransactions() throws {
        let query = RowQuery(second: Self.missing)
        try store.write { transaction in
            for _ in 0..<3 { #expect(try rows(query, in: transaction) == 0) }
            _ = try transaction.insert(row(Int(Self.missing)))
            #expect(try rows(query, in: transaction) == 1)
        }
    }

    private func rows(_ query: RowQuery, in transaction: borrowing WriteTransaction) throws -> Int {
        var count = 0
        try transaction.forEachRow(query) { _ in
            count += 1
            return true
        }
        return count
    }
}
