import Testing

@testable import SealedStore

@Suite struct QueryTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    static let indexes: [(RowQuery, String)] = [
        (RowQuery(identifier: key(1, 1)), "sqlite_autoindex_items_1 (identifier=?)"),
        (RowQuery(primaryKey: key(2, 1)), "sqlite_autoindex_items_2 (primary_key=?)"),
        (RowQuery(first: 1, second: 2), "items_first_second (first=? AND second=?)"),
        (RowQuery(first: 1), "items_first_second (first=?)"),
        (RowQuery(second: 1), "items_second (second=?)"),
        (RowQuery(third: 1), "items_third (third=?)"),
        (RowQuery(groups: [1]), "items_grp (grp=?)"),
        (RowQuery(groups: [1, 2, 3]), "items_grp (grp=?)"),
        (RowQuery(groups: Array(1...40)), "items_grp (grp=?)"),
        (RowQuery(second: 1, third: 1), "items_second (second=?)"),
        (RowQuery(first: 1, second: 2, third: 3), "items_first_second (first=? AND second=?)"),
        (
            RowQuery(identifier: key(1, 1), primaryKey: key(2, 1), first: 1, second: 2),
            "sqlite_autoindex_items_1 (identifier=?)"
        ),
    ]

    /// Each lookup uses the best index, and no row is ever sorted.
    @Test(arguments: indexes) func usesTheBestIndex(_ query: RowQuery, _ index: String) throws {
        _ = try bench.create(rows: 1)
        for hasFilters in [false, true] {
            for wantsSecret in [false, true] {
                var query = query
                query.wantsSecret = wantsSecret
                if hasFilters {
                    query.itemClass = 2
                    query.groups = query.groups ?? [1, 2]
                    (query.flagsMask, query.flagsValue) = (3, 1)
                }
                let lines = try plan(bench.path, QueryShape(query).sql)
                #expect(lines.contains { $0.hasSuffix(index) }, "\(lines)")
                #expect(!lines.contains { $0.contains("TEMP B-TREE") }, "\(lines)")
                #expect(!lines.contains { $0.hasPrefix("SCAN items") }, "\(lines)")
            }
        }
    }

    @Test func scansInOrderWithoutALookup() throws {
        _ = try bench.create(rows: 1)
        let lines = try plan(bench.path, QueryShape(RowQuery(itemClass: 1, flagsMask: 1)).sql)
        #expect(lines.first == "SCAN items")
        #expect(!lines.contains { $0.contains("TEMP B-TREE") }, "\(lines)")
    }

    static let matches: [(RowQuery, [Int])] = [
        (RowQuery(), Array(1...40)),
        (RowQuery(identifier: key(1, 5)), [5]),
        (RowQuery(identifier: key(2, 5)), []),
        (RowQuery(primaryKey: key(2, 6)), [6]),
        (RowQuery(identifier: key(1, 5), primaryKey: key(2, 6)), []),
        (RowQuery(identifier: []), []),
        (RowQuery(itemClass: 2), Array(1...40)),
        (RowQuery(itemClass: 1), []),
        (RowQuery(groups: []), []),
        (RowQuery(groups: [0]), [3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39]),
        (RowQuery(groups: [0, 1, 2, 1]), Array(1...40)),
        (RowQuery(groups: [2, 0], first: 1), [11, 12, 14, 15, 17, 18]),
        (RowQuery(groups: Array(2...40)), Array(stride(from: 2, through: 40, by: 3))),
        (RowQuery(first: 2), Array(20...29)),
        (RowQuery(first: 2, second: 23), [23]),
        (RowQuery(first: 2, second: 33), []),
        (RowQuery(second: 33), [33]),
        (RowQuery(third: 1), []),
        (RowQuery(first: 0, flagsMask: 3, flagsValue: 2), [2, 6]),
        (
            RowQuery(groups: [1, 2], flagsMask: 1, flagsValue: 0),
            Array(1...40).filter {
                $0 % 3 != 0 && $0 % 2 == 0
            }
        ),
    ]

    /// A part of a long list begins where the one before it ended: by the same index, which ends with
    /// the id, and without passing over the rows before it.
    @Test(arguments: indexes + [(RowQuery(), "items USING INTEGER PRIMARY KEY (rowid>?)")])
    func goesOnAfterARow(_ query: RowQuery, _ index: String) throws {
        _ = try bench.create(rows: 1)
        var query = query
        (query.itemClass, query.after) = (2, 7)
        let lines = try plan(bench.path, QueryShape(query).sql)
        #expect(!lines.contains { $0.contains("TEMP B-TREE") }, "\(lines)")
        let name = String(index.prefix { $0 != " " })
        #expect(lines.contains { $0.contains(name) }, "\(lines)")
        // The index of one token has another one before the id.
        let hasOther = query.first != nil && query.second == nil
        let isUnique = query.identifier != nil || query.primaryKey != nil
        #expect(isUnique || hasOther || lines.contains { $0.contains("rowid>?") }, "\(lines)")
    }

    /// A store with the rows that ``matches`` is about.
    private func filled() throws -> SealedStore {
        let store = try SealedStore.create(.memory, state: Bench.state)
        try store.write { transaction in
            for number in 1...40 {
                _ = try transaction.insert(row(number, group: Int64(number % 3)))
            }
        }
        return store
    }

    @Test(arguments: matches) func findsWhatMatchesAfterARow(
        _ query: RowQuery,
        _ expected: [Int]
    ) throws {
        let store = try filled()
        for after in [Int64.min, 0, 5, 22, 40, .max] {
            var query = query
            query.after = after
            let rest = expected.filter { $0 > after }
            #expect(try store.rows(query).map(\.identifier) == rest.map { key(1, $0) })
        }
    }

    @Test(arguments: matches) func findsWhatMatchesInOrder(
        _ query: RowQuery,
        _ expected: [Int]
    ) throws {
        let store = try filled()
        for _ in 1...2 {
            #expect(try store.rows(query).map(\.identifier) == expected.map { key(1, $0) })
        }
    }

    @Test func lendsRows() throws {
        let store = try bench.create()
        try store.write { transaction in
            _ = try transaction.insert(row(1, secret: [8]))
            _ = try transaction.insert(row(2, secret: nil))
            _ = try transaction.insert(row(3, secret: []))
        }
        let secrets: [[UInt8]?] = [[8], nil, []]
        for wantsSecret in [true, false] {
            var number = 0
            try store.forEachRow(RowQuery(wantsSecret: wantsSecret)) { row in
                let secret = secrets[number]
                number += 1
                #expect(row.id == number)
                #expect([UInt8](row.identifier) == key(1, number))
                #expect([UInt8](row.primaryKey) == key(2, number))
                #expect(row.metadata.count == 40)
                #expect(row.secretIsPresent == (secret != nil))
                #expect(row.secretLength == secret?.count)
                #expect(row.secret.map { [UInt8]($0) } == (wantsSecret ? secret : nil))
                #expect(row.copy().lookups == .init(first: 0, second: Int64(number)))
                return true
            }
            #expect(number == 3)
        }
    }

    /// The epoch shows whether the keys of a search that found nothing were those of the store.
    @Test func tellsTheEpochWhereNothingIsFound() throws {
        let store = try bench.create(rows: 3)
        let epoch = Bench.state.epoch
        for expected in [epoch, epoch + 1] {
            for _ in 0..<3 {
                #expect(
                    try store.forEachRow(RowQuery(first: 0, second: 9)) { _ in true } == expected
                )
                #expect(try store.forEachRow(RowQuery(first: 0, second: 2)) { _ in true } == nil)
                #expect(try store.forEachRow(RowQuery(groups: [])) { _ in true } == expected)
            }
            var state = Bench.state
            state.epoch = epoch + 1
            try bench.open().write { try $0.writeState(state) }
        }
    }

    @Test func stopsWhenToldTo() throws {
        let store = try bench.create(rows: 10)
        var seen = 0
        try store.forEachRow(RowQuery(groups: [1, 2])) { _ in
            seen += 1
            return seen < 3
        }
        #expect(seen == 3)
        #expect(try store.rows().count == 10)
    }

    @Test func keepsOneStatementPerShape() throws {
        _ = try bench.create(rows: 10)
        let connection = try Location(bench.path).openReader(.init())
        for number: Int64 in 1...50 {
            try connection.forEachRow(RowQuery(second: number)) { _ in true }
            try connection.forEachRow(RowQuery(groups: [number, 0])) { _ in true }
        }
        // One for the state, read while opening, and one for the epoch.
        #expect(connection.keptStatementCount == 4)
        for count: Int64 in 1...200 {
            try connection.forEachRow(RowQuery(groups: Array(1...count))) { _ in true }
        }
        #expect(connection.keptStatementCount <= 64)
        #expect(
            kind { try connection.forEachRow(RowQuery(groups: Array(0...1000))) { _ in true } }
                == .misuse
        )
    }

    /// A column of metadata is found without reading the overflow pages of the secret before it.
    @Test func keepsLongSecrets() throws {
        let store = try bench.create()
        let secret = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let id = try store.write { try $0.insert(row(1, secret: secret)) }
        #expect(try store.rows().first?.secret == secret)
        var changed = row(2, secret: nil)
        changed.id = id
        try store.write { try $0.update(changed, keepingSecret: true) }
        #expect(try store.rows().first?.secret == secret)
    }

    @Test func neverGivesAnIDToTwoRowsInARow() throws {
        let store = try bench.create(rows: 5)
        try store.write { try $0.delete(id: 2) }
        let id = try store.write { try $0.insert(row(6)) }
        #expect(id == 6)
        #expect(try store.rows().map(\.id) == [1, 3, 4, 5, 6])
    }
}
