import Foundation
import Testing

/// The real git against a server that demands a password.
@Suite(.enabled(if: Git.path != nil, "git is not installed")) struct GitTests {
    @Test func gitStoresReadsAndErasesAPassword() throws {
        let server = try PasswordServer(user: "me", password: "s3 cret")
        defer { server.stop() }
        try Tool.inFolder { tool in
            try tool.link("git-credential-keychain")
            let ask = try tool.script(
                "ask",
                "case \"$1\" in Username*) echo me;; *) echo 's3 cret';; esac"
            )
            let url = "http://\(server.authority)/repository.git"

            // The password is not known.
            #expect(try git(tool, url).status != 0)
            // A person does, once.
            let first = try git(tool, url, ["GIT_ASKPASS=\(ask)"])
            #expect(first.status == 0, "\(first.complaints)")
            #expect(first.text.hasSuffix("\trefs/heads/main\n"))
            let port = server.authority.split(separator: ":")[1]
            let stored = try tool.run([
                "get", "--server", "127.0.0.1", "--port", String(port), "--protocol", "http",
                "--account", "me", "--auth-type", "default",
            ])
            #expect(stored.text == "s3 cret")
            // From now on the keychain does.
            let second = try git(tool, url)
            #expect(second.status == 0, "\(second.complaints)")
            // Until the server has another one.
            server.change(user: "me", password: "new")
            #expect(try git(tool, url).status != 0)
            #expect(try tool.run(["list"]).text == "")
        }
    }

    @Test func gitCredentialFillsApprovesAndRejects() throws {
        try Tool.inFolder { tool in
            try tool.link("git-credential-keychain")
            let ends = "host=example.com\nusername=me\npassword=p\n\n"
            _ = try credential(tool, "approve", "protocol=https\n\(ends)")
            let filled = try credential(tool, "fill", "url=https://example.com/a.git\n\n")
            #expect(filled.text.contains("username=me\npassword=p\n"))
            _ = try credential(tool, "reject", "protocol=https\n\(ends)")
            let empty = try credential(tool, "fill", "url=https://example.com/a.git\n\n")
            #expect(empty.status != 0)
            #expect(!empty.text.contains("password"))
        }
    }

    /// A password in the file of git's own helper is found by ours after an import.
    @Test func findsWhatGitStoredInAFile() throws {
        try Tool.inFolder { tool in
            try tool.link("git-credential-keychain")
            let words = ["credential-store", "--file=\(tool.folder)/.git-credentials", "store"]
            let ends = "host=example.com:8443\nusername=me@x\npassword=p@: %w\n\n"
            #expect(try run(tool, words, "protocol=https\n\(ends)", []).status == 0)
            let outcome = try tool.run(["import", ".git-credentials", "--yes"])
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let url = "url=https://example.com:8443/a.git\n\n"
            let filled = try credential(tool, "fill", url)
            #expect(filled.text.contains("username=me@x\npassword=p@: %w\n"))
        }
    }

    private func git(_ tool: Tool, _ url: String, _ more: [String] = []) throws -> Tool.Outcome {
        try run(tool, ["ls-remote", url], "", more)
    }

    private func credential(
        _ tool: Tool,
        _ operation: String,
        _ input: String
    ) throws -> Tool.Outcome {
        try run(tool, ["credential", operation], input, [])
    }

    private func run(
        _ tool: Tool,
        _ words: [String],
        _ input: String,
        _ more: [String]
    ) throws -> Tool.Outcome {
        try tool.runProgram(
            try #require(Git.path),
            ["-c", "credential.helper=keychain"] + words,
            // Neither the machine's settings nor its proxies concern a test.
            variables: ["GIT_TERMINAL_PROMPT=0", "GIT_CONFIG_NOSYSTEM=1", "no_proxy=*"] + more,
            input: input.utf8
        )
    }
}

/// The place of git.
private enum Git {
    static let path = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
}
