import Foundation
import SealedStore
import Testing

/// Several processes use one store at the same time.
@Suite struct ProcessTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    @Test func losesNothingAmongProcesses() async throws {
        let path = bench.path
        let store = try bench.create()
        await withTaskGroup { group in
            for number in 1...3 {
                group.addTask {
                    await #expect(processExitsWith: .success) {
                        [path = path as String, number = number as Int] in
                        try write(50, from: number * 1000, in: path)
                    }
                }
            }
        }
        #expect(try store.rowCount() == 150)
        #expect(try store.epoch() == 7 + 150)
        #expect(try store.integrityProblems() == [])
    }

    /// A killed process leaves a log, which the next ones find and read, all at once.
    @Test func readsWhatAKilledProcessHasWritten() async throws {
        let path = bench.path
        try bench.create().close()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let store = try SealedStore.open(path)
            for number in 1...20 { try store.write { _ = try $0.insert(row(number)) } }
            try store.write { transaction in
                _ = try transaction.insert(row(21))
                kill(getpid(), SIGKILL)
            }
        }
        #expect(try bench.size("-wal") ?? 0 > 0)
        await withTaskGroup { group in
            for _ in 1...3 {
                group.addTask {
                    await #expect(processExitsWith: .success) { [path = path as String] in
                        let store = try SealedStore.open(path)
                        try #require(try store.rows().count == 20)
                        try store.write { try $0.writeState(Bench.state) }
                    }
                }
            }
        }
        #expect(try bench.open().integrityProblems() == [])
        #expect(try bench.open().rowCount() == 20)
    }
}

/// Adds rows one by one, each with its own commit, and counts them in the epoch.
private func write(_ count: Int, from first: Int, in path: String) throws {
    let store = try SealedStore.open(path)
    for number in first..<first + count {
        try store.write { transaction in
            _ = try transaction.insert(row(number))
            var state = try transaction.readState()
            state.epoch += 1
            try transaction.writeState(state)
        }
        try #require(try store.rows(RowQuery(identifier: key(1, number))).count == 1)
    }
    store.close()
}
