import CKeychainPlatform
import Foundation
import SealedStore
import Testing

/// Another program cuts the index of the log (-shm), which SQLite has mapped: no process ends by
/// SIGBUS, and nothing is lost (vault-format.md §17: M72).
@Suite struct LogIndexTests {
    private let bench: Bench

    init() throws {
        bench = try Bench()
    }

    /// Between the check and the use, our programs end with words instead of the signal.
    @Test func programsEndWithWords() async throws {
        let path = bench.path
        try write([UInt8](repeating: 1, count: 4096), path)
        let result = await #expect(
            processExitsWith: .exitCode(74),
            observing: [\.standardErrorContent]
        ) { [path = path as String] in
            pk_harden_process()
            let descriptor = open(path, O_RDWR)
            let memory = mmap(nil, 4096, PROT_READ, MAP_SHARED, descriptor, 0)
            try #require(truncate(path, 0) == 0)
            try #require(memory?.load(as: UInt8.self) == 1)
        }
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(words.contains("was cut by another program"))
    }

    #if os(Linux)
        /// A process loses all of its locks on a file with the first descriptor of it that is closed.
        ///
        /// The layer below SQLite has one of the index for each connection, which can neither read nor write, so that
        /// this does not hold for it.
        @Test func closingAConnectionReleasesNoLock() throws {
            let store = try bench.create(rows: 3)
            try store.read { transaction in
                try #require(try transaction.rowCount() == 3)
                try bench.open().close()
                let index = open(bench.path + "-shm", O_RDONLY)
                defer { close(index) }
                // The locks of readers (walformat.html, section 2.3), asked for as if by another process.
                var lock = flock()
                (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
                (lock.l_start, lock.l_len) = (123, 5)
                try #require(fcntl(index, Self.findLockOfOthers, &lock) == 0)
                #expect(lock.l_type == Int16(F_RDLCK))
            }
        }

        /// `F_OFD_GETLK`, which Swift does not import.
        private static let findLockOfOthers: Int32 = 36
    #endif

    /// The next operation of a store after its index was cut.
    enum Use: String, CaseIterable {
        case read, write, emptyLog, close, openAnother
    }

    @Test(arguments: Use.allCases, [0, 1, 4096, 32_767])
    func outlivesACutIndex(_ use: Use, length: Int) async throws {
        let path = bench.path
        try bench.create().close()
        let name = use.rawValue
        await #expect(processExitsWith: .success) {
            [path = path as String, name = name as String, length = length as Int] in
            let store = try SealedStore.open(path)
            // All of the rows are in the log alone.
            for number in 1...3 { try store.write { _ = try $0.insert(row(number)) } }
            let other = try SealedStore.open(path)
            try #require(try other.rowCount() == 3)
            try #require(truncate(path + "-shm", off_t(length)) == 0)
            switch Use(rawValue: name) {
            case .read: try #require(try store.rowCount() == 3)
            case .write: try store.write { _ = try $0.insert(row(4)) }
            case .emptyLog: try store.emptyLog()
            case .close: store.close()
            case .openAnother: try #require(try SealedStore.open(path).rowCount() == 3)
            case nil: Issue.record("no such use")
            }
            let count = name == "write" ? 4 : 3
            try #require(try other.rowCount() == count)
            try other.write { _ = try $0.insert(row(10)) }
            try #require(try other.rowCount() == count + 1)
            if name != "close" {
                try #require(try store.rowCount() == count + 1)
                store.close()
            }
            other.close()
            let after = try SealedStore.open(path)
            try #require(try after.rowCount() == count + 1)
            try #require(try after.integrityProblems() == [])
        }
    }
}
