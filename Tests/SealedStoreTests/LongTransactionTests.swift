import Foundation
import SealedStore
import Testing

/// A transaction that changes more pages than are kept in memory writes some into the log before its
/// end (vault-format.md §14: M59).
@Suite struct LongTransactionTests {
    private let bench: Bench
    private static let options = SealedStore.Options(cachePages: 8)
    /// The length of the log with as many pages as are kept in memory.
    private static let keptLength = 8 * 4120

    init() throws {
        bench = try Bench()
    }

    /// A store with 20 rows in its file and 3 in its log.
    private func create() throws -> SealedStore {
        try bench.create(rows: 20).close()
        let store = try bench.open(Self.options)
        for number in 21...23 { try store.write { _ = try $0.insert(row(number)) } }
        return store
    }

    /// Adds rows, and changes the same pages many times.
    private static func fill(_ transaction: borrowing WriteTransaction) throws {
        for number in 100..<200 {
            let secret = [UInt8](repeating: UInt8(number), count: 1200)
            _ = try transaction.insert(row(number, secret: secret))
        }
        for id in 1...20 { try transaction.delete(id: Int64(id)) }
    }

    /// The rows of a copy of the store's file and log, as a killed process leaves them.
    private func rowsAfterCrash() throws -> Int {
        let copy = try Bench()
        for suffix in ["", "-wal"] { try write(bytes(bench.path + suffix), copy.path + suffix) }
        let store = try copy.open()
        #expect(try store.integrityProblems() == [])
        return try store.rowCount()
    }

    @Test func countsOnlyWithItsEnd() throws {
        let store = try create()
        try store.write { transaction in
            try Self.fill(transaction)
            #expect(try bench.size("-wal") ?? 0 > 2 * Self.keptLength)
            #expect(try bench.open().rowCount() == 23)
            #expect(try rowsAfterCrash() == 23)
        }
        #expect(try store.rowCount() == 103)
        #expect(try bench.open().rowCount() == 103)
        #expect(try rowsAfterCrash() == 103)
    }

    /// A program keeps 32 MB.
    @Test func hasALimitWithoutOptions() throws {
        let store = try bench.create()
        try store.write { transaction in
            for number in 1...9000 {
                _ = try transaction.insert(row(number, secret: .init(repeating: 1, count: 3900)))
                if number == 7000 { #expect(try bench.size("-wal") ?? 0 == 0) }
            }
            #expect(try bench.size("-wal") ?? 0 > 0)
        }
    }

    private struct Refusal: Error {}

    /// A transaction that fails leaves nothing in the log.
    @Test(arguments: [true, false]) func leavesNothingIfItFails(throwing: Bool) throws {
        let store = try create()
        let isKept = try? store.write(keepingIf: { $0 }) { transaction in
            try Self.fill(transaction)
            if throwing { throw Refusal() }
            return false
        }
        #expect(isKept == (throwing ? nil : false))
        #expect(try bench.size("-wal") == 0)
        #expect(try store.rowCount() == 23)
        // A short one has nothing to give back.
        try store.write { _ = try $0.insert(row(24)) }
        _ = try store.write(keepingIf: { $0 }) { transaction in
            _ = try transaction.insert(row(25))
            return false
        }
        #expect(try bench.size("-wal") ?? 0 > 0)
    }

    /// Frames of a killed process are overwritten by others, and are no damage where these end.
    @Test func isNoDamageBehindLaterOnes() async throws {
        let path = bench.path
        let store = try create()
        try store.emptyLog()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let store = try SealedStore.open(path, options: Self.options)
            try store.write { transaction in
                try Self.fill(transaction)
                kill(getpid(), SIGKILL)
            }
        }
        let length = try #require(try bench.size("-wal"))
        #expect(length > 2 * Self.keptLength)
        for number in 24...26 {
            try store.write { _ = try $0.insert(row(number)) }
            #expect(try bench.size("-wal") == length)
            #expect(try rowsAfterCrash() == number)
        }
    }
}
