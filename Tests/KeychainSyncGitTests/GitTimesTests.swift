import Foundation
import KeychainSync
import KeychainSyncGit
import Testing

/// The duration of calls; `GIT_TIMES=1 swift test --filter GitTimesTests` prints it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["GIT_TIMES"] != nil), .serialized)
struct GitTimesTests {
    private func print(_ name: String, _ times: [Duration]) {
        let sorted = times.sorted()
        let text = "\(name): p50 \(sorted[sorted.count / 2]), worst \(sorted[sorted.count - 1])\n"
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    private func measure(_ name: String, _ writer: GitEngine, _ reader: GitEngine) async throws {
        let clock = ContinuousClock()
        var (commits, fetches, polls, reads) = (
            [Duration](), [Duration](), [Duration](), [Duration]()
        )
        for turn in 1...20 {
            let record = (0..<700).map { _ in UInt8.random(in: 0...255) }
            let changes = ["head", "log/00/\(turn)", "items/aa/\(turn)"].map {
                VaultFileChange($0, record)
            }
            let state = try await writer.snapshot()
            var outcome = CommitOutcome.unknown
            commits.append(
                await clock.measure { outcome = await writer.commit(changes, onto: state) }
            )
            #expect(outcome == .committed)
            fetches.append(try await clock.measure { _ = try await reader.snapshot() })
            polls.append(try await clock.measure { _ = try await reader.snapshot() })
            let newest = try await reader.snapshot()
            let paths = changes.map(\.path)
            var files: [String: [UInt8]] = [:]
            reads.append(
                try await clock.measure { files = try await reader.read(paths, of: newest) }
            )
            #expect(files.count == 3)
        }
        print("\(name), commit of 3 files", commits)
        print("\(name), fetch of a commit", fetches)
        print("\(name), nothing new", polls)
        print("\(name), read of 3 files", reads)
    }

    /// The room that many commits of one item take, and the time of a round without news:
    /// `GIT_TIMES=1 GIT_COMMITS=10000 swift test --filter GitTimesTests/inTheLongRun`.
    ///
    /// The hour for which spare objects are kept is a minute here, as the commits come that much faster.
    @Test func inTheLongRun() async throws {
        let wanted = ProcessInfo.processInfo.environment["GIT_COMMITS"] ?? ""
        let fixture = try GitFixture()
        var limits = GitLimits()
        limits.spare = 60
        let engine = try fixture.engine("writer", limits: limits)
        let reader = try fixture.engine("reader", limits: limits)
        let clock = ContinuousClock()
        var times: [Duration] = []
        for turn in 1...(Int(wanted) ?? 1000) {
            let changes = ["head", "log/\(turn / 256)/\(turn)", "items/aa/one"].map { path in
                VaultFileChange(path, (0..<700).map { _ in UInt8.random(in: 0...255) })
            }
            var outcome = CommitOutcome.unknown
            let state = try await engine.snapshot()
            times.append(
                await clock.measure { outcome = await engine.commit(changes, onto: state) }
            )
            #expect(outcome == .committed)
            if turn % 1000 == 0 {
                let old = ((turn - 999)..<turn).map { "log/\($0 / 256)/\($0)" }
                #expect(await engine.forget(old, of: try await engine.snapshot()))
            }
            if turn % 20 == 0 { _ = try await reader.snapshot() }
            guard [10, 100].contains(turn) || turn % 500 == 0 else { continue }
            _ = try await reader.snapshot()
            var polls: [Duration] = []
            for _ in 0..<10 {
                polls.append(try await clock.measure { _ = try await reader.snapshot() })
            }
            let sizes = try fixture.shell(
                "cd '\(fixture.folder)'; du -sk vault.git clones/*/clone.git | tr '\\t\\n' '  '"
            )
            print("\(turn) commits; KiB \(sizes); a commit", times)
            print("\(turn) commits; nothing new", polls)
            times = []
        }
    }

    @Test func inAFolder() async throws {
        let fixture = try GitFixture()
        try await measure("folder", fixture.engine(), fixture.engine())
    }

    @Test(.enabled(if: OpenSSHServer.isInstalled)) func overSSH() async throws {
        let server = try OpenSSHServer()
        try await measure("ssh", server.engine(), server.engine())
    }
}
