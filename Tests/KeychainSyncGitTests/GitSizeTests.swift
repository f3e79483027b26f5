import Foundation
import KeychainSync
import KeychainSyncGit
import TestRounds
import Testing

/// Repositories that are larger than the limits.
@Suite(.thorough) struct GitSizeTests {
    private func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    private func commit(_ engine: GitEngine, _ name: String, _ size: Int) async throws {
        let changes = [VaultFileChange(name, random(size))]
        #expect(await engine.commit(changes, onto: try await engine.snapshot()) == .committed)
    }

    @Test func allFilesAtOnceHaveALimit() async throws {
        let fixture = try GitFixture()
        var limits = GitLimits()
        limits.total = 1500
        let engine = try fixture.engine(limits: limits)
        try await commit(engine, "one", 1000)
        try await commit(engine, "two", 1000)
        let state = try await engine.snapshot()
        #expect(try await engine.read(["one"], of: state).count == 1)
        await #expect(throws: EngineFailure.unavailable) {
            try await engine.read(["one", "two"], of: state)
        }
        #expect(await engine.problem?.text.contains("too large") == true)
    }

    /// git says that there is no branch, and the other side has one.
    @Test func aBranchThatIsListedIsNotMissing() async throws {
        let fixture = try GitFixture()
        try await commit(try fixture.engine(), "one", 1)
        try fixture.replaceGit(
            by: """
                [ "$1" = fetch ] || exec /usr/bin/git "$@"
                echo "fatal: couldn't find remote ref refs/heads/main" >&2
                exit 128
                """
        )
        let engine = try fixture.engine()
        await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
    }

    /// A state that is too large is fetched once, whether at once or by many fetches, until it
    /// changes.
    @Test(arguments: [[3_000_000], [700_000, 700_000, 700_000]])
    func whatIsTooLargeIsFetchedOnce(_ sizes: [Int]) async throws {
        let fixture = try GitFixture()
        var limits = GitLimits()
        limits.fetch = 2 << 20
        let writer = try fixture.engine()
        try await commit(writer, "head", 1)
        let good = try fixture.shell("git rev-parse main")
        let reader = try fixture.engine("mine", limits: limits)
        _ = try await reader.snapshot()
        for (index, size) in sizes.enumerated() {
            try await commit(writer, "file\(index)", size)
            if index < sizes.count - 1 { _ = try await reader.snapshot() }
        }
        await #expect(throws: EngineFailure.unavailable) { try await reader.snapshot() }
        let first = await reader.problem?.text ?? ""
        #expect(first.contains("larger than 2 MiB") && first.contains("sync leave"), "\(first)")

        // Another process, too, only asks what the branch is.
        try fixture.replaceGit(
            by: """
                [ "$1" != fetch ] || touch '\(fixture.folder)/fetched'
                exec /usr/bin/git "$@"
                """
        )
        for engine in [reader, try fixture.engine("mine", limits: limits)] {
            await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
            #expect(await engine.problem?.text == first)
        }
        #expect(!FileManager.default.fileExists(atPath: fixture.folder + "/fetched"))
        try fixture.shell("git update-ref refs/heads/main \(good)")
        #expect(try await reader.snapshot() == VaultSnapshot(good))
    }
}
