#if Agent && os(Linux)
    import TestRounds
    import Foundation
    import KeychainAgent
    @_spi(Keepers) import PortableKeychain
    import TestPrograms

    /// `keychaind --agent` with a folder of its own, and a user who is asked by a script.
    final class DoorStage {
        let folder: String
        private(set) var daemon = Process()

        /// The folder for the sockets of a session.
        var runtime: String { folder + "/run" }
        /// The path at which programs look for the agent.
        var socket: String { runtime + "/portable-keychain/agent" }
        var ssh: String { runtime + "/ssh" }

        /// Starts an agent.
        ///
        /// - Parameters:
        ///   - answer: The answer of the program for dialogs to CONFIRM; `nil` for no such program.
        ///   - prepare: Called before the agent is started.
        /// - Throws: An error if a program cannot be started.
        init(_ answer: String? = "OK", prepare: (DoorStage) throws -> Void = { _ in }) throws {
            folder = NSTemporaryDirectory() + "/d-" + UUID().uuidString.prefix(8)
            for path in [folder, runtime] {
                try FileManager.default.createDirectory(
                    atPath: path,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
            }
            if let answer { try allow(answer) }
            try prepare(self)
            try start()
        }

        /// Puts a user before the screen who answers at once.
        ///
        /// - Parameter answer: The answer of the program for dialogs to CONFIRM.
        /// - Throws: An error if the program cannot be written.
        func allow(_ answer: String = "OK") throws {
            try Self.writeDialog(in: folder, confirm: "echo '\(answer)'")
        }

        /// Writes a program for dialogs that records each line it receives in the file `told`.
        ///
        /// - Parameters:
        ///   - folder: The folder of the program, `pinentry`.
        ///   - command: A command of the shell that prints the answer to CONFIRM.
        /// - Throws: An error if the program cannot be written.
        static func writeDialog(in folder: String, confirm command: String) throws {
            try TestProgram.write(
                folder + "/pinentry",
                """
                echo OK
                while read -r line; do
                    echo "$line" >>"${0%/*}/told"
                    case $line in
                    CONFIRM*) \(command) ;;
                    BYE*) exit 0 ;;
                    *) echo OK ;;
                    esac
                done
                """
            )
        }

        deinit {
            kill()
            // The kernel keeps some keys of a keychain that is only locked.
            try? Keychain.remove(.standard, configuration: configuration)
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// Starts the agent, and waits until it answers.
        func start() throws {
            daemon = process("keychaind", ["--agent", "--socket", socket, "--ssh", ssh])
            daemon.standardError = FileHandle.nullDevice
            try daemon.run()
            waits { (try? agent.status()) != nil }
        }

        /// Ends the agent without a warning.
        func kill() {
            guard daemon.isRunning else { return }
            Foundation.kill(daemon.processIdentifier, SIGKILL)
            daemon.waitUntilExit()
        }

        var agent: AgentAdministration { AgentAdministration(AgentLine(socket)) }

        /// The keychain through the agent.
        func keychain(_ group: String = "app") -> Keychain {
            Keychain(keeper: AgentKeeper(AgentLine(socket), groups: AccessGroups([group])))
        }

        /// The configuration with which this process sees the same keychain without the agent.
        var configuration: Keychain.Configuration {
            Keychain.Configuration(folder: folder + "/portable-keychain")
        }

        /// The lines that the program for dialogs received.
        var told: String { (try? String(contentsOfFile: folder + "/told", encoding: .utf8)) ?? "" }

        /// Runs one of our programs, or another one by its path.
        ///
        /// - Parameters:
        ///   - program: The program.
        ///   - arguments: Its words.
        ///   - input: Its standard input.
        ///   - agent: `PORTABLE_KEYCHAIN_AGENT` in a session whose folder has the agent's socket; `nil`
        ///     for neither.
        ///   - variables: More of its environment.
        /// - Returns: Its status, and its output.
        /// - Throws: An error if it cannot be started.
        func run(
            _ program: String,
            _ arguments: [String],
            input: String = "",
            agent: String? = nil,
            variables: [String: String] = [:]
        ) throws -> (status: Int32, output: String) {
            // Files, because programs that other tests start at the same moment keep pipes open.
            let files = ["input", "output"].map { "\(folder)/\($0)-\(UUID().uuidString)" }
            try Data(input.utf8).write(to: URL(filePath: files[0]))
            try Data().write(to: URL(filePath: files[1]))
            let process = process(program, arguments)
            if let agent {
                process.environment?["PORTABLE_KEYCHAIN_AGENT"] = agent
                process.environment?["XDG_RUNTIME_DIR"] = runtime
            }
            process.environment?.merge(variables) { $1 }
            process.standardInput = FileHandle(forReadingAtPath: files[0])
            process.standardOutput = FileHandle(forWritingAtPath: files[1])
            process.standardError = process.standardOutput
            try process.run()
            process.waitUntilExit()
            return (
                process.terminationStatus, try String(contentsOfFile: files[1], encoding: .utf8)
            )
        }

        /// One of our programs, or another one by its path, which is not started yet.
        func process(_ program: String, _ arguments: [String]) -> Process {
            let process = Process()
            let folderOfPrograms = PrivateBus.program.deletingLastPathComponent()
            process.executableURL =
                program.hasPrefix("/")
                ? URL(filePath: program) : folderOfPrograms.appending(path: program)
            process.arguments = arguments
            process.environment = [
                "HOME": folder, "XDG_DATA_HOME": folder, "PATH": "/usr/bin:/bin",
                "SSH_AUTH_SOCK": ssh, "KEYCHAINCTL_QUICK_PASSCODES": "1",
                "PORTABLE_KEYCHAIN_AUTHENTICATOR": folder + "/pinentry",
            ]
            return process
        }
    }
#endif
