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
