import Foundation
import TestRounds
import Testing

/// Two keychains that synchronize through a real git repository, by the commands.
@Suite(.thorough, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
struct SyncCommandTests {
    /// Runs a command, and returns its output.
    private func run(
        _ tool: Tool,
        _ line: String,
        _ input: String = "",
        status: Int32 = 0
    ) throws -> String {
        let words = line.split(separator: " ").map(String.init)
        let outcome = try tool.run(words, input: input)
        #expect(outcome.status == status, "\(line): \(outcome.complaints)")
        return outcome.text
    }

    private func repository(_ tool: Tool) throws -> String {
        let path = tool.folder + "/remote.git"
        let outcome = try tool.runInShell("git init --quiet --bare '\(path)'")
        #expect(outcome.status == 0)
        return path
    }

    @Test func turnsSynchronizationOnAndOff() throws {
        try Tool.inFolder { tool in
            let remote = try repository(tool)
            for name in ["one", "two"] { _ = try run(tool, "create \(name)") }
            _ = try run(tool, "sync setup \(remote) --unconfirmed --name first --keychain one")
            _ = try run(tool, "set --service api --account ci --keychain one", "s3cret\n")
            _ = try run(tool, "edit api/ci --synchronizable --keychain one")
            let code = try run(tool, "sync invite --keychain one")
            _ = try run(tool, "sync join \(remote) --name second --keychain two", code)
            _ = try run(tool, "sync now --keychain two", status: 53)
            for name in ["one", "two"] { _ = try run(tool, "sync now --keychain \(name)") }
            #expect(try run(tool, "get api/ci --keychain two") == "s3cret")

            // The item of the name changes on both, and is not doubled on either.
            _ = try run(tool, "set --service api --account ci --keychain two", "changed\n")
            for name in ["two", "one"] { _ = try run(tool, "sync now --keychain \(name)") }
            #expect(try run(tool, "get api/ci --keychain one") == "changed")

            // The question says: it stays here, and the other machine deletes it.
            _ = try run(tool, "edit api/ci --no-synchronizable --yes --keychain one")
            for name in ["one", "two"] { _ = try run(tool, "sync now --keychain \(name)") }
            #expect(try run(tool, "get api/ci --keychain one") == "changed")
            _ = try run(tool, "get api/ci --keychain two", status: 44)
            _ = try run(tool, "edit api/ci --synchronizable --keychain one")
            for name in ["one", "two"] { _ = try run(tool, "sync now --keychain \(name)") }
            #expect(try run(tool, "get api/ci --keychain two") == "changed")
        }
    }

    @Test func carriesItemsToASecondMachine() throws {
        try Tool.inFolder { tool in
            let remote = try repository(tool)
            for name in ["one", "two"] { _ = try run(tool, "create \(name)") }
            let recovery = try run(
                tool,
                "sync setup \(remote) --unconfirmed --name first --keychain one"
            )
            #expect(recovery.count == 48)
            _ = try run(
                tool,
                "set --service api --account ci --synchronizable --keychain one",
                "s3cret\n"
            )
            let code = try run(tool, "sync invite --keychain one")
            _ = try run(tool, "sync join \(remote) --name second --keychain two", code)
            _ = try run(tool, "sync now --keychain two", status: 53)
            _ = try run(tool, "sync now --keychain one")
            _ = try run(tool, "sync now --keychain two")
            #expect(try run(tool, "get api/ci --keychain two") == "s3cret")
            // Both have read the same.
            let status = try run(tool, "sync status --keychain two")
            #expect(status.contains("state\tactive") && status.contains("items\t1"))
            _ = try run(tool, "sync now --keychain one")
            let devices = try run(tool, "sync devices --keychain one")
            #expect(devices.contains("admin\tthis\tfirst") && devices.contains("admin\t\tsecond"))

            // All machines are lost.
            _ = try run(tool, "create three")
            _ = try run(tool, "sync recover \(remote) --name third --keychain three", recovery)
            #expect(try run(tool, "get api/ci --keychain three") == "s3cret")
            let exposed = try run(tool, "sync remove second --list-exposed --keychain three")
            #expect(exposed == "api/ci\n")
            _ = try run(tool, "sync now --keychain two", status: 77)
            #expect(try run(tool, "get api/ci --keychain two") == "s3cret")
            _ = try run(tool, "sync leave --keychain two")
            _ = try run(tool, "sync status --keychain two", status: 64)
            _ = try run(tool, "sync rotate --keychain three")
            #expect(try run(tool, "sync conflicts --keychain three") == "")
            let findings = try run(tool, "sync doctor --keychain three")
            #expect(findings.split(separator: "\n").allSatisfy { $0.hasPrefix("fine\t") })
            #expect(findings.contains("fine\trounds\teverything was synchronized at 20"))
            #expect(try run(tool, "sync status --keychain three").contains("last-round\t20"))
            let old = "find . -name last-round -exec touch -d '8 days ago' {} +"
            #expect(try tool.runInShell(old).status == 0)
            #expect(try run(tool, "sync doctor --keychain three").contains("note\trounds\t"))
            _ = try run(tool, "sync pause --keychain three")
            #expect(try run(tool, "sync doctor --keychain three").contains("note\tremote\t"))
            _ = try run(tool, "sync now --keychain three", status: 75)
            _ = try run(tool, "sync resume --keychain three")
            _ = try run(tool, "sync now --keychain three")
        }
    }

    /// An agent does not synchronize, so that these commands open the file; others need the agent.
    @Test func opensTheFileWhateverTheVariableSays() throws {
        try Tool.inFolder { tool in
            var tool = tool
            let remote = try repository(tool)
            _ = try run(tool, "set --service api --synchronizable", "1\n")
            tool.variables.append("PORTABLE_KEYCHAIN_AGENT=require")
            _ = try run(tool, "get --service api", status: 53)
            _ = try run(tool, "sync setup \(remote) --unconfirmed")
            _ = try run(tool, "sync now")
            #expect(try run(tool, "sync status").contains("items\t1"))
            let outcome = try tool.run(["sync", "now", "--keychain", "system:"])
            #expect(outcome.status == 64)
            #expect(outcome.complaints.contains("a keychain of the system's agent"))
        }
    }

    @Test func replacesTheRecoveryKey() throws {
        try Tool.inFolder { tool in
            let remote = try repository(tool)
            for name in ["one", "two"] { _ = try run(tool, "create \(name)") }
            let old = try run(tool, "sync setup \(remote) --unconfirmed --keychain one")
            _ = try run(tool, "set --service api --synchronizable --keychain one", "1\n")
            _ = try run(tool, "sync now --keychain one")
            // There is no terminal to type it back.
            _ = try run(tool, "sync recovery create --keychain one", status: 64)
            let new = try run(tool, "sync recovery create --unconfirmed --keychain one")
            #expect(new.count == 48 && new != old)
            _ = try run(tool, "sync recover \(remote) --keychain two", old, status: 64)
            _ = try run(tool, "sync recover \(remote) --keychain two", new)
            #expect(try run(tool, "get --service api --keychain two") == "1")
            _ = try run(tool, "sync recovery remove --keychain two")
            let findings = try run(tool, "sync doctor --keychain two")
            #expect(findings.contains("there is no recovery key"))
            _ = try run(tool, "sync leave --keychain two")
            _ = try run(tool, "sync recover \(remote) --keychain two", new, status: 64)
        }
    }

    /// Two servers join with one code, without a user.
    @Test func letsServersInByThemselves() throws {
        try Tool.inFolder { tool in
            let remote = try repository(tool)
            for name in ["one", "two", "three"] { _ = try run(tool, "create \(name)") }
            _ = try run(tool, "sync setup \(remote) --unconfirmed --name first --keychain one")
            let item = "set --service api --account ci --synchronizable --keychain one"
            _ = try run(tool, item, "s3cret\n")
            let code = try run(tool, "sync invite --role reader --uses 3 --keychain one")
            let file = tool.folder + "/join.code"
            let written = try tool.runInShell(
                "umask 077; echo '\(code.trimmingCharacters(in: .newlines))' > '\(file)'"
            )
            #expect(written.status == 0)
            let join = "sync join \(remote) --code-file \(file) --keychain"
            _ = try run(tool, "\(join) two --wait 1s", status: 53)
            _ = try run(tool, "sync now --keychain one")
            // Started again, as by a service.
            _ = try run(tool, "\(join) two --wait 60s")
            #expect(try run(tool, "get api/ci --keychain two") == "s3cret")
            let invites = try run(tool, "sync invites --keychain one")
            let fields = invites.split(separator: "\t")
            #expect(fields.count == 5 && fields[1] == "reader")
            #expect(fields[2] == "1" && fields[3] == "3")
            let json = try run(tool, "sync invites --json --keychain one")
            #expect(json.contains("\"uses\":3") || json.contains("\"uses\": 3"))
            let findings = try run(tool, "sync doctor --keychain one")
            #expect(findings.contains("note\tinvites\t2 more machines can join with 1 code"))
            _ = try run(tool, "sync invites --revoke \(fields[0]) --keychain one")
            #expect(try run(tool, "sync invites --keychain one") == "")
            _ = try run(tool, "\(join) three", code)
            _ = try run(tool, "sync now --keychain one")
            _ = try run(tool, "sync now --keychain three", status: 77)
            // A code that others can read is not a secret.
            _ = try tool.runInShell("chmod 644 '\(file)'")
            _ = try run(tool, "\(join) three", status: 77)
        }
    }

    /// Two people at two terminals compare a number; the second time, each of them refuses it once.
    @Test func joinsByANumber() throws {
        try Tool.inFolder { tool in
            let remote = try repository(tool)
            for name in ["one", "two"] { _ = try run(tool, "create \(name)") }
            _ = try run(tool, "sync setup \(remote) --unconfirmed --name first --keychain one")
            _ = try run(tool, "set --service api --synchronizable --keychain one", "s3cret\n")
            for answers in [("n\n", "n\n"), ("y\n", "n\n"), ("n\n", "y\n"), ("y\n", "y\n")] {
                let isJoining = answers == ("y\n", "y\n")
                let new = try Dialogue(
                    tool,
                    ["sync", "join", remote, "--request", "--keychain", "two"]
                )
                try new.see("sync approve")
                let member = try Dialogue(
                    tool,
                    ["sync", "approve", "laptop", "--keychain", "one"]
                )
                try member.see("[y/N] ")
                try new.see("[y/N] ")
                let numbers = try [new, member].map {
                    String(try #require($0.shown.firstMatch(of: #/[0-9]{3} [0-9]{4}  Does/#)).0)
                }
                #expect(numbers[0] == numbers[1])
                new.type(answers.0)
                if answers.0 == "y\n" { try new.see("other machine, too") }
                member.type(answers.1)
                #expect(member.end() == (isJoining ? 0 : 75), "\(member.shown)")
                #expect(member.shown.contains("is a member now") == isJoining)
                #expect(new.end() == (isJoining ? 0 : 75), "\(new.shown)")
                _ = try run(tool, "sync status --keychain two", status: isJoining ? 0 : 64)
            }
            try saysThatNoItemIsThere(tool, remote)
            // A user that waits sees the progress.
            for (keychain, progress) in [
                ("one", "0 items received, 1 sent"), ("two", "1 item received, 0 sent"),
            ] {
                let now = try Dialogue(tool, ["sync", "now", "--keychain", keychain])
                #expect(now.end() == 0)
                #expect(now.shown.contains(progress), "\(now.shown)")
            }
            #expect(try run(tool, "get --service api --keychain two") == "s3cret")
            let devices = try run(tool, "sync devices --keychain two")
            #expect(devices.contains("admin\tthis\tlaptop"))
        }
    }

    /// A machine that has joined, and has read everything: the members, and no item.
    private func saysThatNoItemIsThere(_ tool: Tool, _ remote: String) throws {
        let status = try tool.run(["sync", "status", "--keychain", "two"])
        #expect(status.text.contains("commits\t0\ndigest\t\n"), "\(status.text)")
        #expect(status.text.contains("role\tadmin\n"), "\(status.text)")
        #expect(status.complaints == "")
        #expect(try tool.runInShell("mv '\(remote)' '\(remote).away'").status == 0)
        let findings = try run(tool, "sync doctor --keychain two", status: 78)
        #expect(try tool.runInShell("mv '\(remote).away' '\(remote)'").status == 0)
        let history = "fine\thistory\tno machine has sent an item yet\t"
        #expect(findings.contains(history), "\(findings)")
        #expect(findings.contains("fine\trounds\teverything was synchronized at 20"))
        #expect(!findings.contains("not a member") && !findings.contains("0 commits"))
    }

    /// Each mistake has a status and leaves the keychain as it was.
    @Test(
        arguments: [
            ("sync setup ext::sh --unconfirmed", "", 64), ("sync setup /nowhere", "", 64),
            ("sync setup /nowhere --unconfirmed", "", 53), ("sync join REMOTE", "nonsense\n", 64),
            ("sync join REMOTE", "\n", 64), ("sync now", "", 64), ("sync devices", "", 64),
            ("sync invite", "", 64), ("sync remove other", "", 64), ("sync leave", "", 64),
            ("sync conflicts", "", 64), ("sync edits", "", 64), ("sync history a", "", 64),
            ("sync pause", "", 64),
            ("sync invite --role owner", "", 64), ("sync invite --uses 0", "", 64),
            ("sync invite --uses 1001", "", 64), ("sync invites", "", 64),
            ("sync invites --revoke 1234", "", 64), ("sync doctor", "", 64),
            ("sync join REMOTE --code-file /nowhere", "", 64),
            ("sync join REMOTE --request --code-file -", "", 64),
            // There is no terminal to compare a number.
            ("sync join REMOTE --request", "", 64), ("sync approve laptop", "", 64),
        ] as [(String, String, Int32)]
    )
    func explainsMistakes(_ line: String, _ input: String, _ status: Int32) throws {
        try Tool.inFolder { tool in
            _ = try run(tool, "create one")
            let remote = try repository(tool)
            let line = line.replacing("REMOTE", with: remote) + " --keychain one"
            _ = try run(tool, line, input, status: status)
            _ = try run(tool, "sync status --keychain one", status: 64)
        }
    }

    /// A repository that was put back is noticed, and so is that it was put right.
    @Test func stopsAtAnAlarm() throws {
        try Tool.inFolder { tool in
            let remote = try repository(tool)
            _ = try run(tool, "create one")
            _ = try run(tool, "sync setup \(remote) --unconfirmed --keychain one")
            _ = try tool.runInShell("cp -r '\(remote)' '\(remote).old'")
            _ = try run(tool, "set --service api --synchronizable --keychain one", "1\n")
            _ = try run(tool, "sync now --keychain one")
            let new = "\(remote).new"
            _ = try tool.runInShell("mv '\(remote)' '\(new)'; mv '\(remote).old' '\(remote)'")
            _ = try run(tool, "sync now --keychain one", status: 80)
            _ = try run(tool, "sync now --keychain one", status: 80)
            let findings = try run(tool, "sync doctor --keychain one", status: 78)
            #expect(findings.hasPrefix("problem\tremote\tthe remote is older"))
            let evidence =
                #/t 20[-0-9T:]*Z the remote showed 0 commits; this machine had read 1 commit/#
            #expect(findings.contains("\nnote\tevidence\t") && findings.contains(evidence))
            let stopped = try run(tool, "sync status --keychain one", status: 80)
            #expect(stopped.contains("stopped") && stopped.contains(evidence))
            // A code would be of no use.
            _ = try run(tool, "sync invite --keychain one", status: 80)
            #expect(try run(tool, "sync invites --keychain one") == "")
            _ = try tool.runInShell("rm -r '\(remote)'; mv '\(new)' '\(remote)'")
            let now = try tool.run(["sync", "now", "--keychain", "one"])
            #expect(now.status == 0)
            #expect(now.complaints.contains("The alarm has ended (the remote is older"))
            let status = try run(tool, "sync status --keychain one")
            #expect(status.contains("state\tactive"))
            #expect(status.contains("last-alarm\t20") && status.contains("the remote is older"))
            _ = try run(tool, "sync leave --keychain one")
            #expect(try run(tool, "get --service api --keychain one") == "1")
        }
    }
}
