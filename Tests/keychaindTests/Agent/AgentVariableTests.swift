#if Agent && os(Linux)
    import Foundation
    import KeychainAgent
    @_spi(Keepers) import PortableKeychain
    import TestRounds
    import Testing

    /// Programs that reach their default keychain through the agent, by the variable alone.
    @Suite(.thorough) struct AgentVariableTests {
        /// Doors that a program stores and reads one item through.
        private static let readers = ["keychain", "security", "valet", "dve-keys"]
        /// Doors that it also changes, lists and deletes an item through.
        private static let users = ["dve", "stash", "manager", "box"]
        private static let doors = readers + users

        @Test(arguments: doors, ["require", "prefer"])
        func doorsGoThroughTheAgent(_ door: String, _ value: String) throws {
            let stage = try DoorStage()
            let outcome = try stage.run("AgentUser", [door, "s3cret"], agent: value)
            // The value that was read, and read again after a change; the number of listed items,
            // before a deletion and after it.
            let all = Self.users.contains(door) ? " new 1 0" : ""
            #expect(outcome.output == "s3cret\(all)\n")
            #expect(stage.told.contains("wants to use the items of"))
            let log = try stage.agent.log()
            let added = "\tdone\tadd\t\(door == "dve-keys" ? "keys" : "genp")\t"
            #expect(log.contains { $0.contains(added) && $0.contains("AgentUser") })
        }

        @Test(arguments: doors, ["require", "prefer"])
        func aRefusalIsFinal(_ door: String, _ value: String) throws {
            let stage = try DoorStage("ERR 83886179 canceled")
            let outcome = try stage.run("AgentUser", [door, "s3cret"], agent: value)
            #expect(outcome.output.hasPrefix("failed: "))
            #expect(try Keychain.open(configuration: stage.configuration).isEmpty)
        }

        /// No door opens the file in place of the agent.
        @Test(arguments: doors) func doorsNeedTheAgent(_ door: String) throws {
            let stage = try DoorStage()
            stage.kill()
            let outcome = try stage.run("AgentUser", [door, "s3cret"], agent: "require")
            #expect(outcome.output.hasPrefix("failed: "), "\(outcome.output)")
            #expect(try Keychain.open(configuration: stage.configuration).isEmpty)
        }

        /// The value of the variable without an agent, the output of the program, and whether the
        /// file is used.
        @Test(
            arguments: [
                ("require", "failed: ", "and none runs", false), ("prefer", "s3cret\n", "", true),
                (nil, "s3cret\n", "", true),
                ("always", "failed: ", "has a value that does not exist", false),
            ] as [(String?, String, String, Bool)]
        )
        func withoutAnAgent(
            _ value: String?,
            _ start: String,
            _ part: String,
            _ usesFile: Bool
        ) throws {
            let stage = try DoorStage()
            stage.kill()
            let outcome = try stage.run("AgentUser", ["keychain", "s3cret"], agent: value)
            #expect(outcome.output.hasPrefix(start), "\(outcome.output)")
            #expect(part.isEmpty || outcome.output.contains(part), "\(outcome.output)")
            #expect(
                try Keychain.open(configuration: stage.configuration).isEmpty != usesFile
            )
        }

        /// A program that does not install the client.
        @Test(arguments: [("require", "has no client of it"), ("prefer", "s3cret")])
        func withoutAClient(_ value: String, _ part: String) throws {
            let stage = try DoorStage()
            let words = ["keychain", "s3cret", "without"]
            let outcome = try stage.run("AgentUser", words, agent: value)
            #expect(outcome.output.contains(part), "\(outcome.output)")
            #expect(try stage.agent.log().isEmpty)
        }

        /// One program of the tool.
        private struct Command {
            var name = "keychainctl"
            let words: [String]
            var input = ""
            var output = ""
        }

        private static let commands = [
            Command(words: ["set", "-s", "api", "-a", "ci"], input: "s3cret"),
            Command(words: ["get", "-s", "api", "-a", "ci"], output: "s3cret"),
            Command(
                words: ["helper", "git", "store"],
                input: "protocol=https\nhost=example.com\nusername=ann\npassword=s3cret\n\n"
            ),
            Command(
                words: ["helper", "git", "get"],
                input: "protocol=https\nhost=example.com\n\n",
                output: "username=ann\npassword=s3cret\n"
            ),
            Command(
                words: ["helper", "docker", "store"],
                input: #"{"ServerURL":"https://r","Username":"ann","Secret":"s3cret"}"#
            ),
            Command(
                words: ["helper", "docker", "get"],
                input: "https://r",
                output: #"{"ServerURL":"https://r","Username":"ann","Secret":"s3cret"}"# + "\n"
            ),
            Command(
                name: "security",
                words: ["add-generic-password", "-a", "bob", "-s", "web", "-w", "s3cret"]
            ),
            Command(
                name: "security",
                words: ["find-generic-password", "-s", "web", "-w"],
                output: "s3cret\n"
            ),
        ]

        private func run(
            _ command: Command,
            _ stage: DoorStage
        ) throws -> (status: Int32, output: String) {
            let program = PrivateBus.program.deletingLastPathComponent()
                .appending(path: "keychainctl").path
            let line = #"name=$1; shift; exec -a "$name" "$0" "$@""#
            return try stage.run(
                "/bin/bash",
                ["-c", line, program, command.name] + command.words,
                input: command.input,
                agent: "require"
            )
        }

        @Test func theToolGoesThroughTheAgent() throws {
            let stage = try DoorStage()
            var done = 0
            for command in Self.commands {
                let outcome = try run(command, stage)
                #expect(outcome.status == 0, "\(command.words): \(outcome.output)")
                #expect(outcome.output == command.output, "\(command.words)")
                // The agent did each of them.
                let now = try stage.agent.log().count { $0.contains("\tdone\t") }
                #expect(now > done, "\(command.words)")
                done = now
            }
            stage.kill()
            for command in Self.commands {
                let outcome = try run(command, stage)
                #expect(outcome.status != 0, "\(command.words): \(outcome.output)")
                #expect(!outcome.output.contains("s3cret"), "\(command.words)")
            }
        }

        /// A refusal to change the file, and not its items, says what to do.
        @Test(arguments: [["verify"], ["slot", "list"], ["passcode", "set"]])
        func whatTheAgentDoesNotDo(_ words: [String]) throws {
            let stage = try DoorStage()
            let outcome = try stage.run("keychainctl", words, input: "1\n1\n", agent: "require")
            #expect(outcome.status != 0)
            #expect(
                outcome.output.contains("unset PORTABLE_KEYCHAIN_AGENT for this command"),
                "\(outcome.output)"
            )
        }
    }

    extension Keychain {
        /// Whether it has no items of programs.
        fileprivate var isEmpty: Bool {
            get throws {
                let all = ItemRequest(.copyMatching, itemClass: .genericPassword, limit: .all)
                return try withAccessGroups([AccessGroups.administrator]).answer(to: all) == nil
            }
        }
    }
#endif
