import Foundation
import Testing

@testable import keychainctl

/// A reader that has only a web server, from the first command to the last.
@Suite(
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")
            && Tool.hasHelper("keychain-etcd")
    )
)
struct SyncMirrorTests {
    private func run(
        _ tool: Tool,
        _ words: String...,
        input: String = ""
    ) throws -> (text: String, said: String) {
        let outcome = try tool.run(words, input: input)
        #expect(outcome.status == 0, "\(words): \(outcome.complaints)")
        return (outcome.text, outcome.complaints)
    }

    @Test func readsItemsThroughAWebServer() throws {
        try Tool.inFolder { tool in
            let (remote, folder) = (tool.folder + "/remote.git", tool.folder + "/mirror")
            #expect(try tool.runInShell("git init --quiet --bare '\(remote)'").status == 0)
            _ = try run(tool, "sync", "setup", remote, "--unconfirmed", "--name", "first")
            _ = try run(tool, "set", "api/ci", "--synchronizable", input: "one\n")
            _ = try run(tool, "sync", "now")
            let said = try run(tool, "sync", "publish", folder).said
            #expect(said.contains("Readers believe it until"), "\(said)")
            let server = try FileServer(folder)
            defer { server.stop() }
            let code = try run(tool, "sync", "invite", "--role", "reader").text
            _ = try run(tool, "create", "web")
            let address = "mirror+http://\(server.authority)"
            let request = try run(
                tool,
                "sync",
                "join",
                address,
                "--name",
                "web",
                "--keychain",
                "web",
                input: code
            )
            // It is the same again, for a person who has lost it.
            let again = try run(tool, "sync", "request", "--keychain", "web").text
            #expect(
                request.text == again && again.hasPrefix("-----BEGIN KEYCHAIN JOIN REQUEST-----")
            )
            #expect(request.said.contains("'keychainctl sync admit FILE'"), "\(request.said)")
            let early = try tool.run(["sync", "now", "--keychain", "web"])
            #expect(early.status == 53 && early.complaints.contains("sync admit"), "\(early)")
            let admitted = try run(tool, "sync", "admit", "-", input: again).said
            #expect(admitted.contains("web is a member now."), "\(admitted)")
            _ = try run(tool, "sync", "publish", folder)
            _ = try run(tool, "sync", "now", "--keychain", "web")
            #expect(try run(tool, "get", "api/ci", "--keychain", "web").text == "one")
            try followsEdits(tool, folder)
        }
    }

    private func followsEdits(_ tool: Tool, _ folder: String) throws {
        // An edit, which the mirror shows once it is published again.
        _ = try run(tool, "set", "api/ci", "--synchronizable", input: "two\n")
        _ = try run(tool, "sync", "now")
        _ = try run(tool, "sync", "publish", folder)
        _ = try run(tool, "sync", "now", "--keychain", "web")
        #expect(try run(tool, "get", "api/ci", "--keychain", "web").text == "two")
        let status = try run(tool, "sync", "status", "--keychain", "web").text
        #expect(status.contains("role\treader") && status.contains("mirror-signed\t2"), "\(status)")
        // An edit of the reader stays there, and the tool says how it could be sent.
        _ = try run(tool, "set", "api/own", "--synchronizable", "--keychain", "web", input: "x\n")
        let kept = try run(tool, "sync", "now", "--keychain", "web").said
        #expect(kept.contains("stay on this machine"), "\(kept)")
        // What a mirror cannot do is refused.
        for words in [["invite"], ["publish", folder + "2"], ["run", "--publish", folder + "2"]] {
            let refused = try tool.run(["sync"] + words + ["--keychain", "web"])
            #expect(refused.status == 64 || refused.status == 77, "\(refused)")
            #expect(!FileManager.default.fileExists(atPath: folder + "2"))
        }
    }

    @Test func publishesWhileItRuns() throws {
        try Tool.inFolder { tool in
            let (remote, folder) = (tool.folder + "/remote.git", tool.folder + "/mirror")
            #expect(try tool.runInShell("git init --quiet --bare '\(remote)'").status == 0)
            _ = try run(tool, "sync", "setup", remote, "--unconfirmed", "--name", "first")
            let wait = """
                "$TOOL" sync run --publish '\(folder)' & run=$!
                for try in $(seq 200); do [ -e '\(folder)/stamp' ] && break; sleep 0.1; done
                cp '\(folder)/stamp' '\(tool.folder)/first'
                printf one | "$TOOL" set api/ci --synchronizable
                for try in $(seq 200); do
                    cmp -s '\(folder)/stamp' '\(tool.folder)/first' || break; sleep 0.1
                done
                cmp -s '\(folder)/stamp' '\(tool.folder)/first' && echo unchanged
                kill -TERM $run; wait $run
                """
            let outcome = try tool.runInShell(wait)
            #expect(outcome.status == 0 && outcome.text.isEmpty, "\(outcome)")
            // Nothing is left to publish.
            let again = try run(tool, "sync", "publish", folder, "--json").text
            #expect(again.contains("\"files\": 0") || again.contains("\"files\":0"), "\(again)")
        }
    }
}
