import Foundation
import SealedStore
import Testing

/// Files that are not as they must be are refused with a clear cause and stay as they are
/// (vault-format.md §1.3: M3 to M8).
@Suite struct BadInputTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    /// Opens the file, expects the cause, and that nothing in the file changed.
    private func refuses(
        _ expected: StoreError.Kind...,
        comment: Comment? = nil,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let before = try bytes(bench.path)
        let found = kind { try bench.open().close() }
        #expect(
            found.map { expected.contains($0) } == true,
            "\(comment ?? "") found \(String(describing: found))",
            sourceLocation: location
        )
        #expect(try bytes(bench.path) == before, comment, sourceLocation: location)
    }

    @Test func refusesWhatIsNotThere() throws {
        #expect(kind { try bench.open() } == .notFound)
        #expect(kind { try SealedStore.open(bench.folder + "/no/store") } == .notFound)
        #expect(kind { try SealedStore.open("") } == .misuse)
        #expect(kind { try SealedStore.open(bench.folder + "/") } == .misuse)
        #expect(kind { try SealedStore.open(bench.folder + "/a\0b") } == .misuse)
    }

    @Test func refusesAFolder() throws {
        #expect(kind { try SealedStore.open(bench.folder) } == .notAStore)
    }

    @Test func refusesAnEmptyFile() throws {
        try write([], bench.path)
        try refuses(.notAStore)
    }

    @Test(arguments: [1, 15, 16, 99, 100, 512, 4096, 100_000])
    func refusesRandomBytes(_ count: Int) throws {
        try write((0..<count).map { _ in .random(in: 0...255) }, bench.path)
        try refuses(.notAStore)
    }

    @Test func refusesAnythingCutShort() throws {
        try bench.create(rows: 30).close()
        let whole = try bytes(bench.path)
        let cuts =
            [1, 15, 16, 50, 99, 100, 101, 1000]
            + Array(stride(from: 2048, to: whole.count, by: 2048))
        for count in cuts {
            try write(Array(whole.prefix(count)), bench.path)
            try refuses(.notAStore, .corrupt, comment: "\(count) of \(whole.count) bytes")
        }
    }

    /// M3.
    @Test func refusesAForeignDatabase() throws {
        try tamper(bench.path, "CREATE TABLE items(id); INSERT INTO items VALUES (1)")
        try setMode(0o600, bench.path)
        try refuses(.notAStore)
        try tamper(bench.path, "PRAGMA journal_mode = WAL; INSERT INTO items VALUES (2)")
        try setMode(0o600, bench.path)
        try refuses(.notAStore)
    }

    /// M4.
    @Test(arguments: [
        (-1, StoreError.Kind.corrupt, "invalid"), (0, .corrupt, "invalid"),
        (1, .corrupt, "invalid"),
        (999, .corrupt, "invalid"), (1000, .corrupt, "before version 0.9.0"),
        (2000, .newerVersion(2), "format 2"), (7003, .newerVersion(7), "format 7"),
    ])
    func refusesOtherVersions(
        _ version: Int,
        _ expected: StoreError.Kind,
        _ words: String
    ) throws {
        try bench.create().close()
        try tamper(bench.path, "PRAGMA user_version = \(version)")
        try refuses(expected)
        let error = #expect(throws: StoreError.self) { try bench.open() }
        #expect(error?.detail.contains(words) == true)
    }

    @Test func acceptsANewerMinorVersion() throws {
        try bench.create(rows: 1).close()
        try tamper(bench.path, "PRAGMA user_version = 1002")
        #expect(try bench.open().rowCount() == 1)
    }

    /// M5 and M6.
    @Test(arguments: [
        "DROP TABLE items",
        "DROP TABLE state",
        "DROP INDEX items_second",
        "ALTER TABLE items ADD COLUMN more ANY",
        "ALTER TABLE items RENAME COLUMN third TO fourth",
        "CREATE TABLE more(id)",
        "ANALYZE",
        "CREATE TRIGGER spy AFTER INSERT ON items BEGIN DELETE FROM items; END",
        "CREATE VIEW zoo AS SELECT * FROM items",
        "ALTER TABLE items RENAME TO hidden; CREATE VIEW items AS SELECT * FROM hidden",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'nonsense' WHERE name = 'items'",
        "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'items_grp'",
        """
        PRAGMA writable_schema = ON; UPDATE sqlite_schema
        SET sql = replace(sql, 'BLOB)', 'BLOB, x AS (random()))') WHERE name = 'items'
        """,
        "DELETE FROM state",
        "PRAGMA application_id = 0; PRAGMA user_version = 1001",
        "UPDATE state SET keybag = zeroblob(2000000)",
    ])
    func refusesAnotherLayout(_ sql: String) throws {
        try bench.create(rows: 1).close()
        try tamper(bench.path, sql)
        try refuses(.corrupt, .notAStore)
    }

    /// The layout is read when a file is opened; a trigger that is added later does not run either.
    @Test func runsNoTriggerThatComesLater() throws {
        let store = try bench.create(rows: 1)
        defer { store.close() }
        let trigger = "CREATE TRIGGER spy AFTER INSERT ON items BEGIN DELETE FROM items; END"
        try tamper(bench.path, trigger)
        try store.write { _ = try $0.insert(row(2)) }
        #expect(try store.rowCount() == 2)
    }

    /// M7.
    @Test(arguments: [
        "identifier = 'text'", "identifier = x'00'", "identifier = zeroblob(17)",
        "primary_key = zeroblob(1000000)", "metadata = 5", "secret = 'text'", "class = 'x'",
        "flags = 1.5", "grp = x'01'", "first = 'x'", "epoch",
    ])
    func refusesRowsOfTheWrongTypes(_ change: String) throws {
        try bench.create(rows: 1).close()
        let isState = change == "epoch"
        let update = isState ? "UPDATE state SET epoch = 'x';" : "UPDATE items SET \(change);"
        try tamperLoosely(update)
        if isState { return try refuses(.corrupt) }
        let before = try bytes(bench.path)
        let store = try bench.open()
        #expect(kind { try store.rows() } == .corrupt)
        store.close()
        #expect(try bytes(bench.path) == before)
    }

    @Test func neverCrashesOnFlippedBytes() throws {
        let bench = bench
        try bench.create(rows: 60).close()
        let whole = try bytes(bench.path)
        let expected: [StoreError.Kind] = [.corrupt, .notAStore, .newerVersion(0), .inputOutput]
        for round in 0..<200 {
            var damaged = whole
            for _ in 0..<4 { damaged[.random(in: 0..<whole.count)] = .random(in: 0...255) }
            try write(damaged, bench.path)
            do {
                let store = try bench.open()
                _ = try store.integrityProblems()
                _ = try store.rows(RowQuery(second: 7, wantsSecret: true))
                _ = try store.rows()
            } catch let error as StoreError {
                var kind = error.kind
                if case .newerVersion = kind { kind = .newerVersion(0) }
                #expect(expected.contains(kind), "round \(round): \(error)")
            }
            #expect(try bytes(bench.path) == damaged)
        }
    }

    @Test func reportsDamageThatOpeningDoesNotSee() throws {
        try bench.create(rows: 60).close()
        try tamperLoosely("UPDATE items SET metadata = 'content' WHERE id = 20")
        let problems = try bench.open().integrityProblems()
        #expect(problems.count == 1)
        #expect(problems.first?.contains("items.metadata") == true, "\(problems)")
        #expect(problems.first?.contains("content") == false, "\(problems)")
    }

    /// Changes rows as no STRICT table lets them be changed.
    private func tamperLoosely(_ sql: String) throws {
        let schema = "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql ="
        try tamper(bench.path, "\(schema) replace(sql, ' STRICT', '')")
        try tamper(bench.path, sql)
        try tamper(bench.path, "\(schema) sql || ' STRICT' WHERE type = 'table'")
    }

    /// M49.
    @Test func neverReplacesWhatIsThere() throws {
        try write([1, 2, 3], bench.path)
        #expect(kind { try bench.create() } == .exists)
        #expect(try bytes(bench.path) == [1, 2, 3])
        #expect(try bench.names() == ["store"], "no lock beside what is not ours")
        let link = bench.folder + "/link"
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: bench.folder + "/nowhere"
        )
        #expect(kind { try SealedStore.create(.file(link), state: Bench.state) } == .exists)
    }

    @Test func neverRemovesWhatIsNoStore() throws {
        for content in [[1, 2, 3], [UInt8](repeating: 7, count: 5000)] as [[UInt8]] {
            try write(content, bench.path)
            #expect(kind { try SealedStore.remove(bench.path) } == .notAStore)
            #expect(try bytes(bench.path) == content)
        }
    }

    @Test func ignoresTheLogOfAStoreThatWasRemoved() throws {
        let old = try bench.create(rows: 3)
        let log = try bytes(bench.path + "-wal")
        old.close()
        try FileManager.default.removeItem(atPath: bench.path)
        try write(log, bench.path + "-wal")
        #expect(try bench.create().rowCount() == 0)
    }

    @Test func refusesToWriteToAFileThatWasMovedOrReplaced() throws {
        let store = try bench.create(rows: 1)
        let unwritten = try bench.open()
        try FileManager.default.moveItem(atPath: bench.path, toPath: bench.folder + "/elsewhere")
        #expect(kind { try store.write { try $0.delete(id: 1) } } == .notFound)
        #expect(kind { try unwritten.write { try $0.delete(id: 1) } } == .notFound)
        let other = try bench.create()
        #expect(kind { try unwritten.write { try $0.delete(id: 1) } } == .notFound)
        #expect(try other.rowCount() == 0)
    }

    /// M62.
    ///
    /// Answers about the file that was removed would look like those of its successor.
    @Test func noticesThatTheFileWasReplaced() throws {
        let reader = try bench.create(rows: 2)
        let other = try bench.open()
        #expect(try other.rowCount() == 2)
        try SealedStore.remove(bench.path)
        #expect(kind { try other.rowCount() } == .notFound)
        let successor = try bench.create(rows: 5)
        for old in [reader, other] {
            #expect(kind { try old.rowCount() } == .notFound)
            #expect(kind { try old.epoch() } == .notFound)
            #expect(kind { try old.read { try $0.epoch() } } == .notFound)
            #expect(kind { try old.write { try $0.delete(id: 1) } } == .notFound)
        }
        #expect(try successor.rowCount() == 5)
    }

    /// M74.
    ///
    /// SQLite would remove the log beside an empty file, which has the last changes.
    @Test func keepsTheLogOfAnEmptyFile() throws {
        try bench.create(rows: 1).close()
        let log = try bytes(bench.path)
        try write([], bench.path)
        try write(log, bench.path + "-wal")
        #expect(kind { try SealedStore.open(bench.path) } == .notAStore)
        #expect(kind { try SealedStore.remove(bench.path) } == .notAStore)
        #expect(try bytes(bench.path + "-wal") == log)
    }
}
