import Foundation
import TestPrograms
import Testing

/// The question of `secret-service enable` what should protect the keychain, before anything is changed.
@Suite struct ProtectionDialogueTests {
    private static let passcode = "correct horse"
    private static let enable = ["secret-service", "enable"]

    /// Runs code with a tool beside a `keychaind` of the test, which says something about the keyring from before.
    private func withDaemon(
        saying former: String = #"printf 'password\tgnome-keyring\n'"#,
        _ body: (Tool) throws -> Void
    ) throws {
        try Tool.inFolder { tool in
            try tool.installDaemon(
                """
                case $2 in
                examine) \(former) ;;
                *) echo "$*" >>"$HOME/words" ;;
                esac
                """
            )
            try body(tool)
        }
    }

    /// The words with which keychaind was started to change something.
    private func words(_ tool: Tool) -> String? {
        try? String(contentsOfFile: tool.folder + "/words", encoding: .utf8)
    }

    private func slots(_ tool: Tool) throws -> [String] {
        try tool.run(["slot", "list"]).text.split(separator: "\n").map {
            String($0.split(separator: "\t")[1])
        }
    }

    @Test(
        arguments: [
            (#"printf 'password\tgnome-keyring\n'"#, "The keyring of gnome-keyring has a password"),
            (#"printf 'unknown\tKWallet\n'"#, "The keyring of KWallet may have a password."),
            (#"printf 'none\tKWallet\n'"#, "Your keychain has no passcode."),
        ]
    )
    func aPasscodeIsSetBeforeTheImport(_ former: String, _ said: String) throws {
        try withDaemon(saying: former) { tool in
            let dialogue = try Dialogue(tool, Self.enable)
            try dialogue.see("Choose 1 or 2: ")
            #expect(dialogue.shown.hasPrefix(said))
            dialogue.type("1\n")
            for _ in 0..<2 {
                try dialogue.see("asscode")
                #expect(words(tool) == nil)
                dialogue.type("\(Self.passcode)\n")
            }
            #expect(dialogue.end() == 0, "\(dialogue.shown)")
            #expect(words(tool) == "--setup enable\n")
            #expect(dialogue.shown.contains("'keychainctl login-password enroll'"))
            #expect(try slots(tool) == ["device", "passcode"])
        }
    }

    @Test func nothingIsAChoiceInWords() throws {
        try withDaemon { tool in
            let dialogue = try Dialogue(tool, Self.enable + ["--no-import"])
            try dialogue.see("Choose 1 or 2: ")
            #expect(dialogue.shown.contains("Anyone with a copy of the files"))
            // No choice, and no consent either.
            dialogue.type("3\n")
            try dialogue.see("Choose 1 or 2: ")
            dialogue.type("2\n")
            #expect(dialogue.end() == 0, "\(dialogue.shown)")
            #expect(words(tool) == "--setup enable --no-import --no-passcode\n")
        }
    }

    /// An empty line, the end of input, Escape, and an interruption; or an interruption of what was chosen.
    @Test(
        arguments: [
            (["\n"], 75), (["\u{4}"], 75), (["\u{1B}"], 75), (["\u{3}"], -SIGINT),
            (["1\n", "\u{4}"], 75), (["1\n", "\u{3}"], -SIGINT), (["1\n", "a\n", "b\n"], 64),
        ] as [([String], Int32)]
    )
    func withoutAnAnswerNothingIsChanged(_ typed: [String], _ status: Int32) throws {
        try withDaemon { tool in
            let dialogue = try Dialogue(tool, Self.enable)
            for (text, seen) in zip(typed, ["Choose 1 or 2: ", "asscode: ", "again: "]) {
                try dialogue.see(seen)
                dialogue.type(text)
            }
            #expect(dialogue.end() == status, "\(dialogue.shown)")
            #expect(words(tool) == nil)
            let data = tool.folder + "/data/portable-keychain"
            #expect(!FileManager.default.fileExists(atPath: data + "/default.keychain"))
        }
    }

    /// A TPM that is not there after all: there is a way back, and the keychain opens as before.
    @Test func theTPMNeedsARecoveryKey() throws {
        try withDaemon { tool in
            var tool = tool
            tool.variables.append("KEYCHAIN_TPM_INTERFACE=nothing")
            let dialogue = try Dialogue(tool, Self.enable)
            try dialogue.see("Choose 1, 2 or 3: ")
            dialogue.type("2\n")
            try dialogue.see("Type it back: ")
            let key = try #require(
                dialogue.shown.firstMatch(of: #/([0-9A-Z]{5}-){7}[0-9A-Z]{5}/#)
            ).0
            dialogue.type("\(key)\n")
            try dialogue.see("Recovery key: ")
            dialogue.type("\(key)\n")
            #expect(dialogue.end() != 0, "\(dialogue.shown)")
            #expect(words(tool) == nil)
            #expect(try slots(tool) == ["device", "recovery"])
            #expect(try tool.run(["set", "--service", "a"], input: "b").status == 0)
        }
    }

    /// A choice that was made already, or that keychaind makes without a terminal.
    @Test func isNotAskedInVain() throws {
        try withDaemon { tool in
            #expect(try tool.run(Self.enable).status == 0)
            let chosen = try Dialogue(tool, Self.enable + ["--no-passcode"])
            #expect(chosen.end() == 0)
            #expect(words(tool) == "--setup enable\n--setup enable --no-passcode\n")
            let set = try tool.run(["passcode", "set"], input: Self.passcode + "\n")
            #expect(set.status == 0)
            let dialogue = try Dialogue(tool, Self.enable)
            #expect(dialogue.end() == 0)
            #expect(dialogue.shown == "")
        }
    }

    /// A refusal of keychaind comes before the question.
    @Test func refusesFirst() throws {
        try withDaemon(saying: "echo 'keychainctl: no; wait' >&2; exit 78") { tool in
            let dialogue = try Dialogue(tool, Self.enable)
            #expect(dialogue.end() == 78)
            #expect(dialogue.shown == "keychainctl: no; wait\r\n")
        }
    }

    /// Programs of the desktop use the default keychain, whatever the variable says.
    @Test func protectsTheDefaultKeychain() throws {
        try withDaemon { tool in
            #expect(try tool.run(["create", "work"], input: "work's\n").status == 0)
            var working = tool
            working.variables.append("PORTABLE_KEYCHAIN=work")
            let dialogue = try Dialogue(working, Self.enable)
            try dialogue.see("Choose 1 or 2: ")
            dialogue.type("1\n")
            for _ in 0..<2 {
                try dialogue.see("asscode")
                dialogue.type("\(Self.passcode)\n")
            }
            #expect(dialogue.end() == 0, "\(dialogue.shown)")
            #expect(try slots(tool) == ["device", "passcode"])
        }
    }
}
