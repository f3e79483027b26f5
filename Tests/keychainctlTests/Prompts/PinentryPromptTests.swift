#if os(Linux)
    import Foundation
    import PortableKeychain
    import Testing

    /// The real dialog of a terminal, pinentry-curses.
    @Suite struct PinentryPromptTests {
        private static let passcode = "correct horse"

        /// Runs code with a tool that asks in dialogs, whose default keychain is locked.
        private func inDialogs(_ body: (Tool) throws -> Void) throws {
            try Tool.inFolder { tool in
                try Stage(tool: tool).perform(["keychain", "default", Self.passcode])
                let keychain = try Keychain.open(configuration: tool.configuration)
                try keychain.unlock(passcode: SecretBytes(utf8: Self.passcode))
                try keychain.set(
                    "s3cret",
                    for: GenericPassword(service: "api", accessGroup: "keychainctl")
                )
                try keychain.lock()
                var asking = tool
                asking.variables += [
                    "PORTABLE_KEYCHAIN_AUTHENTICATOR=/usr/bin/pinentry-curses",
                    "GPG_TTY=/dev/tty", "TERM=xterm",
                ]
                try body(asking)
            }
        }

        @Test func unlocksWithThePasscode() throws {
            try inDialogs { tool in
                let dialogue = try Dialogue(tool, ["get", "--service", "api"])
                dialogue.resize(columns: 120, rows: 24)
                try dialogue.see("<Cancel>")
                #expect(dialogue.shown.contains("Passcode of the keychain"))
                dialogue.type("wrong\r")
                try dialogue.see("<Cancel>")
                #expect(dialogue.shown.contains("The answer was wrong. Try again."))
                dialogue.type("\(Self.passcode)\r")
                #expect(dialogue.end() == 0)
                #expect(dialogue.shown.contains("s3cret"))
                #expect(!dialogue.shown.contains(Self.passcode))
            }
        }

        /// A job in the background would be stopped as soon as its dialog touches the terminal,
        /// such as 'keychaind --agent &', which then answers no client.
        @Test func asksForAJobInTheBackground() throws {
            try inDialogs { tool in
                let script = """
                    export GPG_TTY=$(tty)
                    '\(Tool.path)' get --service api & wait
                    jobs -l
                    """
                let dialogue = try Dialogue(tool, ["run", "--", "/bin/bash", "-mc", script])
                dialogue.resize(columns: 120, rows: 24)
                try dialogue.see("<Cancel>")
                dialogue.type("\(Self.passcode)\r")
                #expect(dialogue.end() == 0)
                #expect(dialogue.shown.contains("s3cret"))
                #expect(!dialogue.shown.contains("Stopped"))
            }
        }

        /// Escape is a no, and opens nothing.
        @Test func takesACancelForANo() throws {
            try inDialogs { tool in
                let dialogue = try Dialogue(tool, ["get", "--service", "api"])
                dialogue.resize(columns: 120, rows: 24)
                try dialogue.see("<Cancel>")
                dialogue.type("\t\t\r")
                #expect(dialogue.end() == 75)
                #expect(!dialogue.shown.contains("s3cret"))
            }
        }
    }
#endif
