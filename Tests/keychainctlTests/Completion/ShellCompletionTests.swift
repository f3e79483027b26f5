import Foundation
import KeychainctlKit
import PortableKeychain
import TestRounds
import Testing

@testable import keychainctl

/// Completion of names in real shells: a name is one word, and nothing in it runs.
@Suite(.thorough) struct ShellCompletionTests {
    /// Names as programs could choose them; each would write a file if a shell ran it.
    static let hostile = [
        "A$(touch pwned)", "b`touch pwned`", "c;touch pwned", "d|touch pwned", "e'f\"g", "h\\i j",
        "k&touch pwned&", "l>pwned", "m*?[x]", "n{1,2}", "~root", "#o", "p!q", "r=s:t@u", "ä ö",
        "v  w", "x(touch pwned)", "y^z", "%z", "$HOME", "=ls",
    ]

    private static let unfit = ["-dash", "new\nline", "tab\there", "esc\u{1B}[2J", "\u{202E}left"]

    private static func withItems<R>(_ body: (Tool) throws -> R) throws -> R {
        try Tool.inFolder { plain in
            let keychain = try Keychain.openOrCreate(configuration: plain.configuration)
            for name in hostile + unfit {
                let item = GenericPassword(service: name)
                try keychain.set(SecretBytes(utf8: "secret of \(name)"), for: item)
            }
            let labelled = GenericPassword(service: "api", account: "ci", label: "Deploy token")
            try keychain.set("deploy", for: labelled)
            var tool = plain
            tool.path = "\(plain.folder):/usr/bin:/bin"
            tool.variables += ["TERM=xterm", "LANG=C.UTF-8", "ZDOTDIR=\(plain.folder)"]
            try FileManager.default.createSymbolicLink(
                atPath: "\(plain.folder)/keychainctl",
                withDestinationPath: Tool.path
            )
            return try body(tool)
        }
    }

    private static func names(_ tool: Tool, _ words: [String]) throws -> [String] {
        let outcome = try tool.run(["complete-names"] + words)
        #expect(outcome.status == 0)
        #expect(outcome.complaints == "")
        return outcome.text.split(separator: "\n").map(String.init)
    }

    /// The words before the last, and whether names are expected.
    @Test(
        arguments: [
            (["get", "ap"], ["api/ci"]), (["get", ""], ["api/ci"]), (["show", "api"], ["api/ci"]),
            (["get", "Dep"], ["Deploy token"]), (["get", "dep"], []), (["get", "--"], []),
            (["get", "-d"], []), (["get", "--", "-d"], ["-dash"]), (["get", "x", "ap"], []),
            (["search", "x", "ap"], ["api/ci"]), (["rename", "api/ci", "ap"], []),
            (["get", "--class", "ap"], []), (["get", "--class=generic", "ap"], ["api/ci"]),
            (["get", "--class", "generic", "ap"], ["api/ci"]), (["otp", "ap"], ["api/ci"]),
            (["otp", "code", "ap"], ["api/ci"]), (["otp", "add", "ap"], []), (["key", "ap"], []),
            (["create", "ap"], []), (["ap"], []), ([""], []), (["run", "ap"], []),
            (["run", "--env", "T=ap"], ["T=api/ci"]), (["run", "--env", "ap"], []),
            (["run", "--env-file", "T=ap"], []),
            (["project", "x", "--file", "T=ap"], ["T=api/ci"]),
            (["get", "--keychain", "other", "ap"], []), (["get", "--keychain=other", "ap"], []),
            (["delete", "ap"], ["api/ci"]), (["set", "ap"], ["api/ci"]),
            (["add", "ap"], ["api/ci"]),
            (["list", "ap"], ["api/ci"]), (["watch", "ap"], ["api/ci"]),
            (["edit", "ap"], ["api/ci"]), (["copy", "ap"], ["api/ci"]),
        ] as [([String], [String])]
    )
    func printsNamesWhereTheyAreTyped(_ words: [String], _ expected: [String]) throws {
        try Self.withItems { tool in
            let names = try Self.names(tool, ["zsh", "--"] + words)
            #expect(
                Set(names).intersection(["api/ci", "-dash"])
                    == Set(expected).subtracting(["Deploy token", "T=api/ci"])
            )
            if expected.contains("Deploy token") { #expect(names == expected) }
            if expected == ["T=api/ci"] { #expect(names == expected) }
            if expected.isEmpty { #expect(names == []) }
        }
    }

    /// Commands about what was deleted complete the names of deleted items.
    @Test(
        arguments: [
            (["trash", "restore", ""], ["gone/ci"]), (["trash", "restore", "g"], ["gone/ci"]),
            (["trash", "restore", "a"], []), (["trash", "empty", ""], ["gone/ci"]),
            (["trash", "restore", "x", ""], []), (["trash", "list", ""], []),
            (["history", ""], ["api/ci", "gone/ci"]), (["history", "g"], ["gone/ci"]),
            (["get", ""], ["api/ci"]), (["trash", "restore", "Old"], ["Old label"]),
        ] as [([String], [String])]
    )
    func printsNamesOfDeletedItems(_ words: [String], _ expected: [String]) throws {
        try Tool.inFolder { tool in
            let old = ["gone/ci", "--label", "Old label"]
            for words in [["set", "api/ci"], ["set"] + old, ["delete", "gone/ci"]] {
                let outcome = try tool.run(words, input: words[0] == "set" ? "s3cret" : "")
                #expect(outcome.status == 0)
            }
            #expect(try Self.names(tool, ["zsh", "--"] + words) == expected)
        }
    }

    @Test func leavesOutWhatTerminalsDoNotShow() throws {
        try Self.withItems { tool in
            let names = try Self.names(tool, ["fish", "--", "get", ""])
            #expect(Set(names) == Set(Self.hostile + ["api/ci"]))
            #expect(!names.joined().contains("secret"))
        }
    }

    /// Without a question, without an agent, without an error.
    @Test func printsNothingWhereSomebodyWouldBeAsked() throws {
        try Self.withItems { tool in
            var asking = tool
            asking.variables.append("PORTABLE_KEYCHAIN_AGENT=require")
            #expect(try Self.names(asking, ["zsh", "--", "get", ""]) == [])
            asking.variables[asking.variables.count - 1] = "PORTABLE_KEYCHAIN_AGENT=wrong"
            #expect(try Self.names(asking, ["zsh", "--", "get", ""]) == [])
            #expect(try tool.run(["passcode", "set"], input: "a b c\n").status == 0)
            #expect(try tool.run(["lock"]).status == 0)
            let dialogue = try Dialogue(tool, ["complete-names", "zsh", "--", "get", ""])
            #expect(dialogue.end() == 0)
            #expect(dialogue.shown == "")
            #expect(try Self.names(tool, ["zsh"]) == [])
            #expect(try Self.names(tool, ["bash", "--", " get a"]) == [])
        }
    }

    /// Some names for each shell on a terminal, which has only some seconds.
    static let parts: [(shell: String, names: [String])] = ["bash", "zsh", "fish"].flatMap {
        shell in
        stride(from: 0, to: hostile.count, by: 4).map {
            (shell, Array(hostile[$0..<min($0 + 4, hostile.count)]))
        }
    }

    /// Starts a shell that completes names.
    private static func start(_ shell: String, _ tool: Tool) throws -> Dialogue {
        let script = try tool.run(["--generate-completion-script", shell]).text
        let file = shell == "zsh" ? "_keychainctl" : "script"
        try Data(script.utf8).write(to: URL(fileURLWithPath: "\(tool.folder)/\(file)"))
        // By its own name: others are other modes of zsh.
        try FileManager.default.createSymbolicLink(
            atPath: "\(tool.folder)/\(shell)",
            withDestinationPath: "/usr/bin/\(shell)"
        )
        let arguments = ["bash": ["--norc", "--noprofile", "-i"], "zsh": ["-f", "-i"]]
        let dialogue = try Dialogue(
            tool,
            arguments[shell] ?? ["--no-config", "-i"],
            as: "./\(shell)"
        )
        dialogue.resize(columns: 200, rows: 50)
        let load =
            shell == "zsh"
            ? "fpath=($PWD $fpath); autoload -U compinit; compinit -u -D" : "source ./script"
        dialogue.type(load + "; echo rea\"\"dy\n")
        try dialogue.see("ready")
        return dialogue
    }

    /// Types the start of a name, Tab and Enter, and sees the secret.
    @Test(arguments: parts.indices) func completesInAShell(_ index: Int) throws {
        let (shell, names) = Self.parts[index]
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)") else { return }
        try Self.withItems { tool in
            let dialogue = try Self.start(shell, tool)
            for name in names {
                dialogue.type("keychainctl get \(Self.start(of: name))\t\n")
                try dialogue.see("secret of \(name.replacing("\\", with: "\\\\"))")
            }
            dialogue.type("exit\n")
            _ = dialogue.end()
            #expect(!FileManager.default.fileExists(atPath: "\(tool.folder)/pwned"))
        }
    }

    /// The references of `run` are names too.
    @Test(arguments: ["bash", "zsh", "fish"]) func completesReferences(_ shell: String) throws {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)") else { return }
        try Self.withItems { tool in
            let dialogue = try Self.start(shell, tool)
            dialogue.type("keychainctl run --env T=ap\t -- sh -c 'echo got-$T'\n")
            try dialogue.see("got-deploy")
            dialogue.type("exit\n")
            _ = dialogue.end()
        }
    }

    /// The first letter of a name, as it has to be typed.
    private static func start(of name: String) -> String {
        let first = String(name.prefix(1))
        return "Abcdefghijklmnopqrstuvwxyzä".contains(first) ? first : "'\(first)"
    }
}

/// Command lines of bash.
@Suite struct BashLineTests {
    @Test(
        arguments: [
            (" get ", ["get"], ""), (" get a", ["get"], "a"), (" get 'a b", ["get"], "a b"),
            (" get \"a b", ["get"], "a b"), (" get a\\ b", ["get"], "a b"),
            (" get 'it' x", ["get", "it"], "x"), (" get \"a\\\"b", ["get"], "a\"b"),
            (" run --env T=a", ["run", "--env"], "T=a"), (" get ''", ["get"], ""),
            (" get 'a'\u{301}b", ["get"], "a\u{301}b"),
        ] as [(String, [String], String)]
    )
    func reads(_ text: String, _ words: [String], _ typed: String) throws {
        let line = try #require(BashLine(text))
        #expect(line.words == words)
        #expect(line.typed == typed)
    }

    @Test(arguments: [
        " get $(x", " get `x", " get a; b", " get a | b", " get \"$x", " get \\", " get <(x",
        " get !x", " get \"!x", " get *x",
    ])
    func leavesOtherLinesAlone(_ text: String) { #expect(BashLine(text) == nil) }

    @Test(
        arguments: [
            (" get a", "a", "a$(b)", "a\\$\\(b\\)"), (" get ", "", "it's", "it\\'s"),
            (" get 'a", "a", "a'b", "a'\\''b"), (" get \"a", "a", "a\"$b", "a\\\"\\$b"),
            (" get \"a", "a", "a!b", nil), (" get ann@ex", "ex", "ann@example.com", "example.com"),
            (" run --env T=a", "a", "T=a b", "a\\ b"), (" get b", "b", "a", nil),
            (" get a'b", "a'b", "ab", nil),
            (" get \"Home R", "Home R", "Home Router", "Home Router"),
            // For Swift, the quote and the letter behind it are one character, and for bash they are two.
            (" get 'a", "a", "a'\u{301};id", "a'\\''\u{301};id"),
            (" get \"a", "a", "a\"\u{301}$(id)", "a\\\"\u{301}\\$(id)"),
        ] as [(String, String, String, String?)]
    )
    func quotes(_ text: String, _ current: String, _ name: String, _ expected: String?) throws {
        let line = try #require(BashLine(text))
        #expect(line.replacement(for: name, replacing: current) == expected)
    }
}
