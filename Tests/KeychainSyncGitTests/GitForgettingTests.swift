import Foundation
import KeychainSync
import KeychainSyncGit
import TestRounds
import Testing

/// Histories that begin again, so that neither a repository nor a clone keeps what no reader needs.
@Suite struct GitForgettingTests {
    private func commit(
        _ engine: GitEngine,
        _ names: String...,
        removing removed: [String] = []
    ) async throws {
        let changes = names.map { VaultFileChange($0, Array($0.utf8)) }
        let removals = removed.map { VaultFileChange($0, nil) }
        let state = try await engine.snapshot()
        #expect(await engine.commit(changes + removals, onto: state) == .committed)
    }

    private func names(_ engine: GitEngine) async throws -> [String] {
        let state = try await engine.snapshot()
        var found: [String] = []
        for folder in ["items", "log"] { found += try await engine.list(folder, of: state) }
        return found
    }

    /// Limits by which git packs whatever it can.
    private func eager(keeping seconds: Int) -> GitLimits {
        var limits = GitLimits()
        (limits.loose, limits.packs, limits.spare) = (1, 1, seconds)
        return limits
    }

    @Test func leavesOneCommitWithTheFilesThatAreNeeded() async throws {
        let fixture = try GitFixture()
        let engine = try fixture.engine()
        try await commit(engine, "items/a", "log/1", "log/2")
        try await commit(engine, "log/3")
        let reader = try fixture.engine()
        _ = try await reader.snapshot()
        #expect(await engine.forget(["log/1", "log/2"], of: try await engine.snapshot()))
        #expect(await engine.problem == nil)
        #expect(try fixture.shell("git rev-list --count main") == "1")
        let nobody = "vault <> 0 +0000"
        let written = try fixture.shell("git cat-file commit main | sed 1d")
        #expect(written == "author \(nobody)\ncommitter \(nobody)\n\nvault")
        for engine in [engine, reader, try fixture.engine()] {
            #expect(try await names(engine) == ["items/a", "log/3"])
        }
        try await commit(reader, "log/4")
        #expect(try await names(engine) == ["items/a", "log/3", "log/4"])
        #expect(try fixture.shell("git rev-list --count main") == "2")
        // Without anything to remove, only the history before goes.
        #expect(await engine.forget([], of: try await engine.snapshot()))
        #expect(try fixture.shell("git rev-list --count main") == "1")
        #expect(await engine.forget(["log/1"], of: try await engine.snapshot()))
        #expect(try await names(reader) == ["items/a", "log/3", "log/4"])
    }

    @Test func refusesWhatIsNoStateAndNoPath() async throws {
        let fixture = try GitFixture()
        let engine = try fixture.engine()
        #expect(await engine.forget(["log/1"], of: VaultSnapshot("")) == false)
        try await commit(engine, "log/1")
        let state = try await engine.snapshot()
        for path in ["../log/1", "log/1\nD items", ".git/config"] {
            #expect(await engine.forget([path], of: state) == false)
        }
        #expect(await engine.forget(["log/1"], of: VaultSnapshot("main")) == false)
        let unknown = String(repeating: "1", count: state.name.count)
        #expect(await engine.forget(["log/1"], of: VaultSnapshot(unknown)) == false)
        #expect(try await engine.snapshot() == state)
    }

    @Test func aDeviceThatWasAwayFollows() async throws {
        let fixture = try GitFixture()
        let (writer, away) = (try fixture.engine(), try fixture.engine("away"))
        try await commit(writer, "items/a", "log/0")
        let before = try await away.snapshot()
        for turn in 1...3 {
            try await commit(writer, "log/\(turn)")
            #expect(await writer.forget(["log/\(turn - 1)"], of: try await writer.snapshot()))
        }
        // What it holds is still there, and no reason to change anything.
        #expect(try await away.read(["log/0"], of: before).count == 1)
        #expect(await away.commit([VaultFileChange("log/9", [9])], onto: before) == .refused)
        #expect(await away.forget(["items/a"], of: before) == false)
        for engine in [away, try fixture.engine("away")] {
            #expect(try await names(engine) == ["items/a", "log/3"])
        }
        #expect(try await away.read(["log/0"], of: before).count == 1)
    }

    /// The clone keeps a state that was replaced for the time that a reader may need.
    @Test(arguments: [3600, 0]) func aStateStaysForThoseWhoReadIt(_ seconds: Int) async throws {
        let fixture = try GitFixture()
        let writer = try fixture.engine()
        let reader = try fixture.engine("mine", limits: eager(keeping: seconds))
        // The commit that it built itself is no reason to keep the history.
        try await commit(reader, "items/a", "log/1")
        let before = try await reader.snapshot()
        #expect(await writer.forget(["log/1"], of: try await writer.snapshot()))
        #expect(try await names(reader) == ["items/a"])
        // It has as many packs now that it makes one of them.
        try await commit(writer, "items/b")
        #expect(try await names(reader) == ["items/a", "items/b"])
        let clone = "\(fixture.folder)/clones/mine/clone.git"
        #expect(try fixture.shell("find '\(clone)/objects/pack' -name '*.pack' | wc -l") == "1")
        let left = try? await reader.read(["log/1"], of: before)
        #expect(left?.count == (seconds > 0 ? 1 : nil))
        #expect(try await names(reader) == ["items/a", "items/b"])
    }

    /// A clone that git cannot pack is used as it is, and git is not asked each time.
    @Test func whatCannotBePackedIsLeft() async throws {
        let fixture = try GitFixture()
        var limits = GitLimits()
        limits.loose = 12
        let engine = try fixture.engine("mine", limits: limits)
        _ = try await engine.snapshot()
        let clone = fixture.folder + "/clones/mine/clone.git"
        // git takes this for another one that packs the clone, on another machine.
        try fixture.shell("echo '1 elsewhere' >'\(clone)/gc.pid'")
        var attempts = 0
        for turn in 0..<12 {
            try await commit(engine, "items/\(turn)")
            _ = try await engine.snapshot()
            // It is removed before git is started.
            if !FileManager.default.fileExists(atPath: clone + "/refs/vault/next") { attempts += 1 }
        }
        // Each commit adds four objects.
        #expect(attempts == 3)
        #expect(try await names(engine).count == 12)
    }

    /// Commits and new beginnings by several machines at once: each commit stays.
    @Test func nothingIsLostThatIsPushedMeanwhile() async throws {
        let fixture = try GitFixture()
        let limits = eager(keeping: 3600)
        try await commit(try fixture.engine(), "items/a")
        let amount = TestRounds.amount(24, quick: 8)
        let forgotten = try await withThrowingTaskGroup(of: Int.self) { group in
            for name in ["x", "y", "z"] {
                let engine = try fixture.engine(name, limits: limits)
                group.addTask {
                    var turn = 0
                    while turn < amount {
                        let state = try await engine.snapshot()
                        let change = VaultFileChange("items/\(name)\(turn)", [1])
                        if await engine.commit([change], onto: state) == .committed { turn += 1 }
                    }
                    return 0
                }
            }
            let engine = try fixture.engine("w", limits: limits)
            group.addTask {
                var count = 0
                for _ in 0..<amount where await engine.forget([], of: try await engine.snapshot()) {
                    count += 1
                }
                return count
            }
            return try await group.reduce(0, +)
        }
        #expect(forgotten > 0)
        let found = try await names(try fixture.engine())
        let wanted = ["x", "y", "z"].flatMap { name in (0..<amount).map { "items/\(name)\($0)" } }
        #expect(Set(wanted).subtracting(found).isEmpty)
        #expect(
            try fixture.shell("git fsck --connectivity-only 2>&1 | grep -c missing || :") == "0"
        )
    }

    /// Each way in which a repository says that its history must stay.
    @Test(arguments: [
        ("git config receive.denyNonFastForwards true", ""),
        (":", "[remote rejected] (protected branch hook declined)"),
        (":", "[remote rejected] (pre-receive hook declined)"),
    ])
    func aRepositoryMayKeepItsHistory(_ setting: String, _ answer: String) async throws {
        let fixture = try GitFixture()
        let engine = try fixture.engine()
        try await commit(engine, "items/a", "log/1", "log/2")
        try fixture.shell(setting)
        let pushes = fixture.folder + "/pushes"
        try fixture.replaceGit(
            by: """
                [ "$1" = push ] || exec /usr/bin/git "$@"
                echo >>'\(pushes)'
                if [ -n '\(answer)' ] && [ "$(wc -l <'\(pushes)')" = 1 ]; then
                    printf '!\\tabc:refs/heads/main\\t%s\\n' '\(answer)'
                    exit 1
                fi
                exec /usr/bin/git "$@"
                """
        )
        #expect(await engine.forget(["log/1"], of: try await engine.snapshot()))
        // There is nothing that a user would have to do.
        #expect(await engine.problem == nil)
        #expect(try await names(engine) == ["items/a", "log/2"])
        #expect(try fixture.shell("git rev-list --count main") == "2")
        // It is not asked again, and what is gone needs no commit.
        #expect(await engine.forget(["log/1"], of: try await engine.snapshot()))
        #expect(try fixture.shell("git rev-list --count main; wc -l <'\(pushes)'") == "2\n2")
        let many = (3...2500).map { "log/\($0)" }
        #expect(await engine.forget(many + ["log/2"], of: try await engine.snapshot()))
        #expect(try await names(engine) == ["items/a"])
        #expect(try fixture.shell("git rev-list --count main; wc -l <'\(pushes)'") == "3\n3")
        // The lease holds for such a commit, too.
        let state = try await engine.snapshot()
        try await commit(try fixture.engine(), "items/b")
        #expect(await engine.forget(["items/a"], of: state) == false)
        #expect(try await names(engine) == ["items/a", "items/b"])
    }

    @Test func anAnswerThatIsLostIsNoAnswer() async throws {
        let fixture = try GitFixture()
        let engine = try fixture.engine()
        try await commit(engine, "items/a", "log/1")
        let state = try await engine.snapshot()
        try fixture.replaceGit(by: #"[ "$1" = push ] || exec /usr/bin/git "$@"; exit 128"#)
        #expect(await engine.forget(["log/1"], of: state) == false)
        #expect(await engine.problem?.text.isEmpty == false)
        try fixture.shell("rm '\(fixture.programs)/git'")
        #expect(try await engine.snapshot() == state)
        #expect(await engine.forget(["log/1"], of: state))
        #expect(try fixture.shell("git rev-list --count main") == "1")
    }
}
