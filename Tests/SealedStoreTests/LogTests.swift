import CKeychainSQLite
import Foundation
import SealedStore
import TestRounds
import Testing

/// Damage in the write-ahead log is found before SQLite takes it for the end of the log
/// (vault-format.md §14: M59).
@Suite(.thorough) struct LogTests {
    private let bench: Bench
    private let file: [UInt8]
    private let log: [UInt8]
    /// The ends of the transactions in the log.
    private let ends: [Int]

    private static let (header, frame) = (32, 4120)
    private static let count = 6

    /// Makes a store with some transactions in its log, as a killed process leaves it.
    init() throws {
        let source = try Bench()
        let store = try source.create()
        for number in 1...Self.count { try store.write { _ = try $0.insert(row(number)) } }
        (file, log) = (try bytes(source.path), try bytes(source.path + "-wal"))
        let log = log
        ends = stride(from: Self.header, to: log.count, by: Self.frame)
            .filter { log[$0 + 4..<$0 + 8].contains { $0 != 0 } }.map { $0 + Self.frame }
        bench = try Bench()
        try #require(ends.count == Self.count && ends.last == log.count)
    }

    /// The number of rows that a store with a log has; `nil` if it is refused as corrupt, and
    /// nothing was changed.
    private func rows(_ log: [UInt8], _ comment: Comment) throws -> Int? {
        for suffix in ["", "-wal", "-shm", "-lock"] { unlink(bench.path + suffix) }
        try write(file, bench.path)
        try write(log, bench.path + "-wal")
        do {
            let store = try bench.open()
            return try store.rowCount()
        } catch let error as StoreError {
            #expect(error.kind == .corrupt, comment)
            #expect(error.detail.contains("-wal"), comment)
            #expect(try bytes(bench.path) == file && bytes(bench.path + "-wal") == log, comment)
            #expect(try bench.size("-shm") == nil, comment)
            return nil
        }
    }

    @Test func readsASoundLog() throws {
        #expect(try rows(log, "sound") == Self.count)
    }

    /// Each byte of the headers, and a choice of the others; all in a long run.
    @Test func findsEveryFlip() throws {
        var places = Array(0..<Self.header)
        for start in stride(from: Self.header, to: log.count, by: Self.frame) {
            places += start..<start + 24
            for _ in 0..<(TestRounds.isQuick ? 2 : 20) {
                places.append(.random(in: start + 24..<start + Self.frame))
            }
        }
        if TestRounds.count >= 10 { places = Array(log.indices) }
        for place in TestRounds.sample(of: places, every: 5) {
            var damaged = log
            damaged[place] ^= 1 << UInt8.random(in: 0..<8)
            let found = try rows(damaged, "byte \(place) of \(log.count)")
            // A crash can have torn the last transaction, and most damage in it looks like that.
            let isInLast = place >= ends[Self.count - 2]
            #expect(
                found == nil || isInLast && found == Self.count - 1,
                "byte \(place) of \(log.count), ends \(ends)"
            )
        }
    }

    /// The mark of an end is damaged: all of it, or a bit.
    @Test(arguments: [0, UInt32(1).bigEndian, UInt32(1 << 31).bigEndian])
    func findsALostMark(mark: UInt32) throws {
        for end in ends.dropLast() {
            var damaged = log
            let place = end - Self.frame + 4
            damaged.replaceSubrange(
                place..<place + 4,
                with: withUnsafeBytes(of: mark) { [UInt8]($0) }
            )
            #expect(try rows(damaged, "mark before \(end)") == nil, "mark before \(end)")
        }
    }

    /// A log that was cut looks like one that was never longer.
    @Test func readsAnEarlierStateFromACutLog() throws {
        for end in stride(from: 0, to: log.count, by: TestRounds.isQuick ? 1373 : 500) {
            let expected = ends.count { $0 <= end }
            #expect(try rows(Array(log.prefix(end)), "cut at \(end)") == expected, "cut at \(end)")
        }
    }

    /// A sector of zeros is found unless it hides where the last transaction begins.
    @Test(arguments: [512, 4096])
    func findsLostSectors(length: Int) throws {
        let lastCommit = ends[Self.count - 2] - Self.frame
        for start in stride(from: 0, to: ends[Self.count - 2], by: length) {
            var damaged = log
            let end = min(start + length, log.count)
            damaged.replaceSubrange(start..<end, with: repeatElement(0, count: end - start))
            guard damaged != log, end <= lastCommit else { continue }
            #expect(try rows(damaged, "sector at \(start)") == nil, "sector at \(start)")
        }
    }

    @Test func readsATornEnd() throws {
        let start = ends[Self.count - 2]
        for lost in stride(from: start, to: log.count, by: 512) {
            var torn = log
            torn.replaceSubrange(
                lost..<min(lost + 512, log.count),
                with: repeatElement(7, count: min(512, log.count - lost))
            )
            #expect(try rows(torn, "torn at \(lost)") == Self.count - 1, "torn at \(lost)")
        }
    }

    @Test func saysHowToKeepWhatIsSound() throws {
        var damaged = log
        damaged[ends[2] + 100] ^= 1
        #expect(try rows(damaged, "advice") == nil)
        let end = ends[2]
        do {
            _ = try bench.open()
        } catch let error as StoreError {
            #expect(error.detail.contains("truncate -s \(end) '\(bench.path)-wal'"), "\(error)")
            // A restore beside the damaged log would be refused, too.
            #expect(error.detail.contains("Move the keychain and its log"), "\(error)")
        }
        #expect(truncate(bench.path + "-wal", off_t(end)) == 0)
        #expect(try bench.open().rowCount() == 3)
    }

    /// The index of the log is rebuilt when the log is not in use.
    @Test(arguments: [0, 1, 100, 32768, 100_000])
    func rebuildsTheIndex(length: Int) throws {
        #expect(try rows(log, "sound") == Self.count)
        try write(file, bench.path)
        try write(log, bench.path + "-wal")
        try write((0..<length).map { _ in .random(in: 0...255) }, bench.path + "-shm")
        #expect(try bench.open().rowCount() == Self.count)
    }

    /// Looking at a log that others write to is no reason for an alarm.
    @Test func believesALogThatIsWritten() async throws {
        let store = try bench.create(.init(checkpointPages: 20))
        let path = bench.path
        let isDone = Flag()
        await withTaskGroup { group in
            for writer in 1...2 {
                group.addTask {
                    #expect(throws: Never.self) {
                        for number in 0..<300 {
                            try store.write { transaction in
                                _ = try transaction.insert(row(writer * 1000 + number))
                            }
                            if number % 50 == 0 {
                                try store.write {
                                    try $0.delete(id: Int64(number / 50 * 2 + writer))
                                }
                            }
                        }
                    }
                    isDone.raise()
                }
            }
            group.addTask {
                while !isDone.isRaised(times: 2) {
                    #expect(throws: Never.self) { _ = try SealedStore.open(path).rowCount() }
                }
            }
        }
    }
}

/// Counts events of other tasks.
private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    func raise() { lock.withLock { count += 1 } }
    func isRaised(times: Int) -> Bool { lock.withLock { count >= times } }
}
