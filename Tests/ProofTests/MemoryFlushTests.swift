import Foundation
import ProofSupport
import Testing

@testable import PortableKeychain

/// The memory against roll-back costs no flush: a change waits for the disk as often as without it.
@Suite(.enabled(if: PowerCut.tracer != nil)) struct MemoryFlushTests {
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

    @Test func noChangeFlushesTheMemory() throws {
        let bench = try Bench()
        _ = try bench.create()
        let cut = PowerCut(folder: bench.folder, journal: bench.folder + ".journal", limit: 1)
        defer { try? FileManager.default.removeItem(atPath: cut.journal) }
        let changes = 12
        // One item at the start, and then an addition and a replacement each.
        let calls = try cut.record(["write", bench.folder, cut.journal, "1", "\(changes)"])
        let flushes: Set<String> = ["fsync", "fdatasync", "sync_file_range"]
        let writes: Set<String> = ["write", "pwrite64", "writev", "pwritev"]
        #expect(count(writes, in: "/memory", calls) >= 2 * changes, "each change is remembered")
        #expect(count(flushes, in: "/memory", calls) == 0)
        #expect(count(flushes, in: "default.keychain", calls) >= 2 * changes)
    }
}
