import Dispatch
import Foundation
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
    @Test func loosesNothingAmongThreads() throws {
        let stores = [try bench.create(), try bench.open()]
        let failures = Mutex<[String]>([])
        let rounds = 50
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
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
        DispatchQueue.concurrentPerform(iterations: 200) { number in
            _ = try? store.write { try $0.insert(row(number)) }
        }
        #expect(try store.rowCount() == 200)
    }

    /// Stores are created, written and removed at once: what was written is there, or all is gone.
    @Test func createsAndRemovesInTurn() throws {
        let odd = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { number in
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
        DispatchQueue.concurrentPerform(iterations: 8) { number in
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
        let first = try bench.create(rows: 1, disk.options())
        let stores = [first, try bench.open(disk.options())]
        disk.slowDown(microseconds: 2000)
        let waits = Mutex<[[Double]]>([[], []])
        let end = ContinuousClock.now + .milliseconds(500)
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            while ContinuousClock.now < end {
                let start = ContinuousClock.now
                _ = try? stores[number].write { try $0.writeState(Bench.state) }
                let wait = (ContinuousClock.now - start) / .milliseconds(1)
                waits.withLock { $0[number].append(wait) }
            }
        }
        let counts = waits.withLock { $0.map(\.count) }
        let worst = waits.withLock { $0.joined().max() ?? 0 }
        print("FAIR", counts, worst)
        #expect((counts.min() ?? 0) * 2 > (counts.max() ?? 0), "\(counts)")
        #expect(worst < 200)
    }
}
