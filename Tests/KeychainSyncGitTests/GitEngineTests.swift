import Foundation
import KeychainSync
import KeychainSyncGit
import SyncSimulation
import TestRounds
import Testing

/// A real git and real repositories.
@Suite(.thorough) struct GitEngineTests {
    @Test(arguments: EngineCheck.all) func holds(_ check: EngineCheck) async throws {
        let fixture = try GitFixture()
        #expect(try await check.violations { try fixture.engine() } == [])
    }

    /// Commits onto the newest state.
    private func commit(_ engine: GitEngine, _ value: UInt8) async throws -> CommitOutcome {
        await engine.commit([VaultFileChange("head", [value])], onto: try await engine.snapshot())
    }

    private func head(_ engine: GitEngine) async throws -> [UInt8]? {
        try await engine.read(["head"], of: try await engine.snapshot())["head"]
    }

    @Test func notesNothingAboutPeople() async throws {
        let fixture = try GitFixture()
        #expect(try await commit(fixture.engine(), 1) == .committed)
        let commit = try fixture.shell("git cat-file commit main | sed 1d")
        let nobody = "vault <> 0 +0000"
        #expect(commit == "author \(nobody)\ncommitter \(nobody)\n\nvault")
    }

    /// Each way to lose an answer, and whether the commit is in the repository afterwards.
    @Test(arguments: [
        (#"/usr/bin/git "$@" >/dev/null 2>&1; exit 128"#, true),
        (#"/usr/bin/git "$@" >/dev/null 2>&1; kill -9 $$"#, true),
        ("exit 128", false), ("kill -9 $$", false), ("echo nonsense", false), ("exit 0", false),
        (#"/usr/bin/git "$@" >/dev/null; sleep 60"#, true), ("sleep 60", false),
        ("head -c 1000000 /dev/zero", false), ("exec /nowhere/git", false),
    ])
    func anAnswerThatIsLostIsUnknown(_ push: String, _ arrives: Bool) async throws {
        let fixture = try GitFixture()
        #expect(try await commit(try fixture.engine(), 1) == .committed)
        var limits = GitLimits()
        // A sound push is shorter, also where other tests use the disk.
        limits.remoteSeconds = 6
        let engine = try fixture.engine(limits: limits)
        try fixture.replaceGit(
            by: #"if [ "$1" != push ]; then exec /usr/bin/git "$@"; fi"# + "\n" + push
        )
        let state = try await engine.snapshot()
        let changes = [VaultFileChange("head", [2])]
        #expect(await engine.commit(changes, onto: state) == .unknown)
        #expect(await engine.problem?.text.isEmpty == false)
        try fixture.shell("rm '\(fixture.programs)/git'")
        #expect(try await head(engine) == [arrives ? 2 : 1])
        // The same copy, when it is already in the repository, or is the newest state.
        #expect(await engine.commit(changes, onto: state) == .committed)
        #expect(try await head(engine) == [2])
        #expect(try fixture.shell("git rev-list --count main") == "2")
    }

    /// The branch is not there for the one command, and is for the next.
    @Test func readsAVaultThatBeginsMeanwhile() async throws {
        let fixture = try GitFixture()
        try fixture.shell("git init -q --bare '\(fixture.folder)/filled.git'")
        let other = try fixture.engine(remote: fixture.folder + "/filled.git")
        #expect(try await commit(other, 1) == .committed)
        let engine = try fixture.engine()
        try fixture.replaceGit(
            by: """
                /usr/bin/git "$@"
                status=$?
                if [ "$1" = fetch ] && [ $status != 0 ]; then
                    GIT_DIR='\(fixture.folder)/filled.git' /usr/bin/git push -q \
                        --receive-pack=git-receive-pack '\(fixture.repository)' main >&2
                fi
                exit $status
                """
        )
        #expect(try await head(engine) == [1])
    }

    /// The causes that make a repository unreachable, and the messages for the user.
    @Test(arguments: [
        ("exit 128", "status 128"), ("sleep 60", "was not done after 1 s"),
        ("echo 'fatal: unable to access https://me:secret@host/x' >&2; exit 128", "https://host/x"),
        ("echo 'me@host: Permission denied (publickey).' >&2; exit 128", "Permission denied"),
        (#"printf 'fatal: a \033[2J b\n' >&2; exit 1"#, #"a \u{1b}[2J b"#),
        ("exec /nowhere/git", "cannot be started"), ("kill -9 $$", "-9"),
    ])
    func whatIsWrongIsSaid(_ script: String, _ text: String) async throws {
        let fixture = try GitFixture()
        var limits = GitLimits()
        limits.remoteSeconds = 1
        let engine = try fixture.engine(limits: limits)
        try fixture.replaceGit(
            by: #"case "$1" in fetch|ls-remote) ;; *) exec /usr/bin/git "$@";; esac"# + "\n"
                + script
        )
        await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
        let said = await engine.problem?.text ?? ""
        #expect(said.contains(text) && !said.contains("secret"), "\(said)")
        try fixture.shell("rm '\(fixture.programs)/git'")
        #expect(try await engine.snapshot() == VaultSnapshot(""))
        #expect(await engine.problem == nil)
    }

    @Test func aRepositoryThatIsNotThereIsUnavailable() async throws {
        let fixture = try GitFixture()
        let engine = try fixture.engine(remote: "file://\(fixture.folder)/nothing.git")
        await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
        let said = await engine.problem?.text
        #expect(said?.contains("does not appear to be a git repository") == true, "\(said ?? "")")
        #expect(await engine.commit([VaultFileChange("head", [1])], onto: .init("")) == .unknown)
    }

    @Test func aRepositoryMayRefuseForReasonsOfItsOwn() async throws {
        let fixture = try GitFixture()
        try fixture.shell("git config transfer.hideRefs refs/heads/main")
        let engine = try fixture.engine()
        #expect(try await commit(engine, 1) == .unknown)
        let said = await engine.problem?.text ?? ""
        #expect(said.contains("hidden ref"), "\(said)")
    }

    /// Refusals of a push as git reports them, and the messages for the user.
    @Test(arguments: [
        (
            "[remote rejected] (unpacker error)",
            "remote: fatal: write error: No space left      \nremote: ==   \nerror: failed to push",
            "The repository refuses the commit: unpacker error; the server says: fatal: write error: "
                + "No space left"
        ),
        (
            "[remote rejected] (pre-receive hook declined)",
            "remote: \u{1B}[2Jask https://me:secret@host/x \(String(repeating: "a", count: 999))",
            "The repository refuses the commit: pre-receive hook declined; the server says: "
                + "\\u{1b}[2Jask https://host/x aaaaa"
        ),
        ("[remote rejected] (declined)", "", "The repository refuses the commit: declined"),
        (
            "", "error: RPC failed; HTTP 403\nfatal: the remote end hung up unexpectedly",
            "git push failed: error: RPC failed; HTTP 403"
        ),
        (
            "",
            "fatal: unable to update url base from redirection:\n  asked for: https://a/x\n   redirect: "
                + "https://me:secret@b/y",
            "git push failed: fatal: unable to update url base from redirection: asked for: "
                + "https://a/x; redirect: https://b/y"
        ),
        (
            "", "fatal: no answer of https://me:secret@\u{301}host/x",
            "git push failed: fatal: no answer of https://\u{301}host/x"
        ),
        (
            "", "remote: No such project.\nfatal: Could not read from remote repository.",
            "git push failed: fatal: Could not read from remote repository; the server says: No such "
                + "project."
        ),
    ])
    func theReasonOfARefusalIsSaid(
        _ outcome: String,
        _ complaints: String,
        _ text: String
    ) async throws {
        let fixture = try GitFixture()
        let engine = try fixture.engine()
        let file = URL(filePath: fixture.folder + "/complaints")
        try Data(complaints.utf8).write(to: file)
        try fixture.replaceGit(
            by: """
                [ "$1" = push ] || exec /usr/bin/git "$@"
                cat '\(file.path)' >&2
                [ -z '\(outcome)' ] || printf '!\\tabc:refs/heads/main\\t%s\\n' '\(outcome)'
                exit 1
                """
        )
        #expect(try await commit(engine, 1) == .unknown)
        let said = await engine.problem?.text ?? ""
        #expect(said == text || text.hasSuffix("aaaaa") && said.hasPrefix(text), "\(said)")
        #expect(said.count < 500)
    }

    /// After any damage to the clone, it is made again.
    @Test(arguments: [
        "rm -r clone.git", "rm clone.git/HEAD", "rm -r clone.git/objects", "rm -r clone.git/refs",
        ": >clone.git/config", "echo garbage >clone.git/config", "echo garbage >clone.git/HEAD",
        "find clone.git/objects -type f -delete", "rm -r clone.git && echo x >clone.git",
        "find clone.git/objects -type f -exec chmod u+w {} + -exec sh -c 'echo x >$1' - {} ';'",
        "mkdir -p clone.git/refs/vault && echo x >clone.git/refs/vault/main",
        "mkdir clone.git.old && echo x >clone.git.old/x && rm -r clone.git/objects",
    ])
    func aCloneThatIsBrokenIsMadeAnew(_ damage: String) async throws {
        let fixture = try GitFixture()
        let other = try fixture.engine()
        let engine = try fixture.engine("mine")
        #expect(try await commit(engine, 1) == .committed)
        #expect(try await commit(engine, 2) == .committed)
        try fixture.shell("cd '\(fixture.folder)/clones/mine' && \(damage)")
        // Never that a file is missing, which would be an alarm.
        var seen: [UInt8]?
        for _ in 0..<3 where seen == nil { seen = try? await head(engine) ?? [99] }
        #expect(seen == [2])
        #expect(try await commit(engine, 3) == .committed)
        #expect(try await head(other) == [3])
    }

    @Test func theFolderIsForItsOwnerAlone() async throws {
        let fixture = try GitFixture()
        let engine = try fixture.engine("mine")
        #expect(try await commit(engine, 1) == .committed)
        let mode = try fixture.shell("stat -c %a '\(fixture.folder)/clones/mine'")
        #expect(mode == "700")
        try fixture.shell("mkdir '\(fixture.folder)/open' && chmod 777 '\(fixture.folder)/open'")
        #expect(throws: GitProblem.self) {
            try GitEngine(remote: fixture.repository, folder: fixture.folder + "/open")
        }
        #expect(throws: GitProblem.self) {
            try GitEngine(remote: fixture.repository, folder: "relative")
        }
    }

    /// A folder that is given as a repository runs no commands here.
    @Test func aFolderWithHooksRunsNothing() async throws {
        let fixture = try GitFixture()
        let sign = fixture.folder + "/sign"
        try fixture.shell(
            """
            cd "$GIT_DIR" && mkdir -p hooks ../hooks other/objects
            for name in pre-receive update post-receive post-update reference-transaction \\
                proc-receive push-to-checkout pre-push pre-auto-gc; do
                printf '#!/bin/sh\\ntouch \(sign)\\n' >hooks/$name && chmod +x hooks/$name
                cp hooks/$name ../hooks
            done
            echo "$PWD/other/objects" >objects/info/alternates
            """
        )
        // With the settings for many files, git packs the folder after each push.
        var limits = GitLimits()
        (limits.loose, limits.packs) = (1, 1)
        let writer = try fixture.engine(limits: limits)
        for turn in UInt8(1)...4 { #expect(try await commit(writer, turn) == .committed) }
        #expect(await writer.forget([], of: try await writer.snapshot()))
        #expect(try await head(try fixture.engine()) == [4])
        #expect(try fixture.shell("find \"$GIT_DIR/objects\" -name '*.pack' | wc -l") == "2")
        #expect(!FileManager.default.fileExists(atPath: sign))
        // The test can see it: git alone does run them.
        try fixture.shell("git push --quiet \"$GIT_DIR\" main:refs/heads/copy")
        #expect(FileManager.default.fileExists(atPath: sign))
    }
}
