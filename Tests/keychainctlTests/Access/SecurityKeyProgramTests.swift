#if FIDO2 && os(Linux)
    import Foundation
    import Testing

    /// A program with only the library, and a security key that the tool enrolled.
    @Suite struct SecurityKeyProgramTests {
        private static let program = "installed/LockedReader"
        private static let passcode = "correct horse"

        /// Runs code with a locked keychain, an item, and the security key that opens it.
        private func locked(passcode: Bool, _ body: (Tool) throws -> Void) throws {
            try Tool.inFolder { tool in
                try tool.installSecurityKey("seed 1")
                let set = ["set", "--service", "api", "--account", "ci"]
                #expect(try tool.run(set, input: "s3cret").status == 0)
                if passcode {
                    let set = try tool.run(["passcode", "set"], input: Self.passcode + "\n")
                    #expect(set.status == 0, "\(set.complaints)")
                }
                let enrolled = try tool.run(["fido2", "enroll"], input: Self.passcode + "\n")
                #expect(enrolled.status == 0, "\(enrolled.complaints)")
                #expect(try tool.run(["lock"]).status == 0)
                try body(tool)
            }
        }

        @Test(arguments: [false, true]) func aTouchOpensTheKeychain(passcode: Bool) throws {
            try locked(passcode: passcode) { tool in
                let dialogue = try Dialogue(tool, [], as: Self.program)
                try dialogue.see("Touch the security key.")
                #expect(dialogue.end() == 0, "\(dialogue.shown)")
                #expect(dialogue.shown.contains("s3cret"), "\(dialogue.shown)")
            }
        }

        /// Another security key, or no touch: what the terminal shows before the passcode is asked for.
        @Test(arguments: [
            ("seed 2", ""), ("touch never", "Nobody touched the security key in time."),
        ])
        func thePasscodeIsAskedForWithoutIt(behavior: String, shows: String) throws {
            try locked(passcode: true) { tool in
                try tool.installSecurityKey(
                    behavior.hasPrefix("seed") ? behavior : "seed 1\n" + behavior
                )
                let dialogue = try Dialogue(tool, [], as: Self.program)
                try dialogue.see("Passcode of the keychain")
                let hint = shows.isEmpty ? "" : "Touch the security key.\r\n\(shows)"
                #expect(dialogue.shown.hasPrefix(hint), "\(dialogue.shown)")
                #expect(dialogue.shown.contains("Touch") == !shows.isEmpty, "\(dialogue.shown)")
                dialogue.type(Self.passcode + "\n")
                #expect(dialogue.end() == 0, "\(dialogue.shown)")
                #expect(dialogue.shown.contains("s3cret"), "\(dialogue.shown)")
            }
        }

        /// A keychain without a passcode says which security key it needs.
        @Test func anotherOneIsRefused() throws {
            try locked(passcode: false) { tool in
                try tool.installSecurityKey("seed 2")
                let dialogue = try Dialogue(tool, [], as: Self.program)
                #expect(dialogue.end() == 1, "\(dialogue.shown)")
                #expect(
                    dialogue.shown.contains("No connected security key was enrolled"),
                    "\(dialogue.shown)"
                )
            }
        }

        /// Without a terminal there is no user to touch it.
        @Test(arguments: [false, true]) func nobodyCanBeAsked(passcode: Bool) throws {
            try locked(passcode: passcode) { tool in
                let outcome = try tool.run([], as: Self.program)
                #expect(outcome.status == 1 && outcome.complaints.isEmpty, "\(outcome.complaints)")
                #expect(outcome.text.hasPrefix("The keychain is locked."), "\(outcome.text)")
            }
        }

        /// A dialog says what to touch before the security key blinks, and a user that declines opens nothing.
        @Test(
            arguments: [("echo OK", 0, "s3cret"), ("echo ERR 83886179 canceled", 1, "")]
                as [(String, Int32, String)]
        )
        func aDialogComesFirst(answer: String, status: Int32, secret: String) throws {
            try locked(passcode: false) { plain in
                let tool = try plain.asking(answer)
                let outcome = try tool.run([], as: Self.program)
                #expect(outcome.status == status && outcome.complaints.isEmpty, "\(outcome.text)")
                #expect(outcome.text.contains("s3cret") == (secret == "s3cret"), "\(outcome.text)")
                let asked = try String(contentsOfFile: "\(tool.folder)/bin/asked", encoding: .utf8)
                #expect(asked.contains("touch the security key that blinks"), "\(asked)")
            }
        }
    }
#endif
