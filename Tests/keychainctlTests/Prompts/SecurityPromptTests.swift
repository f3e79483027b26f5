import Foundation
import Testing

/// Secrets that are typed for the verbs of `security`.
@Suite struct SecurityPromptTests {
    private static let add = ["add-generic-password", "-a", "me", "-s", "api", "-w"]

    @Test func asksForThePasswordOfANewItem() throws {
        try Tool.inFolder { tool in
            let dialogue = try Dialogue(tool, Self.add, as: "security")
            try dialogue.see("password data for new item: ")
            #expect(!dialogue.echoes)
            dialogue.type("s3cret\n")
            try dialogue.see("retype password for new item: ")
            dialogue.type("s3crett\n")
            try dialogue.see("passwords don't match\r\npassword data for new item: ")
            dialogue.type("s3cret\n")
            try dialogue.see("retype password for new item: ")
            dialogue.type("s3cret\n")
            #expect(dialogue.end() == 0)
            #expect(dialogue.echoes)
            #expect(!dialogue.shown.contains("s3cret"))
            let find = ["find-generic-password", "-s", "api", "-w"]
            #expect(try tool.run(find, as: "security").text == "s3cret\n")
        }
    }

    /// A user that sees messages at once is warned; logs of scripts are not filled with it.
    @Test func warnsOfSecretsOnTheCommandLine() throws {
        try Tool.inFolder { tool in
            let words = ["add-generic-password", "-a", "me", "-s", "api", "-w", "s3cret"]
            let dialogue = try Dialogue(tool, words, as: "security")
            try dialogue.see("warning: other programs can read a secret on the command line")
            #expect(dialogue.end() == 0)
            let quiet = try Dialogue(tool, ["-q"] + words + ["-U"], as: "security")
            #expect(quiet.end() == 0)
            #expect(quiet.shown.isEmpty)
        }
    }

    @Test func givesUpAfterThreeRounds() throws {
        try Tool.inFolder { tool in
            let dialogue = try Dialogue(tool, Self.add, as: "security")
            for _ in 0..<3 {
                try dialogue.see("password data for new item: ")
                dialogue.type("one\n")
                try dialogue.see("retype password for new item: ")
                dialogue.type("other\n")
            }
            #expect(dialogue.end() == 1)
            #expect(try tool.run(["list"]).text.isEmpty)
        }
    }

    @Test func takesCommandsAtItsPrompt() throws {
        try Tool.inFolder { tool in
            let dialogue = try Dialogue(tool, ["-i"], as: "security")
            try dialogue.see("security> ")
            dialogue.type("add-generic-password -a me -s 'an api' -w\n")
            for prompt in ["password data for new item: ", "retype password for new item: "] {
                try dialogue.see(prompt)
                dialogue.type("s3cret\n")
            }
            try dialogue.see("security> ")
            dialogue.type("find-generic-password -s 'an api' -w\n")
            // One piece: both may come at once.
            try dialogue.see("\ns3cret\r\nsecurity> ")
            dialogue.type("\u{4}")
            #expect(dialogue.end() == 0)
        }
    }

    @Test func putsNoBytesOnTheTerminal() throws {
        try Tool.inFolder { tool in
            try Stage(tool: tool).perform(["copy", "certificate.pem"])
            #expect(try tool.run(["import", "certificate.pem"], as: "security").status == 0)
            let dialogue = try Dialogue(tool, ["export", "-t", "certs"], as: "security")
            #expect(dialogue.end() == 1)
            #expect(dialogue.shown.hasPrefix("security: export: the output is not text"))
            let text = try Dialogue(tool, ["export", "-t", "certs", "-p"], as: "security")
            #expect(text.end() == 0)
            #expect(text.shown.hasPrefix("-----BEGIN CERTIFICATE-----\r\n"))
        }
    }

    @Test(arguments: [
        ["unlock-keychain"], ["create-keychain", "new"], ["set-keychain-password", "-o", ""],
    ])
    func endsWhenNobodyAnswers(_ command: [String]) throws {
        try Tool.inFolder { tool in
            try Stage(tool: tool).perform(["keychain", "work", "correct horse"])
            #expect(try tool.run(["default", "work"]).status == 0)
            let dialogue = try Dialogue(tool, command, as: "security")
            try dialogue.see("assword")
            dialogue.type("\n")
            #expect(dialogue.end() == 255)
        }
    }
}
