import Foundation
import Testing

/// New keys for all machines, through a git repository in a folder.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
struct SyncRotateTests {
    @Test func sealsEverythingAgainAndLeavesNoHistory() throws {
        try Tool.inFolder { tool in
            let remote = tool.folder + "/remote.git"
            let commits = "git --git-dir '\(remote)' rev-list --count main"
            func run(_ words: String..., input: String = "") throws -> (String, String) {
                let outcome = try tool.run(words, input: input)
                #expect(outcome.status == 0, "\(words): \(outcome.complaints)")
                return (outcome.text, outcome.complaints)
            }
            #expect(try tool.runInShell("git init --quiet --bare '\(remote)'").status == 0)
            _ = try run("sync", "setup", remote, "--unconfirmed", "--name", "first")
            for name in ["kept", "gone"] {
                _ = try run("set", "api/\(name)", "--synchronizable", input: "\(name)\n")
                _ = try run("sync", "now")
            }
            let before = try tool.runInShell(commits).text
            #expect(Int(before.filter(\.isNumber)) == 3)
            // Its deletion is not sent yet, and it is not sealed again all the same.
            _ = try run("delete", "api/gone")
            let said = try run("sync", "rotate").1
            #expect(said.contains("All machines have new keys."), "\(said)")
            #expect(said.contains("1 item encrypted again with them."), "\(said)")
            #expect(try tool.runInShell(commits).text.filter(\.isNumber) == "1")

            _ = try run("create", "late")
            let code = try run("sync", "invite").0
            _ = try run("sync", "join", remote, "--name", "late", "--keychain", "late", input: code)
            _ = try run("sync", "now")
            _ = try run("sync", "now", "--keychain", "late")
            #expect(try run("get", "api/kept", "--keychain", "late").0 == "kept")
            #expect(try run("list", "--keychain", "late").0.contains("gone") == false)
        }
    }

    /// Rotation sends items, which a pause refuses.
    @Test func isRefusedWhilePaused() throws {
        try Tool.inFolder { tool in
            let remote = tool.folder + "/remote.git"
            #expect(try tool.runInShell("git init --quiet --bare '\(remote)'").status == 0)
            let setup = ["sync", "setup", remote, "--unconfirmed", "--name", "first"]
            #expect(try tool.run(setup).status == 0)
            #expect(try tool.run(["sync", "pause"]).status == 0)
            let refused = try tool.run(["sync", "rotate"])
            #expect(refused.status != 0)
            #expect(refused.complaints.contains("'keychainctl sync resume'"), "\(refused)")
            #expect(try tool.run(["sync", "resume"]).status == 0)
            #expect(try tool.run(["sync", "rotate"]).status == 0)
        }
    }
}
