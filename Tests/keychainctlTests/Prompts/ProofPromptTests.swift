import Foundation
import Testing

/// Proof that is asked for on the terminal.
@Suite struct ProofPromptTests {
    @Test func asksForThePasswordOfAnItemUntilItIsRight() throws {
        try withItem { tool in
            let dialogue = try Dialogue(tool, ["get", "--service", "vault"])
            try dialogue.see("Password of the item: ")
            #expect(!dialogue.echoes)
            dialogue.type("wrong\n")
            try dialogue.see("That was wrong. ")
            dialogue.type("sesame\n")
            #expect(dialogue.end() == 0)
            #expect(dialogue.shown.hasSuffix("s3cret\r\n"))
            #expect(!dialogue.shown.contains("sesame"))
        }
    }

    @Test func givesUpAfterThreeWrongAnswers() throws {
        try withItem { tool in
            let dialogue = try Dialogue(tool, ["get", "--service", "vault"])
            for _ in 0..<3 {
                try dialogue.see("Password of the item: ")
                dialogue.type("wrong\n")
            }
            #expect(dialogue.end() == 51)
            #expect(!dialogue.shown.contains("s3cret"))
        }
    }

    @Test func takesNothingForANo() throws {
        try withItem { tool in
            let dialogue = try Dialogue(tool, ["get", "--service", "vault"])
            try dialogue.see("Password of the item: ")
            dialogue.type("\n")
            #expect(dialogue.end() == 75)
            #expect(dialogue.echoes)
        }
    }

    @Test func asksForPresenceWhereThereIsNoPasscode() throws {
        try Tool.inFolder { tool in
            let arguments = ["set", "--service", "here", "--require", "presence"]
            #expect(try tool.run(arguments, input: "s3cret").status == 0)
            #expect(try tool.run(["get", "--service", "here"]).status == 36)
            for (answer, status) in [("n\n", Int32(75)), ("y\n", 0)] {
                let dialogue = try Dialogue(tool, ["get", "--service", "here"])
                try dialogue.see("[y/N] ")
                dialogue.type(answer)
                #expect(dialogue.end() == status)
                #expect(dialogue.shown.contains("s3cret") == (status == 0))
            }
        }
    }

    /// One proof is for all items that have the name, so the question has the name and no item.
    @Test func saysWhichNameIsLookedFor() throws {
        try Tool.inFolder { tool in
            for account in ["ann", "bob"] {
                let new = ["set", "--service", "here", "--account", account]
                let arguments = new + ["--require", "presence"]
                #expect(try tool.run(arguments, input: "s3cret").status == 0)
            }
            let dialogue = try Dialogue(tool, ["get", "here"])
            try dialogue.see("Look for 'here'. Allow the use of an item of the keychain")
            dialogue.type("n\n")
            #expect(dialogue.end() == 75)
        }
    }

    /// Runs code with a tool whose keychain has one item with a password.
    private func withItem(_ body: (Tool) throws -> Void) throws {
        try Tool.inFolder { tool in
            let stage = Stage(tool: tool)
            try stage.perform(["item-with-password", "vault", "sesame", "s3cret"])
            try body(tool)
        }
    }
}
