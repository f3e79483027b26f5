import Foundation
import PortableKeychain
import Testing

/// The questions to the user when ways into a keychain are added and removed.
@Suite struct WaysInDialogueTests {
    private static let passcode = "correct horse"

    /// Runs code with a tool that has an item, and a recovery key but no passcode.
    private func withRecoveryKey(_ body: (Tool, String) throws -> Void) throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["set", "--service", "api"], input: "s3cret").status == 0)
            let made = try tool.run(["recovery", "create", "--unconfirmed"])
            #expect(made.status == 0, "\(made.complaints)")
            try body(tool, made.text)
        }
    }

    private func opens(_ tool: Tool, _ recoveryKey: String) throws -> Bool {
        let outcome = try tool.run(["recover", "--no-passcode"], input: recoveryKey)
        return outcome.status == 0
    }

    @Test func passcodeKeepsTheRecoveryKey() throws {
        try withRecoveryKey { tool, key in
            let dialogue = try Dialogue(tool, ["passcode", "set"])
            try dialogue.see("can stay valid? [y/N] ")
            dialogue.type("y\n")
            try dialogue.see("Recovery key, which stays valid: ")
            dialogue.type(key)
            for _ in 0..<2 {
                try dialogue.see("asscode")
                dialogue.type("\(Self.passcode)\n")
            }
            #expect(dialogue.end() == 0, "\(dialogue.shown)")
            #expect(try tool.run(["recovery", "status"]).text == "recovery\tyes\n")
            #expect(try opens(tool, key))
        }
    }

    /// If the key is not available, it is removed after a question, and another one can be made at
    /// once.
    @Test func passcodeRemovesTheRecoveryKeyOnlyAfterAYes() throws {
        try withRecoveryKey { tool, key in
            let refused = try Dialogue(tool, ["passcode", "set"])
            for _ in 0..<2 {
                try refused.see("[y/N] ")
                refused.type("n\n")
            }
            #expect(refused.end() == 75)
            #expect(try tool.run(["recovery", "status"]).text == "recovery\tyes\n")
            let dialogue = try Dialogue(tool, ["passcode", "set"])
            try dialogue.see("can stay valid? [y/N] ")
            dialogue.type("n\n")
            try dialogue.see("Remove the recovery key? [y/N] ")
            dialogue.type("y\n")
            for _ in 0..<2 {
                try dialogue.see("asscode")
                dialogue.type("\(Self.passcode)\n")
            }
            try dialogue.see("Make a new recovery key now? [y/N] ")
            dialogue.type("y\n")
            try dialogue.see("Passcode: ")
            dialogue.type("\(Self.passcode)\n")
            try dialogue.see("Type it back: ")
            let new = try #require(
                dialogue.shown.firstMatch(of: #/([0-9A-Z]{5}-){7}[0-9A-Z]{5}/#)
            ).0
            dialogue.type("\(new)\n")
            #expect(dialogue.end() == 0, "\(dialogue.shown)")
            #expect(try !opens(tool, key))
            #expect(try opens(tool, String(new) + "\n"))
        }
    }

    /// A removal offers new keys at once, and names the removed slots before it begins.
    @Test func removalOffersNewKeys() throws {
        try Tool.inFolder { tool in
            try Stage(tool: tool).perform(["keychain", "default", Self.passcode])
            let key = try tool.run(
                ["recovery", "create", "--unconfirmed"],
                input: "\(Self.passcode)\n"
            ).text
            let made = try tool.run(
                ["credential", "create", "service.key"],
                input: "\(Self.passcode)\n"
            )
            #expect(made.status == 0)
            let dialogue = try Dialogue(tool, ["credential", "remove"])
            try dialogue.see("Passcode: ")
            dialogue.type("\(Self.passcode)\n")
            try dialogue.see("Replace all keys now? [y/N] ")
            #expect(dialogue.shown.contains("still open with"))
            dialogue.type("y\n")
            try dialogue.see("Passcode: ")
            dialogue.type("\(Self.passcode)\n")
            try dialogue.see("Recovery key, to keep it (no entry: remove it): ")
            dialogue.type(key)
            #expect(dialogue.end() == 0, "\(dialogue.shown)")
            #expect(dialogue.shown.contains("encrypted again with new keys"))
            #expect(try tool.run(["slot", "list"]).text.split(separator: "\n").count == 3)
            #expect(try opens(tool, key))
        }
    }

    /// Items that exist only while a passcode is set are destroyed only after a yes.
    @Test(arguments: ["passcode remove", "slot remove", "recover --no-passcode"])
    func removalDestroysOnlyAfterAYes(_ command: String) throws {
        try Tool.inFolder { tool in
            let stage = Stage(tool: tool)
            try stage.perform(["keychain", "default", Self.passcode])
            let keychain = try Keychain.open(configuration: stage.quick())
            try keychain.unlock(passcode: SecretBytes(utf8: Self.passcode))
            var item = GenericPassword(service: "guarded", account: "a")
            item.accessGroup = "keychainctl"
            item.accessibility = .whenPasscodeSetThisDeviceOnly
            try keychain.set("s3cret", for: item)
            let proof = "\(Self.passcode)\n"
            let key = try tool.run(["recovery", "create", "--unconfirmed"], input: proof).text
            let slots = try tool.run(["slot", "list"]).text.split(separator: "\n")
                .map { $0.split(separator: "\t") }
            let slot = try #require(slots.first { $0[1] == "passcode" })
            var words = command.split(separator: " ").map(String.init)
            if words[0] == "slot" { words.append(String(slot[0])) }
            let isRecovery = words[0] == "recover"
            let piped = try tool.run(words, input: isRecovery ? key : proof)
            #expect(piped.status == 64)
            #expect(piped.complaints.contains("must be confirmed"))
            #expect(piped.complaints.contains("'keychainctl edit NAME --accessible "))
            for (answer, status) in [("n\n", Int32(75)), ("y\n", 0)] {
                let dialogue = try Dialogue(tool, words)
                try dialogue.see(isRecovery ? "Recovery key: " : "Passcode: ")
                dialogue.type(isRecovery ? key : proof)
                try dialogue.see("Destroy 1 item? [y/N] ")
                dialogue.type(answer)
                if status == 0 {
                    try dialogue.see("Replace all keys now? [y/N] ")
                    dialogue.type("n\n")
                }
                #expect(dialogue.end() == status, "\(dialogue.shown)")
                let present = try tool.run(["slot", "list"]).text
                #expect(present.contains("\tpasscode\t") == (status != 0))
            }
        }
    }

    /// One question whether, one for the proof, and no file if that is refused.
    @Test func backupTakesAlongWhatItsUserLetsOut() throws {
        try Tool.inFolder { tool in
            let arguments = ["set", "--service", "here", "--require", "presence"]
            #expect(try tool.run(arguments, input: "s3cret").status == 0)
            for (answer, status) in [("n\n", Int32(75)), ("y\n", 0)] {
                let dialogue = try Dialogue(tool, ["backup", "all.backup"])
                try dialogue.see("[y/N] ")
                #expect(dialogue.shown.contains("generic here"))
                dialogue.type("y\n")
                try dialogue.see("[y/N] ")
                dialogue.type(answer)
                if status == 0 {
                    for _ in 0..<2 {
                        try dialogue.see("assphrase")
                        dialogue.type("two words\n")
                    }
                }
                #expect(dialogue.end() == status, "\(dialogue.shown)")
                let exists = FileManager.default.fileExists(atPath: tool.folder + "/all.backup")
                #expect(exists == (status == 0))
            }
            #expect(try tool.run(["delete", "--service", "here", "--yes"]).status == 0)
            let restored = try tool.run(["restore", "all.backup", "--yes"], input: "two words\n")
            #expect(restored.status == 0, "\(restored.complaints)")
            #expect(try tool.run(["get", "--service", "here"]).status == 36)
            let read = try Dialogue(tool, ["get", "--service", "here"])
            try read.see("[y/N] ")
            read.type("y\n")
            #expect(read.end() == 0)
            #expect(read.shown.contains("s3cret"))
        }
    }
}
