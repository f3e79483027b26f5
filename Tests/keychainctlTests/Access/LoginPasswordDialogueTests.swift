import Foundation
import PortableKeychain
import Testing

@testable import keychainctl

/// The login password, where the user is asked.
@Suite struct LoginPasswordDialogueTests {
    private static let passcode = "correct horse"

    private func stage(_ body: (Tool) throws -> Void) throws {
        try Tool.inFolder { tool in
            try Stage(tool: tool).perform(["keychain", "default", Self.passcode])
            let enrolled = try tool.run(
                ["login-password", "enroll"],
                input: "\(Self.passcode)\nas ana on monday\n"
            )
            #expect(enrolled.status == 0, "\(enrolled.complaints)")
            #expect(try tool.run(["lock"]).status == 0)
            try body(tool)
        }
    }

    private func opens(_ tool: Tool, _ password: String) throws -> Bool {
        #expect(try tool.run(["lock"]).status == 0)
        _ = try tool.run(["login-password", "unlock", "--at-login"], input: password)
        return try tool.run(["status"]).text.contains("state\tunlocked")
    }

    /// A changed login password is enrolled after the passcode, without another command.
    @Test(arguments: [true, false]) func unlockOffersTheNewOne(_ isWanted: Bool) throws {
        try stage { tool in
            #expect(try !opens(tool, "as ana on tuesday"))
            let dialogue = try Dialogue(tool, ["unlock"])
            try dialogue.see("Passcode: ")
            dialogue.type("\(Self.passcode)\n")
            try dialogue.see("should the new one open it? [y/N] ")
            dialogue.type(isWanted ? "y\n" : "n\n")
            if isWanted {
                for prompt in ["Login password: ", "Login password again: "] {
                    try dialogue.see(prompt)
                    dialogue.type("as ana on tuesday\n")
                }
            }
            #expect(dialogue.end() == 0, "\(dialogue.shown)")
            #expect(try opens(tool, "as ana on tuesday") == isWanted)
            #expect(try opens(tool, "as ana on monday") != isWanted)
        }
    }

    /// Nothing is offered where the last login has opened it.
    @Test func unlockOffersNothingOtherwise() throws {
        try stage { tool in
            #expect(try !opens(tool, "a mistake"))
            #expect(try opens(tool, "as ana on monday"))
            #expect(try tool.run(["lock"]).status == 0)
            let dialogue = try Dialogue(tool, ["unlock"])
            try dialogue.see("Passcode: ")
            dialogue.type("\(Self.passcode)\n")
            #expect(dialogue.end() == 0, "\(dialogue.shown)")
            #expect(!dialogue.shown.contains("login"))
        }
    }

    /// The password is typed twice, and longer ones than PAM hands over are refused.
    @Test func enrollingRefusesMistakes() throws {
        try stage { tool in
            let cases = [
                ("as ana on friday", "as anna on friday", "do not match"),
                (String(repeating: "a", count: 512), nil, "no login hands over"),
            ]
            for (first, second, message) in cases {
                let dialogue = try Dialogue(tool, ["login-password", "enroll"])
                try dialogue.see("Passcode: ")
                dialogue.type("\(Self.passcode)\n")
                for (prompt, word) in zip(["password: ", "again: "], [first, second ?? first]) {
                    try dialogue.see(prompt)
                    dialogue.type("\(word)\n")
                }
                #expect(dialogue.end() == 64, "\(dialogue.shown)")
                #expect(dialogue.shown.contains(message), "\(dialogue.shown)")
                #expect(try opens(tool, "as ana on monday"))
            }
        }
    }

    /// On a terminal, a rotation asks for it, and no entry removes it.
    @Test(arguments: ["as ana on monday", ""]) func rotationAsksForIt(_ typed: String) throws {
        try stage { tool in
            let dialogue = try Dialogue(tool, ["rotate"])
            try dialogue.see("Passcode: ")
            dialogue.type("\(Self.passcode)\n")
            try dialogue.see("Login password, to keep it (no entry: remove it): ")
            dialogue.type("\(typed)\n")
            if typed.isEmpty {
                try dialogue.see("Remove 1 way in? [y/N] ")
                dialogue.type("y\n")
            }
            #expect(dialogue.end() == 0, "\(dialogue.shown)")
            #expect(try opens(tool, "as ana on monday") != typed.isEmpty)
        }
    }

    /// A disk that takes nothing changes no answer: only the note about the refused login is missing.
    @Test func aFullDiskHidesNothing() throws {
        try stage { tool in
            let unlock = "(ulimit -f 0; \"$TOOL\" login-password unlock --at-login)"
            let refused = try tool.runInShell("printf 'a mistake' | \(unlock)")
            #expect(refused.status == 51, "\(refused.complaints)")
            // The limit holds for the file of the messages too, so the status alone tells the cause.
            #expect(try !tool.run(["login-password", "status"]).text.contains("refused"))
            #expect(try !opens(tool, "a mistake"))
            #expect(try tool.run(["login-password", "status"]).text.contains("refused"))
            let opened = try tool.runInShell("printf 'as ana on monday' | \(unlock)")
            #expect(opened.status == 0, "\(opened.complaints)")
            #expect(try tool.run(["status"]).text.contains("state\tunlocked"))
        }
    }

    /// All keychains that the password opens are unlocked at a login, whatever another one says.
    @Test func aLoginOpensAllOfThem() throws {
        try stage { tool in
            for name in ["first", "second", "third"] {
                try Stage(tool: tool).perform(["keychain", name, Self.passcode])
                guard name != "third" else { continue }
                let password = name == "first" ? "another" : "as ana on monday"
                let enrolled = try tool.run(
                    ["login-password", "enroll", "--keychain", name],
                    input: "\(Self.passcode)\n\(password)\n"
                )
                #expect(enrolled.status == 0)
            }
            for name in ["default", "first", "second", "third"] {
                #expect(try tool.run(["lock", "--keychain", name]).status == 0)
            }
            // A program in C sends the zero byte at the end of its text.
            let words = ["login-password", "unlock", "--at-login"]
            #expect(try tool.run(words, input: "as ana on monday\0").status == 51)
            let states = try tool.run(["keychains"]).text.split(separator: "\n").map {
                $0.split(separator: "\t").prefix(2).joined(separator: " ")
            }
            #expect(
                states == [
                    "default unlocked", "first locked", "second unlocked", "third locked",
                ]
            )
        }
    }
}
