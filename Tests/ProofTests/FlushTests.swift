import Foundation
import ProofSupport
import Testing

@testable import PortableKeychain

/// The waits for the disk of changes, counted.
@Suite(.enabled(if: PowerCut.tracer != nil)) struct FlushTests {
    /// The changes of a process to files of a folder, by system calls.
    private func count(_ names: Set<String>, in part: String, _ calls: [SystemCall]) -> Int {
        var paths: [Int: String] = [:]
        var count = 0
        for call in calls where call.result >= 0 {
            switch call.name {
            case "open": paths[call.result] = call.text(0)
            case "openat": paths[call.result] = call.text(1)
            default: break
            }
            let isMeant = paths[call.number(0)]?.contains(part) ?? false
            if names.contains(call.name), isMeant { count += 1 }
            if call.name == "close" { paths[call.number(0)] = nil }
        }
        return count
    }

    private static let flushes: Set<String> = ["fsync", "fdatasync", "sync_file_range"]

    /// The calls of a process: `write`, for one item and then some times an addition and a replacement,
    /// or `steps` and their words.
    private func calls(_ command: String, _ words: [String]) throws -> [SystemCall] {
        let bench = try Bench()
        _ = try bench.create()
        let cut = PowerCut(folder: bench.folder, journal: bench.folder + ".journal", limit: 1)
        defer { try? FileManager.default.removeItem(atPath: cut.journal) }
        return try cut.record([command, bench.folder, cut.journal] + words)
    }

    /// A log that its connection has flushed is not flushed again before it is moved into the file.
    @Test func noLogIsFlushedTwice() throws {
        // Of both runs, the beginning and the end are the same.
        let (few, many) = (try calls("write", ["1", "4"]), try calls("write", ["1", "14"]))
        func added(_ part: String) -> Int {
            count(Self.flushes, in: part, many) - count(Self.flushes, in: part, few)
        }
        // A replacement empties the log, so an addition writes and flushes its header, too.
        #expect(added("default.keychain-wal") == 10 * 3)
        #expect(added("default.keychain") == 10 * 4)
    }

    /// Frames of another program are flushed, also where it has flushed them: it may have been killed before.
    @Test func theLogOfOthersIsFlushed() throws {
        func flushes(_ steps: [DiskStep]) throws -> Int {
            let calls = try calls("steps", steps.map(\.word))
            return count(Self.flushes, in: "default.keychain-wal", calls)
        }
        let (own, other) = (DiskStep(.add, 5, 5), DiskStep(.release, 6, 6))
        let start = [DiskStep(.create), DiskStep(.hold)]
        let alone = try flushes(start + [other, own, DiskStep(.reopen)])
        #expect(try flushes(start + [own, other, DiskStep(.reopen)]) == alone + 1)
        // Another program has begun the log again, and its frames end where one's own did.
        let log = count(Self.flushes, in: "/log-wal", try calls("log", []))
        // Three changes that begin the log, and two moves of what another connection wrote.
        #expect(log == 3 * 2 + 2)
    }

    /// A folder that can be made again costs no flush: each round of synchronization asks for one.
    @Test func noProgramFolderIsFlushed() throws {
        let calls = try calls("folder", ["7"])
        #expect(calls.contains { $0.name == "mkdir" || $0.name == "mkdirat" })
        #expect(count(Self.flushes, in: "/", calls) == 0)
    }

    /// The memory against roll-back costs no flush: a change waits for the disk as often as without it.
    @Test func noChangeFlushesTheMemory() throws {
        let changes = 12
        let calls = try calls("write", ["1", "\(changes)"])
        let writes: Set<String> = ["write", "pwrite64", "writev", "pwritev"]
        #expect(count(writes, in: "/memory", calls) >= 2 * changes, "each change is remembered")
        #expect(count(Self.flushes, in: "/memory", calls) == 0)
        #expect(count(Self.flushes, in: "default.keychain", calls) >= 2 * changes)
    }
}
