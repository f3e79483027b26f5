import FaultDisk
import SealedStore
import Synchronization
import Testing

@Suite struct ConcurrencyTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    @Test func readersDoNotWaitForAWriter() throws {
        let store = try bench.create(rows: 1)
        let other = try bench.open()
        try store.write { transaction in
            _ = try transaction.insert(row(2))
            #expect(try transaction.rowCount() == 2)
            #expect(try store.rowCount() == 1)
            #expect(try other.rowCount() == 1)
        }
        #expect(try store.rowCount() == 2)
        #expect(try other.rowCount() == 2)
    }

    @Test func bodiesThatReadMayReadAndWrite() throws {
        let store = try bench.create(rows: 3)
        var seen: [Int] = []
        try store.forEachRow(RowQuery()) { row in
            let id = row.id
            try store.write { try $0.delete(id: id) }
            seen.append(try store.rowCount())
            return true
        }
        #expect(seen == [2, 1, 0])
    }

    @Test func readersDoNotWaitForEachOther() throws {
        let store = try bench.create(rows: 1)
        let met = Mutex(0)
        atOnce(3) { _ in
            _ = try? store.forEachRow(RowQuery()) { _ in
                met.withLock { $0 += 1 }
                // Each stays until all three are inside.
                while met.withLock({ $0 }) < 3 {}
                return true
            }
        }
        #expect(met.withLock { $0 } == 3)
    }

    @Test func writersWaitForEachOther() throws {
        let store = try bench.create(rows: 1)
        let impatient = try bench.open(.init(patience: 20_000))
        try store.write { _ in
            #expect(kind { try impatient.write { try $0.delete(id: 1) } } == .busy)
        }
        try impatient.write { try $0.delete(id: 1) }
        #expect(try store.rowCount() == 0)
    }

    /// Four threads on two stores add rows, change one and read, and nothing gets lost.
    @Test func losesNothingAmongThreads() throws {
        let stores = [try bench.create(), try bench.open()]
        let failures = Mutex<[String]>([])
        let rounds = 50
        atOnce(4) { thread in
            let store = stores[thread % 2]
            do {
                for round in 0..<rounds {
                    let before = try store.rowCount()
                    try store.write { transaction in
                        _ = try transaction.insert(row(thread * 1000 + round))
                        var state = try transaction.readState()
                        state.epoch += 1
                        try transaction.writeState(state)
                    }
                    let (epoch, rows) = try store.read { (try $0.epoch(), try $0.rowCount()) }
                    if epoch != Int64(rows) + 7 || rows <= before {
                        failures.withLock { $0.append("epoch \(epoch), \(before), then \(rows)") }
                    }
                }
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(try stores[0].rowCount() == 4 * rounds)
        #expect(try stores[1].epoch() == Int64(4 * rounds + 7))
        #expect(try stores[0].integrityProblems() == [])
    }

    @Test func sharesAStoreInMemoryAmongThreads() throws {
        let store = try SealedStore.create(.memory, state: Bench.state)
        atOnce(4) { thread in
            for number in 0..<50 {
                _ = try? store.write { try $0.insert(row(thread * 50 + number)) }
            }
        }
        #expect(try store.rowCount() == 200)
    }

    /// Stores are created, written and removed at once: the written rows are there, or all are
    /// gone.
    @Test func createsAndRemovesInTurn() throws {
        let odd = Mutex<[String]>([])
        atOnce(4) { [bench] number in
            for round in 0..<25 {
                do {
                    if number == 0 { try SealedStore.remove(bench.path) }
                    let store = try bench.create()
                    try store.write { _ = try $0.insert(row(round)) }
                    if try store.rowCount() != 1 { odd.withLock { $0.append("\(round)") } }
                } catch let error as StoreError {
                    let isExpected = [.exists, .notFound].contains(error.kind)
                    if !isExpected { odd.withLock { $0.append("\(error)") } }
                } catch {
                    odd.withLock { $0.append("\(error)") }
                }
            }
        }
        #expect(odd.withLock { $0 } == [])
        let names = try bench.names()
        #expect(!names.contains { $0.hasSuffix(".new") }, "\(names)")
    }

    @Test func letsOneOfManyCreate() throws {
        let outcomes = Mutex<[StoreError.Kind?]>([])
        atOnce(8) { [bench] number in
            let outcome = kind {
                let store = try bench.create()
                try store.write { _ = try $0.insert(row(number)) }
            }
            outcomes.withLock { $0.append(outcome) }
        }
        #expect(outcomes.withLock { $0.filter { $0 == nil }.count } == 1)
        #expect(outcomes.withLock { $0.filter { $0 == .exists }.count } == 7)
        #expect(try bench.open().rowCount() == 1)
    }

    /// Two writers that never pause take turns, even where a commit takes a while.
    @Test func isFairToWriters() throws {
        let disk = try FaultDisk()
        let stores = [try bench.create(disk.options()), try bench.open(disk.options())]
        disk.slowDown(microseconds: 2000)
        let order = Mutex<[Int]>([])
        let rounds = 60
        atOnce(2) { writer in
            for _ in 0..<rounds {
                _ = try? stores[writer].write { transaction in
                    order.withLock { $0.append(writer) }
                    try transaction.writeState(Bench.state)
                }
            }
        }
        let turns = order.withLock { $0 }
        #expect(turns.count == 2 * rounds)
        // Without the gate, the one who comes first makes some 200 writes to the other's 3.
        let half = turns.prefix(rounds)
        #expect(half.count { $0 == 0 } > rounds / 4, "\(turns)")
        #expect(half.count { $0 == 1 } > rounds / 4, "\(turns)")
    }
}
