import Foundation
import TestRounds
import Testing

/// A secret is stored as it is typed or pasted at prompts.
@Suite(.thorough) struct PasteTests {
    private static let brackets = (start: "\u{1B}[200~", end: "\u{1B}[201~")

    private static func inBrackets(_ text: String) -> String {
        brackets.start + text + brackets.end
    }

    /// Stores the typed text twice; returns the secret.
    private static func stored(_ typed: String, variables: [String] = []) throws -> [UInt8] {
        try Tool.inFolder { tool in
            var tool = tool
            tool.variables = variables
            let dialogue = try Dialogue(tool, ["set", "--service", "api"])
            for prompt in ["Secret: ", "Secret again: "] {
                try dialogue.see(prompt)
                dialogue.type(typed)
            }
            #expect(dialogue.end() == 0)
            #expect(dialogue.echoes)
            return try tool.run(["get", "--service", "api"]).output
        }
    }

    static let typed: [(String, String)] = [
        ("s3\u{1B}[Acret\u{1B}OD\u{1B}[3~\n", "s3cret"), ("s3cret\r", "s3cret"),
        ("s3cret\n\n", "s3cret"),
        ("wrong\u{15}s3c\u{1}ré\u{7F}et\n", "s3cret"),
        (inBrackets("s3cret\r") + "\r", "s3cret"), ("s3" + inBrackets("cr") + "et\n", "s3cret"),
        (inBrackets("a\r\nb\r\n") + "\r", "a\nb"), (inBrackets("a\nb\n") + "\r", "a\nb"),
        (inBrackets("-----BEGIN-----\rabc\r\rdef\r") + "\r", "-----BEGIN-----\nabc\n\ndef"),
    ]

    @Test(arguments: typed) func storesWhatIsTyped(_ typed: String, _ secret: String) throws {
        #expect(try Self.stored(typed) == Array(secret.utf8))
    }

    /// The terminal is asked for brackets where it is known to have them; a dumb one gets no codes.
    @Test(arguments: [("TERM=xterm", true), ("TERM=dumb", false)])
    func asksForBrackets(_ variable: String, _ isAsked: Bool) throws {
        try Tool.inFolder { tool in
            var tool = tool
            tool.variables = [variable]
            let dialogue = try Dialogue(tool, ["set", "--service", "api"])
            try dialogue.see("Secret: ")
            dialogue.type("s3c\u{1B}[Aret\n")
            try dialogue.see("Secret again: ")
            dialogue.type("s3cret\n")
            #expect(dialogue.end() == 0)
            let parts = dialogue.shown.components(separatedBy: "\u{1B}")
            let news = "Added api; 'keychainctl undo' takes that back until "
            let codes = [
                "[?2004h\u{7}", "[?2004l\r\nSecret again: ", "[?2004h", "[?2004l\r\n\(news)",
            ]
            let shown = parts.dropFirst().map { $0.replacing(/\d+-\d+-\d+\.\r\n/, with: "") }
            #expect(shown == (isAsked ? codes : []))
        }
    }

    /// Input, and how the refusal begins.
    static let refused: [(String, String)] = [
        ("s3cret\necho ran\n", "a paste of several lines is not taken here"),
        ("s3cret\necho ran", "a paste of several lines is not taken here"),
        (inBrackets("a\u{1B}[A\recho ran\r") + "\r", "what was pasted has control characters"),
        ("s3cret\u{1B}", "nothing was entered"),
    ]

    /// A shell runs no part of a refused paste, also if it arrives in pieces.
    @Test(arguments: refused) func leavesNothingForTheShell(_ typed: String, _ refusal: String)
        throws
    {
        try Self.inShell("set --service api", "Secret: ") { dialogue in
            dialogue.type(typed)
            for _ in 0..<5 {
                usleep(20_000)
                dialogue.type("echo ran\n")
            }
        } then: { shown in
            #expect(shown.contains("keychainctl: \(refusal); "), "\(shown)")
        }
    }

    /// A paste of several lines is neither a passcode nor an answer, in brackets or not.
    @Test(arguments: ["one\ntwo\n", inBrackets("one\rtwo\r"), inBrackets("one\r") + "two\r"])
    func refusesSeveralLines(_ typed: String) throws {
        try Self.inShell("passcode set", "New passcode: ") {
            $0.type(typed)
        } then: { shown in
            #expect(shown.contains("a paste of several lines is not taken here; "), "\(shown)")
        }
        try Self.inShell("delete --all", "[y/N] ") {
            $0.type(typed.replacing("one", with: "y"))
        } then: { shown in
            #expect(shown.contains("othing was deleted"), "\(shown)")
        }
    }

    /// The library asks for a passcode by the same prompt.
    @Test(.enabled(if: KernelKeys.areKept)) func takesNoPasscodeOfSeveralLines() throws {
        try Tool.inFolder { tool in
            try LockedUse.prepare(tool)
            for (typed, refusal) in [
                (
                    Self.inBrackets("one\rtwo\r"),
                    "several lines were pasted at once; enter one line"
                ),
                ("one\ntwo\n", "several lines were pasted at once; enter one line"),
                (Self.inBrackets("one\u{1}"), "what was pasted has control characters; enter text"),
            ] {
                let dialogue = try Dialogue(tool, ["get", "--service", "api"])
                try dialogue.see("'work': ")
                dialogue.type(typed)
                #expect(dialogue.end() != 0)
                #expect(dialogue.shown.contains(refusal), "\(dialogue.shown)")
            }
        }
    }

    /// A control character in a paste can end the program, and the rest does not become input of
    /// the shell.
    @Test func leavesNothingWhenAPasteInterrupts() throws {
        try Self.inShell("set --service api", "Secret: ") { dialogue in
            dialogue.type(Self.inBrackets("a\u{3}echo ran\recho ran\r"))
        } then: { _ in
        }
    }

    /// Runs a command in a shell that afterwards reads the rest of the input.
    private static func inShell(
        _ command: String,
        _ prompt: String,
        _ body: (Dialogue) throws -> Void,
        then check: (String) throws -> Void
    ) throws {
        try Tool.inFolder { tool in
            #expect(try tool.run(["set", "--service", "old"], input: "x").status == 0)
            #expect(try tool.run(["set", "--service", "older"], input: "x").status == 0)
            try tool.linkShell()
            let line =
                "trap : INT; '\(Tool.path)' \(command); echo; echo left:; timeout 1 cat; echo end"
            let dialogue = try Dialogue(tool, ["-c", line], as: "./shell")
            try dialogue.see(prompt)
            try body(dialogue)
            try dialogue.see("end")
            #expect(dialogue.end() == 0)
            let left = dialogue.shown.components(separatedBy: "left:").last ?? ""
            #expect(left.filter { !$0.isWhitespace } == "end", "\(dialogue.shown)")
            try check(dialogue.shown)
            // A refused command changes nothing.
            #expect(try tool.run(["list"]).text.split(separator: "\n").count == 2)
            #expect(try tool.run(["get", "--service", "old"]).text == "x")
        }
    }
}
