import Foundation
import TestRounds
import Testing

/// A git repository that lost something: restored from a copy, or without the file of an item.
@Suite(.thorough, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")))
struct OlderRemoteTests {
    private struct Machines {
        let tool: Tool
        let remote: String
        let recovery: String

        @discardableResult func run(
            _ line: String,
            _ input: String = "",
            status: Int32 = 0
        ) throws -> (text: String, complaints: String) {
            let words = line.split(separator: " ").map(String.init)
            let outcome = try tool.run(words, input: input)
            #expect(outcome.status == status, "\(line): \(outcome.complaints)")
            return (outcome.text, outcome.complaints)
        }

        func shell(_ line: String) throws {
            let outcome = try tool.runInShell(line)
            #expect(outcome.status == 0, "\(outcome.complaints)")
        }

        /// Makes a new item on the first machine, which both read.
        func store(_ account: String, _ secret: String) throws {
            let place = "--service api --account \(account) --synchronizable"
            try run("set \(place) --keychain one", secret + "\n")
            for name in ["one", "two"] { try run("sync now --keychain \(name)") }
        }
    }

    /// An admin, and a reader that both have read an item.
    private func withMachines(_ body: (Machines) throws -> Void) throws {
        try Tool.inFolder { tool in
            let remote = tool.folder + "/remote.git"
            #expect(try tool.runInShell("git init --quiet --bare '\(remote)'").status == 0)
            for name in ["one", "two"] { #expect(try tool.run(["create", name]).status == 0) }
            let setup = ["sync", "setup", remote, "--unconfirmed", "--name", "first"]
            let outcome = try tool.run(setup + ["--keychain", "one"])
            #expect(outcome.status == 0)
            let machines = Machines(tool: tool, remote: remote, recovery: outcome.text)
            let code = try machines.run("sync invite --role reader --keychain one").text
            try machines.run("sync join \(remote) --name second --keychain two", code)
            try machines.run("sync now --keychain one")
            try machines.run("sync now --keychain two")
            try machines.store("ci", "old")
            try body(machines)
        }
    }

    /// A repository that is restored: both are stopped, and one statement is enough.
    @Test func acceptsAnOlderRepository() throws {
        try withMachines { machines in
            try machines.shell("cp -r '\(machines.remote)' '\(machines.remote).copy'")
            try machines.store("ci", "new")
            try machines.store("late", "made since")
            try machines.shell("rm -r '\(machines.remote)'")
            try machines.shell("mv '\(machines.remote).copy' '\(machines.remote)'")
            for name in ["one", "two"] {
                let said = try machines.run("sync now --keychain \(name)", status: 80).complaints
                #expect(said.contains("run 'keychainctl sync accept-older --keychain \(name)'"))
            }
            // There is no terminal to confirm it, and a reader may not.
            let asked = try machines.run("sync accept-older --keychain one", status: 64).complaints
            #expect(asked.contains("has lost 2 commits and 0 changes"), "\(asked)")
            try machines.run("sync accept-older --yes --keychain two", status: 77)
            try machines.run("sync now --keychain two", status: 80)
            let said = try machines.run("sync accept-older --yes --keychain one").complaints
            #expect(said.contains("2 items of this machine"), "\(said)")
            let two = try machines.run("sync now --keychain two").complaints
            #expect(two.contains("an admin has accepted the older state"), "\(two)")
            // The alarm that it had shown, whatever the line of the admin looks like to it.
            let alarm = "The alarm has ended (the remote is older than what this device has read)"
            #expect(two.contains(alarm) && !two.contains("changes of 0 items"), "\(two)")
            for name in ["one", "two"] {
                #expect(try machines.run("get api/ci --keychain \(name)").text == "new")
                #expect(try machines.run("get api/late --keychain \(name)").text == "made since")
                #expect(try machines.run("sync status --keychain \(name)").text.contains("active"))
            }
            let again = try machines.run("sync accept-older --yes --keychain one", status: 64)
            #expect(again.complaints.contains("there is nothing to accept"))
        }
    }

    /// A writer that has read more than the admin who accepted stays stopped: its advice leads on, and
    /// brings its items together with the others.
    @Test func leadsAWriterThatHasReadMore() throws {
        try withMachines { machines in
            let code = try machines.run("sync invite --role writer --keychain one").text
            try machines.run("create three")
            try machines.run("sync join \(machines.remote) --name third --keychain three", code)
            for name in ["one", "three"] { try machines.run("sync now --keychain \(name)") }
            try machines.shell("cp -r '\(machines.remote)' '\(machines.remote).copy'")
            try machines.store("ci", "new")
            try machines.run("sync now --keychain three")
            let item = "set --service api --account mine --synchronizable --keychain three"
            try machines.run(item, "of the writer\n")
            try machines.run("sync now --keychain three")
            try machines.shell("rm -r '\(machines.remote)'")
            try machines.shell("mv '\(machines.remote).copy' '\(machines.remote)'")
            let stopped = try machines.run("sync now --keychain one", status: 80).complaints
            try machines.run("sync accept-older --yes --keychain one")
            let stays = [
                try machines.run("sync now --keychain three", status: 80).complaints,
                try machines.run("sync status --keychain three", status: 80).complaints,
                try machines.run("sync doctor --keychain three", status: 78).text,
                try machines.run("sync invite --keychain three", status: 80).complaints,
                try machines.run("sync accept-older --yes --keychain three", status: 77).complaints,
            ]
            let advice =
                "if that was done and this machine stays stopped, run 'keychainctl sync leave "
                + "--keychain three' here, then 'keychainctl sync join --keychain three' with a new code"
            for said in stays { #expect(said.contains(advice), "\(said)") }
            // An admin accepts what it has read itself.
            #expect(!stopped.contains("stays stopped"), "\(stopped)")
            try machines.run("sync leave --keychain three")
            let again = try machines.run("sync invite --role writer --keychain one").text
            try machines.run("sync join \(machines.remote) --name third --keychain three", again)
            for name in ["one", "three", "one"] { try machines.run("sync now --keychain \(name)") }
            for name in ["one", "three"] {
                let mine = try machines.run("get api/mine --keychain \(name)").text
                #expect(mine == "of the writer")
                #expect(try machines.run("get api/ci --keychain \(name)").text == "new")
            }
        }
    }

    /// The only admin is gone: with the paper key, a stopped reader continues, and lets others in.
    @Test func recoversAStoppedReader() throws {
        try withMachines { machines in
            try machines.shell("cp -r '\(machines.remote)' '\(machines.remote).copy'")
            try machines.store("ci", "new")
            try machines.shell("rm -r '\(machines.remote)'")
            try machines.shell("mv '\(machines.remote).copy' '\(machines.remote)'")
            try machines.run("sync now --keychain two", status: 80)
            try machines.run("sync invite --keychain two", status: 80)
            let recover = "sync recover \(machines.remote) --keychain two"
            let said = try machines.run(recover, machines.recovery).complaints
            #expect(said.contains("run 'keychainctl sync accept-older' here"), "\(said)")
            try machines.run("sync accept-older --yes --keychain two")
            try machines.run("sync remove first --keychain two")
            #expect(try machines.run("get api/ci --keychain two").text == "new")
            let code = try machines.run("sync invite --keychain two").text
            try machines.run("create three")
            try machines.run("sync join \(machines.remote) --keychain three", code)
            try machines.run("sync now --keychain two")
            try machines.run("sync now --keychain three")
            #expect(try machines.run("get api/ci --keychain three").text == "new")
            try machines.run("sync doctor --keychain two")
        }
    }

    /// A person removes the file of an item from the repository.
    @Test func repairsALostFile() throws {
        try withMachines { machines in
            try machines.shell(
                "git clone --quiet --branch main '\(machines.remote)' work && cd work && git rm -rq items "
                    + "&& git -c user.name=a -c user.email=a@b commit -qm lost "
                    + "&& git push -q origin HEAD:main"
            )
            let now = try machines.run("sync now --keychain two").complaints
            #expect(now.contains("run 'keychainctl sync repair'"), "\(now)")
            let findings = try machines.run("sync doctor --keychain two", status: 78).text
            #expect(findings.contains("problem\tfiles\tthe remote has lost or changed the file"))
            #expect(findings.contains("written by first"))
            let code = try machines.run("sync invite --keychain one").text
            try machines.run("create three")
            try machines.run("sync join \(machines.remote) --keychain three", code)
            try machines.run("sync now --keychain one")
            let stopped = try machines.run("sync now --keychain three", status: 80).complaints
            #expect(stopped.contains("keychainctl sync repair"))
            // It has nothing to write, and says who has.
            let none = try machines.run("sync repair --keychain three", status: 80).complaints
            #expect(none.contains("written by first, is not on this machine"), "\(none)")
            try machines.run("sync repair --keychain two")
            try machines.run("sync now --keychain three")
            #expect(try machines.run("get api/ci --keychain three").text == "old")
            try machines.run("sync doctor --keychain three")
        }
    }
}
