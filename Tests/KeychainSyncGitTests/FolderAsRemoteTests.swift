import Foundation
import KeychainSync
import KeychainSyncGit
import TestPrograms
import Testing

/// A folder as the remote, with settings of another user: git runs there as the user.
@Suite struct FolderAsRemoteTests {
    /// Settings by which git would run a program, and how they are named.
    static let settings = [
        ("core.fsmonitor", "git config core.fsmonitor \"$sign\""),
        ("core.worktree", "git config core.worktree \"$PWD/work\""),
        ("receive.denycurrentbranch", "git config receive.denyCurrentBranch updateInstead"),
        (
            "filter.x.smudge",
            "git config filter.x.smudge \"$sign\"; echo '* filter=x' >info/attributes"
        ),
        ("include.path", "echo x >other; git config include.path other"),
        (
            "extensions.worktreeconfig",
            "git config extensions.worktreeConfig true; git config --worktree core.fsmonitor \"$sign\""
        ),
        ("core.hookspath", "git config core.hooksPath hooks"),
        ("core.alternaterefscommand", "git config core.alternateRefsCommand \"$sign\""),
        ("gc.recentobjectshook", "git config gc.recentObjectsHook \"$sign\""),
        ("uploadpack.packobjectshook", "git config uploadpack.packObjectsHook \"$sign\""),
    ]

    private func fixture(_ script: String) async throws -> GitFixture {
        let fixture = try GitFixture()
        let begun = await (try fixture.engine()).commit(
            [VaultFileChange("head", [1])],
            onto: VaultSnapshot("")
        )
        #expect(begun == .committed)
        try TestProgram.write(
            fixture.programs + "/sign",
            "touch '\(fixture.folder)/signed'; cat; exit 0"
        )
        try fixture.shell(
            """
            cd '\(fixture.repository)'; sign='\(fixture.programs)/sign'; mkdir work
            \(script)
            """
        )
        return fixture
    }

    private func hasRun(_ fixture: GitFixture) -> Bool {
        FileManager.default.fileExists(atPath: fixture.folder + "/signed")
    }

    @Test(arguments: settings) func namesWhatCouldRunPrograms(
        _ name: String,
        _ script: String
    ) async throws {
        let fixture = try await fixture(script)
        let engine = try fixture.engine()
        await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
        let text = try #require(await engine.problem?.text)
        #expect(text.contains(name), "\(text)")
        let state = VaultSnapshot(try fixture.shell("git rev-parse main"))
        let sent = await engine.commit([VaultFileChange("items/x", [2])], onto: state)
        #expect(sent == .unknown && !hasRun(fixture))
    }

    /// A lock that an interrupted git has left is no other device, and the file to remove is named.
    @Test func namesALockThatWasLeft() async throws {
        let fixture = try await fixture(":")
        let engine = try fixture.engine()
        let state = try await engine.snapshot()
        let lock = fixture.repository + "/refs/heads/main.lock"
        let changes = [VaultFileChange("items/x", [2])]
        try fixture.shell("touch '\(lock)'")
        // It can be that of another push, which ends soon.
        #expect(await engine.commit(changes, onto: state) == .refused)
        #expect(try await engine.snapshot() == state)
        #expect(await engine.commit(changes, onto: state) == .unknown)
        #expect(await engine.problem?.text.contains("Remove the file \(lock) if") == true)
        // The branch can be read all the same.
        #expect(try await engine.snapshot() == state)
        #expect(await engine.problem == nil)
        #expect(await engine.complaint?.text.contains(lock) == true)
        #expect(await !engine.forget(["head"], of: state))
        try fixture.shell("rm '\(lock)'")
        #expect(await engine.commit(changes, onto: state) == .committed)
        #expect(await engine.complaint == nil)
    }

    /// A lock of another push that has moved the branch is not one that was left.
    @Test func waitsForOtherPushes() async throws {
        let fixture = try await fixture(":")
        let (engine, other) = (try fixture.engine(), try fixture.engine())
        let lock = fixture.repository + "/refs/heads/main.lock"
        for number in 0..<3 as Range<UInt8> {
            let state = try await engine.snapshot()
            #expect(try await other.snapshot() == state)
            try fixture.shell("touch '\(lock)'")
            let mine = [VaultFileChange("items/x", [number])]
            #expect(await engine.commit(mine, onto: state) == .refused)
            try fixture.shell("rm '\(lock)'")
            let others = [VaultFileChange("items/y", [number])]
            #expect(await other.commit(others, onto: state) == .committed)
        }
        _ = try await engine.snapshot()
        #expect(await engine.complaint == nil)
    }

    /// Another cause for which the branch cannot be locked, in git's words.
    @Test func saysWhyABranchCannotBeLocked() async throws {
        let fixture = try await fixture(":")
        let engine = try fixture.engine()
        let state = try await engine.snapshot()
        try fixture.replaceGit(
            by: """
                [ "$1" = push ] || exec /usr/bin/git "$@"
                printf '!\\tabc:refs/heads/main\\t[remote rejected] (failed to update ref)\\n'
                echo "remote: error: cannot lock ref 'refs/heads/main': Permission denied" >&2
                echo 'error: failed to push some refs' >&2
                exit 1
                """
        )
        for outcome in [CommitOutcome.refused, .unknown] {
            let sent = await engine.commit([VaultFileChange("items/x", [2])], onto: state)
            #expect(sent == outcome)
        }
        #expect(await engine.problem?.text.contains("'refs/heads/main': Permission denied") == true)
    }

    /// A repository with files beside it, in each form in which git finds one.
    @Test(arguments: ["", "/.git"]) func takesBareRepositoriesOnly(_ end: String) async throws {
        let fixture = try GitFixture()
        let work = fixture.folder + "/work"
        try fixture.shell("unset GIT_DIR; git init --quiet '\(work)'")
        let engine = try fixture.engine(remote: work + end)
        await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
        #expect(await engine.problem?.text.contains("git init --bare") == true)
    }

    /// The proof of the second audit: all of it at once.
    @Test func runsNothingOfTheFolder() async throws {
        let fixture = try await fixture(
            """
            git config core.bare false; git config core.worktree "$PWD/work"
            git config receive.denyCurrentBranch updateInstead
            git config core.fsmonitor "$sign"; git symbolic-ref HEAD refs/heads/main
            """
        )
        let engine = try fixture.engine()
        _ = try? await engine.snapshot()
        let state = VaultSnapshot(try fixture.shell("git rev-parse main"))
        for number in 0..<2 {
            _ = await engine.commit([VaultFileChange("items/x", [UInt8(number)])], onto: state)
        }
        #expect(!hasRun(fixture))
    }

    @Test(arguments: ["git init --quiet --bare --shared", "git clone --quiet --bare . copy.git"])
    func takesWhatGitMakes(_ command: String) async throws {
        let fixture = try GitFixture()
        let folder = try fixture.shell(
            """
            cd '\(fixture.folder)'; unset GIT_DIR; git init --quiet --bare copy-of.git; cd copy-of.git
            \(command)
            [ -d copy.git ] && echo "$PWD/copy.git" || echo "$PWD"
            """
        )
        let engine = try fixture.engine(remote: "file://" + folder.replacing("-", with: "%2D"))
        #expect(try await engine.snapshot() == VaultSnapshot(""))
        let sent = await engine.commit([VaultFileChange("head", [1])], onto: VaultSnapshot(""))
        #expect(sent == .committed)
    }
}
