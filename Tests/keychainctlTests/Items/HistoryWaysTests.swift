#if Agent && os(Linux)
    import Foundation
    import KeychainAgent
    import PortableKeychain
    import TestRounds
    import Testing

    /// The session of the history, which is the same in the file (`ScriptTests`), through the agent, and with
    /// a keychain that the agent alone may unlock.
    @Suite(.thorough) struct HistoryWaysTests {
        enum Way: String, CaseIterable, Sendable {
            case agent, exclusive
        }

        private static let passcode = "sesame"

        @Test(arguments: Way.allCases) func saysTheSame(_ way: Way) throws {
            let script = try #require(Script.all.first { $0.name == "history.txt" })
            try Tool.inFolder { tool in
                if way == .exclusive {
                    let configuration = try Stage(tool: tool).quick()
                    let keychain = try Keychain.openOrCreate(configuration: configuration)
                    try keychain.setPasscode(SecretBytes(utf8: Self.passcode))
                    try keychain.lock()
                }
                let agent = try ToolAgent(tool)
                var tool = tool
                tool.variables += agent.variables
                if way == .exclusive {
                    for words in [["agent", "exclusive", "on"], ["unlock"]] {
                        #expect(try tool.run(words, input: Self.passcode + "\n").status == 0)
                    }
                    #expect(try agent.administration.status().isExclusive)
                }
                try ScriptTests.run(script, on: Stage(tool: tool, others: agent.keychain))
                // The agent did it.
                let log = try agent.administration.log()
                for verb in ["history", "undo", "restore", "purge", "forget", "keep"] {
                    #expect(log.contains { $0.contains("\tdone\t\(verb)\t") }, "\(verb)")
                }
            }
        }

        /// On a terminal, a change through the agent says how it is taken back.
        @Test func saysHowItIsTakenBack() throws {
            try Tool.inFolder { tool in
                let agent = try ToolAgent(tool)
                var tool = tool
                tool.variables += agent.variables
                let words = ["--service", "api", "--account", "ci"]
                let dialogue = try Dialogue(tool, ["set"] + words + ["--generate"])
                try dialogue.see("Added api/ci; 'keychainctl undo' takes that back until ")
                #expect(dialogue.end() == 0)
                let deletion = try Dialogue(tool, ["delete", "api/ci"])
                try deletion.see("Deleted api/ci; 'keychainctl undo' brings it back until ")
                #expect(deletion.end() == 0)
            }
        }
    }
#endif
