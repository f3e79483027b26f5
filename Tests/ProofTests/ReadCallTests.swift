import Foundation
import ProofSupport
import Testing

@testable import PortableKeychain

/// The system calls of reads, counted: instructions do not show them, and they took a quarter of the
/// time of a read.
@Suite(.enabled(if: PowerCut.tracer != nil)) struct ReadCallTests {
    private static let facts: Set<String> = ["stat", "lstat", "newfstatat", "statx"]

    /// The name of a call; asking for the facts of a file has several, and one by a descriptor has no path.
    private static func name(_ call: SystemCall) -> String {
        guard facts.contains(call.name) else { return call.name }
        let hasFolder = ["newfstatat", "statx"].contains(call.name)
        return hasFolder && call.text(1).isEmpty
            ? "fstat" : "stat"
    }

    /// The calls of one request: those of a process that makes many without those of one that makes a few.
    private func calls(_ task: String) throws -> [String: Int] {
        let bench = try Bench()
        let keychain = try bench.create()
        for number in 1...4 { try keychain.add(ProofItem(number, version: 1)) }
        let cut = PowerCut(folder: bench.folder, journal: bench.folder + ".journal", limit: 1)
        defer { try? FileManager.default.removeItem(atPath: cut.journal) }
        func counts(_ times: Int) throws -> [String: Int] {
            let words = [task, bench.folder, cut.journal, "\(times)"]
            var counts: [String: Int] = [:]
            // Without fast access to the clock, the time is a call, too.
            for call in try cut.record(words, calls: "!clock_gettime") {
                counts[Self.name(call), default: 0] += 1
            }
            return counts
        }
        let (few, many) = (try counts(10), try counts(110))
        // With a log in use: of an empty one, SQLite also asks for the length of the file.
        return withExtendedLifetime(keychain) {
            many.merging(few) { $0 - $1 }.filter { $1 >= 100 }
                .mapValues { $0 / 100 }
        }
    }

    /// Whether the file has its name, how long the index of its log is, whether that can be read, and
    /// SQLite's lock.
    @Test func aReadAsksForNothingTwice() throws {
        #expect(try calls("read") == ["stat": 1, "fstat": 1, "madvise": 1, "fcntl": 2])
    }

    /// A read again only looks whether anything was changed since.
    @Test func aReadAgainLocksNothing() throws {
        #expect(try calls("readAgain") == ["stat": 1, "fstat": 1, "madvise": 1])
    }
}
