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

    private func kibibytes(_ folder: String) throws -> Int {
        let fixture = try GitFixture()
        return try #require(Int(fixture.shell("du -sk '\(folder)' | cut -f 1")))
    }

    /// The room that commits of one item take if each fiftieth begins the history again: one took 37 KB
    /// in a folder when nothing was packed.
    @Test func manyCommitsTakeLittleRoom() async throws {
        let fixture = try GitFixture()
        var limits = GitLimits()
        (limits.loose, limits.packs, limits.spare) = (100, 10, 0)
        let engine = try fixture.engine("mine", limits: limits)
        let first = VaultSnapshot(
            try await {
                try await commit(engine, "head", 700)
                return try await engine.snapshot().name
            }()
        )
        let clone = fixture.folder + "/clones/mine/clone.git"
        for turn in 1...TestRounds.amount(300, quick: 120) {
            let changes = ["head", "log/00/\(turn)", "items/aa/one"].map {
                VaultFileChange($0, random(700))
            }
            #expect(await engine.commit(changes, onto: try await engine.snapshot()) == .committed)
            guard turn % 50 == 0 else { continue }
            let old = ((turn - 49)..<turn).map { "log/00/\($0)" }
            #expect(await engine.forget(old, of: try await engine.snapshot()))
            let (there, here) = (try kibibytes(fixture.repository), try kibibytes(clone))
            #expect(there < 600 && here < 1200, "\(turn): \(there) KiB there, \(here) KiB here")
        }
        // A new beginning leaves nothing of what was before, in either place.
        for turn in 0..<12 { try await commit(engine, "items/aa/\(turn)", 1) }
        for place in [fixture.repository, clone] {
            let look =
                "git --git-dir '\(place)' cat-file -e \(first.name) 2>/dev/null && echo there || :"
            #expect(try fixture.shell(look) == "")
        }
    }

    /// Objects that nothing refers to stay for as long as another machine may be about to refer to them.
    @Test func aFolderKeepsWhatIsYoung() async throws {
        let fixture = try GitFixture()
        var limits = GitLimits()
        (limits.loose, limits.packs) = (100, 1)
        let engine = try fixture.engine(limits: limits)
        try await commit(engine, "head", 700)
        let first = try await engine.snapshot().name
        try await commit(engine, "head", 700)
        #expect(await engine.forget([], of: try await engine.snapshot()))
        for turn in 0..<4 { try await commit(engine, "items/aa/\(turn)", 1) }
        #expect(try fixture.shell("git cat-file -t \(first)") == "commit")
        #expect(try fixture.shell("git rev-list --count main") == "5")
        // In one pack, not in files of their own.
        #expect(try fixture.shell("find \"$GIT_DIR/objects\" -name '*.pack' | wc -l") == "2")
        #expect(try fixture.shell("git count-objects | cut -d ' ' -f 1") == "0")
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
