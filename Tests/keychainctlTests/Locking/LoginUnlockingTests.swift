import Foundation
import PortableKeychain
import Testing

/// `unlock --at-login`, as a unit of systemd runs it: it must not wait for a user who is not there,
/// and nothing is worse afterwards than without it.
@Suite struct LoginUnlockingTests {
    private static let words = ["unlock", "--at-login", "--keychain", "work"]
    private static let stays = "stays locked until a command that needs it asks"

    private func isLocked(_ tool: Tool) throws -> Bool {
        try tool.run(["status", "--keychain", "work"]).text.contains("state\tlocked")
    }

    /// Runs code with a tool that has a locked keychain, and asks as a line of `sh` answers.
    private func withDialog(_ answer: String, _ body: (Tool) throws -> Void) throws {
        try Tool.inFolder { tool in
            try LockedUse.prepare(tool)
            try body(tool.asking(answer))
        }
    }

    /// There is no way to ask the user: no terminal, and the variable does not name a dialog.
    @Test(arguments: [nil, "terminal", "/nonexistent", "/bin/false", "nonsense"])
    func waitsForNobody(_ authenticator: String?) throws {
        try Tool.inFolder { plain in
            try LockedUse.prepare(plain)
            var tool = plain
            tool.variables += authenticator.map { ["PORTABLE_KEYCHAIN_AUTHENTICATOR=\($0)"] } ?? []
            let outcome = try tool.run(Self.words)
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.complaints.contains(Self.stays))
            #expect(try isLocked(tool))
            // Of a keychain that nothing locks there is nothing to say.
            #expect(try tool.run(["create", "open"]).status == 0)
            let open = try tool.run(["unlock", "--at-login", "--keychain", "open"])
            #expect(open.status == 0 && open.complaints.isEmpty, "\(open.complaints)")
            let missing = try tool.run(["unlock", "--at-login", "--keychain", "none"])
            #expect(missing.status == 50, "\(missing.complaints)")
        }
    }

    @Test func asksOnATerminal() throws {
        try Tool.inFolder { tool in
            try LockedUse.prepare(tool)
            let dialogue = try Dialogue(tool, Self.words)
            try dialogue.see("'work': ")
            dialogue.type(LockedUse.passcode + "\n")
            let status = dialogue.end()
            guard KernelKeys.areKept else { return }
            #expect(status == 0, "\(dialogue.shown)")
            #expect(try !isLocked(tool))
        }
    }

    /// The user's answer, the status, and whether the keychain is unlocked then.
    @Test(
        arguments: [
            (#"printf 'D \#(LockedUse.passcode)\nOK\n'"#, 0, true),
            ("echo ERR 83886179 canceled", 0, false),
            (#"printf 'D wrong\nOK\n'"#, 51, false),
        ] as [(String, Int32, Bool)]
    )
    func asksInADialog(_ answer: String, _ status: Int32, _ opens: Bool) throws {
        guard KernelKeys.areKept else { return }
        try withDialog(answer) { tool in
            let outcome = try tool.run(Self.words)
            #expect(outcome.status == status, "\(outcome.complaints)")
            #expect(outcome.complaints.contains(Self.stays) == (status == 0 && !opens))
            #expect(try isLocked(tool) == !opens)
            guard opens else { return }
            // It is unlocked already.
            let asked = "\(tool.folder)/bin/asked"
            try FileManager.default.removeItem(atPath: asked)
            #expect(try tool.run(Self.words).status == 0)
            #expect(!FileManager.default.fileExists(atPath: asked))
        }
    }

    #if FIDO2 && os(Linux)
        /// A key only blinks: a dialog states the purpose of the touch before it blinks.
        @Test func saysWhatATouchIsFor() throws {
            guard KernelKeys.areKept else { return }
            try withDialog("echo OK") { tool in
                try tool.installSecurityKey("")
                let enroll = ["fido2", "enroll", "--keychain", "work"]
                let enrolled = try tool.run(enroll, input: LockedUse.passcode)
                #expect(enrolled.status == 0, "\(enrolled.complaints)")
                #expect(try tool.run(["lock", "--keychain", "work"]).status == 0)
                let outcome = try tool.run(Self.words)
                #expect(outcome.status == 0, "\(outcome.complaints)")
                #expect(try !isLocked(tool))
                let asked = try String(contentsOfFile: "\(tool.folder)/bin/asked", encoding: .utf8)
                #expect(asked.contains("touch the security key that blinks"), "\(asked)")
            }
        }
    #endif

    @Test(arguments: [["--for", "1h"], ["--fido2"]])
    func isNotMixedWithOtherWays(_ option: [String]) throws {
        try Tool.inFolder { tool in
            let outcome = try tool.run(["unlock", "--at-login"] + option)
            #expect(outcome.status == 64 && outcome.complaints.contains("--at-login"))
        }
    }
}
