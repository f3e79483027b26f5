import SealedStore
import Testing

@Suite struct SealedStoreTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    @Test func keepsRowsAndStateAcrossReopening() throws {
        let store = try bench.create()
        #expect(try store.rows().isEmpty)
        #expect(try store.readState() == Bench.state)
        let id = try store.write { try $0.insert(row(1)) }
        try store.write { try $0.writeState(StoredState(epoch: 8, keybag: [], digest: [6])) }
        store.close()

        let reopened = try bench.open()
        var expected = row(1)
        expected.id = id
        #expect(try reopened.rows() == [expected])
        #expect(try reopened.readState() == StoredState(epoch: 8, keybag: [], digest: [6]))
        #expect(try reopened.integrityProblems() == [])
        #expect(reopened.place == .file(bench.path))
    }

    @Test func keepsRowsInMemory() throws {
        let store = try SealedStore.create(.memory, state: Bench.state)
        try store.write { transaction in
            for number in 1...3 { _ = try transaction.insert(row(number)) }
        }
        #expect(try store.rows().map(\.identifier) == [1, 2, 3].map { key(1, $0) })
        #expect(try store.epoch() == 7)
        #expect(try store.rowCount() == 3)
        #expect(store.place == .memory)
    }

    /// A change that is not kept is undone, and its result is returned.
    @Test func undoesWhatIsNotKept() throws {
        let store = try bench.create(rows: 2)
        let id = try store.write(keepingIf: { $0 < 0 }) { transaction in
            try transaction.writeState(StoredState(epoch: 8, keybag: [], digest: [6]))
            return try transaction.insert(row(3))
        }
        #expect(id > 0)
        #expect(try store.rowCount() == 2)
        #expect(try store.readState() == Bench.state)
        _ = try store.write(keepingIf: { $0 == id }) { try $0.insert(row(3)) }
        #expect(try store.rowCount() == 3)
    }

    @Test func changesOneRow() throws {
        let store = try bench.create(rows: 3)
        var changed = try store.rows()[1]
        changed.metadata = [1]
        changed.secret = [2]
        changed.lookups = .init(third: 5)
        try store.write { try $0.update(changed) }
        #expect(try store.rows()[1] == changed)

        let secret = changed.secret
        changed.metadata = [3]
        changed.secret = nil
        try store.write { try $0.update(changed, keepingSecret: true) }
        changed.secret = secret
        #expect(try store.rows()[1] == changed)

        try store.write { try $0.delete(id: changed.id) }
        #expect(try store.rows().map(\.identifier) == [1, 3].map { key(1, $0) })
    }

    @Test func refusesAnotherRowWithTheSameKey() throws {
        let store = try bench.create(rows: 2)
        var sameIdentifier = row(3)
        sameIdentifier.identifier = key(1, 1)
        var samePrimaryKey = row(4)
        samePrimaryKey.primaryKey = key(2, 2)
        for row in [sameIdentifier, samePrimaryKey] {
            #expect(kind { try store.write { try $0.insert(row) } } == .duplicateKey)
        }
        #expect(try store.rowCount() == 2)
    }

    @Test func refusesRowsThatDoNotExistAndKeysOfWrongLength() throws {
        let store = try bench.create(rows: 1)
        var missing = row(5)
        missing.id = 99
        var short = row(6)
        short.identifier = [1]
        #expect(kind { try store.write { try $0.update(missing) } } == .notFound)
        #expect(kind { try store.write { try $0.delete(id: 99) } } == .notFound)
        #expect(kind { try store.write { try $0.insert(short) } } == .misuse)
    }

    struct OwnError: Error, Equatable { let number: Int }

    @Test func passesTheCallersErrorAndRollsBack() throws {
        let store = try bench.create(rows: 1)
        #expect(throws: OwnError(number: 5)) {
            try store.write { transaction in
                _ = try transaction.insert(row(2))
                throw OwnError(number: 5)
            }
        }
        #expect(try store.rowCount() == 1)
        #expect(throws: OwnError(number: 6)) {
            try store.forEachRow(RowQuery()) { _ in throw OwnError(number: 6) }
        }
        try store.write { _ = try $0.insert(row(2)) }
        #expect(try store.rowCount() == 2)
    }

    @Test func readsStateAndRowsInOneSnapshot() throws {
        let store = try bench.create(rows: 2)
        let other = try bench.open()
        try store.read { snapshot in
            let before = try snapshot.readState()
            try other.write { transaction in
                _ = try transaction.insert(row(3))
                try transaction.writeState(StoredState(epoch: 8, keybag: [], digest: []))
            }
            #expect(try snapshot.readState() == before)
            #expect(try snapshot.rowCount() == 2)
            try snapshot.forEachRow(RowQuery()) { row in
                #expect(row.epoch == 7)
                return true
            }
        }
        #expect(try store.epoch() == 8)
        #expect(try store.rowCount() == 3)
    }

    @Test func removesAStoreWithAllThatBelongsToIt() throws {
        let store = try bench.create(rows: 3)
        try SealedStore.remove(bench.path)
        #expect(try bench.names() == [])
        #expect(kind { try store.write { try $0.delete(id: 1) } } == .notFound)
        #expect(kind { try SealedStore.remove(bench.path) } == .notFound)
        #expect(try bench.create().rowCount() == 0)
    }

    @Test func staysClosed() throws {
        let store = try bench.create()
        store.close()
        store.close()
        #expect(kind { try store.epoch() } == .misuse)
        #expect(kind { try store.write { _ in } } == .misuse)
    }

    @Test func nestsQueriesOfOneShapeInATransaction() throws {
        let store = try bench.create(rows: 3)
        var pairs: [[Int64]] = []
        try store.write { transaction in
            try transaction.forEachRow(RowQuery()) { outer in
                let id = outer.id
                try transaction.forEachRow(RowQuery()) { inner in
                    pairs.append([id, inner.id])
                    return true
                }
                return true
            }
        }
        #expect(pairs.count == 9)
        #expect(pairs.last == [3, 3])
    }
}
