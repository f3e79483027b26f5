#if Agent && os(Linux)
    import Foundation
    import PortableKeychain
    import Testing

    @testable import KeychainAgent

    /// `keychainctl agent` with a real agent.
    @Suite struct AgentCommandTests {
        private func agent(
            _ stage: DoorStage,
            _ words: [String],
            input: String = ""
        ) throws -> (status: Int32, output: String) {
            try stage.run(
                "keychainctl",
                ["agent"] + words + ["--socket", stage.socket],
                input: input
            )
        }

        @Test func forgetsWhatWasDecided() throws {
            // Only programs that root installed are remembered, and this test is none everywhere.
            let stage = try DoorStage { stage in
                let book = try GrantBook(Keychain.openOrCreate(configuration: stage.configuration))
                for (path, group, isAllowed) in [
                    ("/usr/bin/curl", "app", false), ("/usr/bin/git", "app", true),
                    ("/usr/bin/git", "web", true),
                ] {
                    let program = Caller.Program(path: path, device: 1, inode: 2)
                    try book.remember(program, group, isAllowed: isAllowed)
                }
            }
            let objects = [
                ("never", "app", "curl"), ("always", "app", "git"), ("always", "web", "git"),
            ]
            .map { decision, group, program in
                """
                  {
                    "decision": "\(decision)",
                    "group": "\(group)",
                    "program": "/usr/bin/\(program)"
                  }
                """
            }
            #expect(
                try agent(stage, ["grants", "--json"]).output
                    == "[\n\(objects.joined(separator: ",\n"))\n]\n"
            )
            let curl = "never\tapp\t/usr/bin/curl\n"
            let git = ["always\tapp\t/usr/bin/git\n", "always\tweb\t/usr/bin/git\n"]
            for (words, forgotten, rest) in [
                (["/usr/bin/ssh"], 0, curl + git[0] + git[1]),
                (["/usr/bin/git", "--group", "web"], 1, curl + git[0]),
                (["--group", "app"], 2, ""), (["--all"], 0, ""),
            ] {
                #expect(try agent(stage, ["revoke"] + words).output == "Forgotten: \(forgotten)\n")
                #expect(try agent(stage, ["grants"]).output == rest)
            }
            for words in [[], ["--all", "--group", "app"]] {
                #expect(try agent(stage, ["revoke"] + words).status == 64)
            }
        }

        /// Questions without a dialog: the user answers on a terminal, and proves the answer by the
        /// passcode.
        @Test func answersQuestionsThatWait() throws {
            let stage = try DoorStage(nil) { stage in
                var configuration = stage.configuration
                configuration.passcodeHashing = try PasscodeHashing(
                    rounds: 1 << 10,
                    blockSize: 8,
                    parallelism: 1
                )
                try Keychain.openOrCreate(configuration: configuration)
                    .setPasscode(SecretBytes(utf8: "sesame"))
            }
            let keychain = stage.keychain()
            var item = GenericPassword(service: "api", account: "ci")
            item.accessibility = .always
            #expect(throws: KeychainError(.authenticationRequired)) {
                try keychain.set("s3cret", for: item)
            }
            let status = try agent(stage, ["status"]).output
            #expect(status.contains("process\t\(stage.daemon.processIdentifier)\n"))
            #expect(status.contains("\nquestion\t1 app /"))
            for (number, passcode, code) in [
                ("1", "wrong\n", Int32(51)), ("2", "sesame\n", 64), ("1", "sesame\n", 0),
                ("1", "sesame\n", 64),
            ] {
                let words = ["answer", number, "once"]
                let outcome = try agent(stage, words, input: passcode)
                #expect(outcome.status == code, "\(outcome.output)")
            }
            try keychain.set("s3cret", for: item)
            #expect(!(try agent(stage, ["status"]).output.contains("question")))
            let log = try agent(stage, ["log"]).output
            #expect(log.contains("\tallowed\tconsent\t-\tapp\t"))
            #expect(!log.contains("api") && !log.contains("s3cret"))
        }

        @Test(arguments: ["status", "grants", "log"]) func saysThatNoneIsThere(_ word: String)
            throws
        {
            let stage = try DoorStage()
            stage.kill()
            let outcome = try agent(stage, [word])
            #expect(outcome.status == 53)
            #expect(
                outcome.output.hasSuffix(
                    "no agent answers at \(stage.socket); run 'keychaind --agent'\n"
                )
            )
        }
    }
#endif
