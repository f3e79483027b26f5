import ForeignCrypto
import Foundation
import PortableKeychain
import Testing

/// Secrets that are typed.
@Suite struct PromptTests {
    @Test func takesSecretsWithoutShowingThem() throws {
        try Tool.inFolder { tool in
            let dialogue = try Dialogue(tool, ["set", "--service", "api"])
            try dialogue.see("Secret: ")
            #expect(!dialogue.echoes)
            dialogue.type("s3cret\n")
            try dialogue.see("Secret again: ")
            #if os(Linux)
                for file in ["cmdline", "environ"] {
                    let content = try Self.read("/proc/\(dialogue.process)/\(file)")
                    #expect(content.contains(file == "cmdline" ? "keychainctl" : "HOME="))
                    #expect(!content.contains("s3cret"))
                }
                let limits = try Self.read("/proc/\(dialogue.process)/limits")
                #expect(limits.contains(#/Max core file size +0 +0 /#))
            #endif
            dialogue.type("s3cret\n")
            #expect(dialogue.end() == 0)
            #expect(dialogue.echoes)
            #expect(!dialogue.shown.contains("s3cret"))
            // In a file, exactly the bytes; on a terminal, with a newline.
            #expect(try tool.run(["get", "--service", "api"]).output == Array("s3cret".utf8))
            let reader = try Dialogue(tool, ["get", "--service", "api"])
            #expect(reader.end() == 0)
            #expect(reader.shown == "s3cret\r\n")
        }
    }

    /// A file of another program can have an empty passphrase; the Escape key is no answer.
    @Test(arguments: [("keychainctl", "Passphrase: "), ("security", "password to unlock")])
    func takesAnEmptyPassphraseOfAFile(_ name: String, _ prompt: String) throws {
        try Tool.inFolder { tool in
            try Stage(tool: tool).perform(["copy", "open.p12"])
            let isSecurity = name == "security"
            let words = (isSecurity ? [] : ["identity"]) + ["import", "open.p12"]
            let declined: Int32 = isSecurity ? 255 : 75
            for (answer, expected) in [("\u{1B}", declined), ("\n", 0)] {
                let dialogue = try Dialogue(tool, words, as: name)
                try dialogue.see(prompt)
                dialogue.type(answer)
                #expect(dialogue.end() == expected, "\(dialogue.shown)")
            }
        }
    }

    @Test func refusesEntriesThatDiffer() throws {
        try Tool.inFolder { tool in
            let dialogue = try Dialogue(tool, ["set", "--service", "api"])
            try dialogue.see("Secret: ")
            dialogue.type("s3cret\n")
            try dialogue.see("Secret again: ")
            dialogue.type("s3crett\n")
            #expect(dialogue.end() == 64)
            #expect(dialogue.shown.contains("keychainctl: the two entries do not match; "))
            // A refused command makes no keychain either.
            #expect(try tool.run(["get", "--service", "api"]).status == 50)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func restoresTheTerminalBeforeASignalEndsIt(_ signal: Int32) throws {
        try Tool.inFolder { tool in
            let dialogue = try Dialogue(tool, ["set", "--service", "api"])
            try dialogue.see("Secret: ")
            #expect(!dialogue.echoes)
            kill(dialogue.process, signal)
            #expect(dialogue.end() == -signal)
            #expect(dialogue.echoes)
        }
    }

    @Test func endsAtControlC() throws {
        try Tool.inFolder { tool in
            let dialogue = try Dialogue(tool, ["set", "--service", "api"])
            try dialogue.see("Secret: ")
            dialogue.type("s3c\u{3}")
            #expect(dialogue.end() == -SIGINT)
            #expect(dialogue.echoes)
        }
    }

    @Test func asksAgainAfterAStop() throws {
        try Tool.inFolder { tool in
            let dialogue = try Dialogue(tool, ["set", "--service", "api"])
            try dialogue.see("Secret: ")
            // No process could continue it, so the kernel does not stop it; it still sees the
            // signal.
            kill(dialogue.process, SIGTSTP)
            try dialogue.see("Secret: ")
            #expect(!dialogue.echoes)
            dialogue.type("s3cret\n")
            try dialogue.see("Secret again: ")
            dialogue.type("s3cret\n")
            #expect(dialogue.end() == 0)
        }
    }

    /// The terminal itself would cut off lines of more than 4,095 bytes.
    @Test func takesLongLines() throws {
        try Tool.inFolder { tool in
            let secret = String(repeating: "x", count: 4500)
            let dialogue = try Dialogue(tool, ["set", "--service", "api"])
            for prompt in ["Secret: ", "Secret again: "] {
                try dialogue.see(prompt)
                dialogue.type(secret + "\n")
            }
            #expect(dialogue.end() == 0)
            #expect(try tool.run(["get", "--service", "api"]).text == secret)
        }
    }

    @Test func refusesWhatIsTooLong() throws {
        try Tool.inFolder { tool in
            let dialogue = try Dialogue(tool, ["set", "--service", "api"])
            try dialogue.see("Secret: ")
            dialogue.type(String(repeating: "x", count: 65_537) + "\n")
            #expect(dialogue.end() == 64)
            #expect(dialogue.shown.contains("more than 65536 bytes were entered; "))
        }
    }

    @Test(arguments: [("n\n", 75, 2), ("\n", 75, 2), ("y\n", 0, 0), ("yes\n", 0, 0)])
    func asksBeforeItDeletesSeveral(_ answer: String, _ status: Int32, _ left: Int) throws {
        try withTwoItems { tool in
            let dialogue = try Dialogue(tool, ["delete", "--service", "api"])
            try dialogue.see("Delete 2 items? [y/N] ")
            dialogue.type(answer)
            #expect(dialogue.end() == status)
            let list = try tool.run(["list"]).text
            #expect(list.split(separator: "\n").count == left)
        }
    }

    /// Text that was typed before the question was shown does not answer it.
    @Test func takesNoAnswerFromBeforeTheQuestion() throws {
        try withTwoItems { tool in
            let dialogue = try Dialogue(tool, ["delete", "--service", "api"])
            dialogue.type("y\n")
            try dialogue.see("Delete 2 items? [y/N] ")
            dialogue.type("n\n")
            #expect(dialogue.end() == 75)
        }
    }

    /// A background job of a shell would be stopped if it read from the terminal.
    @Test func asksNothingInTheBackground() throws {
        try withTwoItems { tool in
            try tool.linkShell()
            let line = "set -m; '\(Tool.path)' delete --service api & wait $!; echo status=$?"
            let dialogue = try Dialogue(tool, ["-c", line], as: "./shell")
            #expect(dialogue.end() == 0)
            #expect(dialogue.shown.contains("in the foreground"), "\(dialogue.shown)")
            #expect(dialogue.shown.contains("status=64"), "\(dialogue.shown)")
        }
    }

    /// The passphrase of a database is typed twice, before anything is written.
    @Test(
        .enabled(if: PasswordStretching.hasArgon2, "needs libargon2.so.1 (libargon2-1)"),
        arguments: [("two words\n", 0), ("two word\n", 64)]
    )
    func asksForThePassphraseOfADatabaseTwice(_ second: String, _ status: Int32) throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["set", "--service", "api"], input: "s3cret").status == 0)
            let dialogue = try Dialogue(tool, ["export", "--format", "kdbx", "all.kdbx"])
            try dialogue.see("New passphrase: ")
            #expect(!dialogue.echoes)
            dialogue.type("two words\n")
            try dialogue.see("New passphrase again: ")
            dialogue.type(second)
            #expect(dialogue.end() == status)
            #expect(!dialogue.shown.contains("two word"))
            let words = ["import", "all.kdbx", "--dry-run"]
            let outcome = try tool.run(words, input: "two words\n")
            #expect(outcome.text.hasPrefix("same") == (status == 0), "\(outcome.complaints)")
            let path = "\(tool.folder)/all.kdbx"
            #expect(FileManager.default.fileExists(atPath: path) == (status == 0))
        }
    }

    /// A dash is standard output; secrets go to no terminal.
    @Test(
        arguments: [
            (["export", "-", "--plain"], "secrets are not exported to a terminal"),
            (
                ["export", "-", "--plain", "--format", "csv"],
                "secrets are not exported to a terminal"
            ),
        ]
            + (PasswordStretching.hasArgon2
                ? [
                    (["export", "-", "--format", "kdbx"], "secrets are not exported to a terminal")
                ] : []) + [
                (["backup", "-"], "a backup cannot be printed on a terminal")
            ]
    )
    func writesFilesToStandardOutput(_ words: [String], _ refusal: String) throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["set", "--service", "api"], input: "s3cret").status == 0)
            let dialogue = try Dialogue(tool, words)
            #expect(dialogue.end() == 64)
            #expect(dialogue.shown.contains("\(refusal); "), "\(dialogue.shown)")
            let outcome = try tool.run(words, input: "two words\n")
            #expect(outcome.status == 0, "\(outcome.complaints)")
            try Data(outcome.output).write(to: URL(fileURLWithPath: "\(tool.folder)/file"))
            #expect(try tool.run(["delete", "--all", "--yes"]).status == 0)
            let verb = words[0] == "backup" ? "restore" : "import"
            let back = try tool.run([verb, "file", "--yes"], input: "two words\n")
            #expect(back.status == 0, "\(back.complaints)")
            #expect(try tool.run(["list"]).text != "")
            #expect(!FileManager.default.fileExists(atPath: "\(tool.folder)/-"))
        }
    }

    @Test func fitsTablesIntoTheTerminal() throws {
        try Tool.inFolder { tool in
            let long = String(repeating: "long ", count: 20)
            let arguments = ["set", "--service", "api\u{1B}[2J", "--label", long]
            #expect(try tool.run(arguments, input: "x").status == 0)
            let dialogue = try Dialogue(tool, ["list"])
            #expect(dialogue.end() == 0)
            let lines = dialogue.shown.split(separator: "\r\n")
            #expect(lines.count == 2)
            #expect(lines.allSatisfy { $0.count <= 40 })
            // The class and the group of a single item say nothing.
            #expect(lines.first?.hasPrefix("WHERE ") == true)
            #expect(lines.last?.contains("…") == true)
            #expect(!dialogue.shown.contains("\u{1B}"))
        }
    }

    private func withTwoItems(_ body: (Tool) throws -> Void) throws {
        try Tool.inFolder { tool in
            for account in ["one", "two"] {
                let arguments = ["set", "--service", "api", "--account", account]
                #expect(try tool.run(arguments, input: "x").status == 0)
            }
            try body(tool)
        }
    }

    private static func read(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }
}
