#if TPM && os(Linux)
    import Foundation
    import KeychainctlKit
    import PortableKeychain
    import TestRounds
    import Testing

    @testable import KeychainTPM

    /// The tool is killed while it moves keys into the chip and out of it.
    @Suite("A tool killed at any moment", .thorough, .needsSimulator)
    struct TPMCrashTests {
        private let rounds = TestRounds.amount(4, quick: 4)

        /// Kills a command at a random moment of the time that it takes.
        private func kill(_ tool: TPMTool, _ words: [String], input: String) throws {
            let process = try tool.start(words, input: input)
            usleep(UInt32.random(in: 0...200_000))
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            // Processes that the command had started may continue for a moment.
            usleep(20_000)
            try tool.forgetUnsealedKey()
        }

        private func holds(_ tool: TPMTool) throws -> Bool {
            let found = try tool.run("get", "--service", "a")
            return found.output == "s3cret"
        }

        @Test("loses nothing while it binds and unbinds")
        func binding() throws {
            let tool = try TPMTool()
            let recovery = try tool.bind()
            for round in 0..<rounds {
                let isBound = try tool.run("tpm", "status").output.contains("device-key\ttpm\n")
                try kill(tool, ["tpm", isBound ? "unbind" : "bind"], input: recovery)
                #expect(try holds(tool), "round \(round), after it was \(isBound)")
            }
            // The rest can be finished, in both directions.
            for command in ["bind", "unbind"] {
                _ = try tool.run("tpm", command, input: recovery)
                #expect(try holds(tool))
            }
            #expect(try tool.run("tpm", "bind", input: recovery).status == 0)
            #expect(try holds(tool))
        }

        @Test("loses nothing while it enrolls a PIN and removes its slot")
        func slots() throws {
            let tool = try TPMTool()
            _ = try tool.bind()
            #expect(try tool.run("passcode", "set", input: "horse").status == 0)
            for round in 0..<rounds {
                let slots = try tool.run("slot", "list").output.split(separator: "\n")
                let pin = slots.first { $0.contains("token-pin") }?.split(separator: "\t").first
                if let pin {
                    try kill(tool, ["slot", "remove", String(pin)], input: "horse\n")
                } else {
                    try kill(tool, ["tpm", "enroll"], input: "horse\n1234\n")
                }
                let opened = try tool.run("unlock", input: "horse")
                #expect([0, 79].contains(opened.status), "round \(round): \(opened.complaints)")
                #expect(try tool.run("slot", "list").status == 0)
            }
        }
    }
#endif
