#if Agent && os(Linux)
    import Foundation
    import PortableKeychain
    import Testing

    /// Questions of commands that ended with an error, because no dialog could be shown.
    @Suite struct AnsweringTests {
        private static let get = ["get", "api/ci"]

        private func stage() throws -> DoorStage {
            try DoorStage(nil) { stage in
                try Keychain.openOrCreate(configuration: stage.configuration)
                    .withAccessGroups(["keychainctl"])
                    .set("s3cret", for: GenericPassword(service: "api", account: "ci"))
            }
        }

        private func run(
            _ stage: DoorStage,
            _ words: [String],
            program: String = "keychainctl"
        ) throws -> (status: Int32, output: String) {
            try stage.run(program, words, agent: "require")
        }

        /// Runs a command in a shell that then ends.
        private func runInShell(
            _ stage: DoorStage,
            _ words: [String]
        ) throws -> (status: Int32, output: String) {
            let program = stage.process("keychainctl", []).executableURL?.path ?? ""
            // More than one command, or the shell would become the program.
            let line = #""$0" "$@"; status=$?; exit $status"#
            return try run(stage, ["-c", line, program] + words, program: "/bin/sh")
        }

        /// The error names the command, and that command lets the next one through, once.
        @Test func theErrorNamesTheCommandThatHelps() throws {
            let stage = try stage()
            for number in 1...2 {
                let refused = try run(stage, Self.get)
                #expect(refused.status == 36)
                let advice =
                    "run 'keychainctl agent answer \(number) once', and then the program again"
                #expect(refused.output.hasSuffix("nobody could be asked; \(advice)\n"))
                let answer = try run(stage, ["agent", "answer", "\(number)", "once"])
                #expect(answer.status == 0, "\(answer.output)")
                let read = try run(stage, Self.get)
                #expect(read.status == 0)
                #expect(read.output == "s3cret")
            }
        }

        /// A stopped agent does not block the commands that look after it.
        @Test func commandsWithoutTheAgentDoNotWaitForIt() throws {
            let stage = try stage()
            kill(stage.daemon.processIdentifier, SIGSTOP)
            defer { kill(stage.daemon.processIdentifier, SIGCONT) }
            let start = ContinuousClock.now
            #expect(try run(stage, ["--version"]).status == 0)
            #expect(ContinuousClock.now - start < .seconds(20))
        }

        /// The answer is for the same program, started by the same process.
        @Test func nobodyElseTakesTheAnswer() throws {
            let stage = try stage()
            #expect(try run(stage, Self.get).status == 36)
            #expect(try run(stage, ["agent", "answer", "1", "once"]).status == 0)
            #expect(try runInShell(stage, Self.get).status == 36)
            let other = try run(stage, ["keychain", "s3cret"], program: "AgentUser")
            #expect(other.output.hasPrefix("failed: "))
            #expect(try run(stage, Self.get).output == "s3cret")
        }

        /// After the program has ended, the command says so, and the question is gone.
        @Test func anAnswerReachesSomebody() throws {
            let stage = try stage()
            #expect(try runInShell(stage, Self.get).status == 36)
            let outcome = try run(stage, ["agent", "answer", "1", "once"])
            #expect(outcome.status == 53)
            #expect(
                outcome.output.hasSuffix(
                    """
                    the program has ended, and so has the one that started it: an answer for one \
                    time reaches nobody; run the program again, and answer its next question\n
                    """
                ),
                "\(outcome.output)"
            )
            #expect(try run(stage, ["agent", "answer", "1", "once"]).status == 64)
            #expect(try run(stage, Self.get).status == 36)
            // To refuse a program that has ended is not a mistake.
            #expect(try run(stage, ["agent", "answer", "2", "never"]).status == 0)
        }
    }
#endif
