#if os(Linux)
    import Foundation
    import Synchronization
    import Testing

    @testable import KeychainctlKit

    /// The files that `keychainctl agent enable` and `disable` write, and their commands to the
    /// service manager.
    @Suite struct AgentSetupTests {
        /// A service manager that records its commands.
        private final class Manager: Sendable {
            private let said = Mutex<[String]>([])

            var words: [String] { said.withLock { $0 } }

            /// The manager.
            ///
            /// - Parameter refused: The word of the calls that fail.
            /// - Returns: One that succeeds otherwise.
            func manager(refusing refused: String? = nil) -> ServiceManager {
                ServiceManager { words in
                    self.said.withLock { $0.append(words.joined(separator: " ")) }
                    return !words.contains { $0 == refused }
                }
            }
        }

        @Test(arguments: [
            (false, false, ["keychaind-agent.service", "keychaind-agent.socket"]),
            (
                true, false,
                ["keychaind-agent.service", "keychaind-agent.socket", "keychaind-ssh.socket"]
            ),
            (false, true, ["keychaind-agent.socket", "keychaind.service.d/agent.conf"]),
        ])
        func writesUnitsAndTakesThemBack(_ ssh: Bool, _ bus: Bool, _ expected: [String]) throws {
            try inFolder { folder, desktop in
                if bus { for file in try desktop.files() { _ = try file.install() } }
                let before = try units(folder)
                let manager = Manager()
                let setup = AgentSetup(desktop: desktop, manager: manager.manager())
                // It can be run again.
                for _ in 0..<2 { try setup.enable(ssh: ssh) }
                #expect(try units(folder).subtracting(before) == Set(expected))
                let sockets = expected.filter { $0.hasSuffix(".socket") }.joined(separator: " ")
                #expect(manager.words.contains("enable --now " + sockets))
                try setup.disable()
                #expect(try units(folder) == before)
                #expect(manager.words.contains { $0.hasPrefix("disable --now keychaind-agent") })
            }
        }

        /// The commands that a user runs, one after the other.
        private enum Command {
            case agent, agentOff, bus, busOff
        }

        /// The service that the agent's socket starts, and whether it serves the bus too, after commands in
        /// any order.
        @Test(
            arguments: [
                ([.agent], "keychaind-agent.service", false), ([.bus], nil, false),
                ([.agent, .bus], "keychaind.service", true),
                ([.bus, .agent], "keychaind.service", true),
                ([.agent, .bus, .busOff], "keychaind-agent.service", false),
                ([.bus, .agent, .busOff], "keychaind-agent.service", false),
                ([.bus, .busOff, .agent], "keychaind-agent.service", false),
                ([.bus, .agent, .busOff, .bus], "keychaind.service", true),
                ([.agent, .bus, .agentOff], nil, false), ([.bus, .agent, .agentOff], nil, false),
                ([.agent, .agentOff, .bus], nil, false),
                ([.bus, .agent, .agentOff, .busOff], nil, false),
                ([.bus, .agent, .busOff, .agentOff], nil, false),
                ([.agent, .bus, .agentOff, .agent], "keychaind.service", true),
            ] as [([Command], String?, Bool)]
        )
        private func everyOrderLeadsToOneService(
            _ commands: [Command],
            _ service: String?,
            _ servesBus: Bool
        ) throws {
            try inFolder { folder, desktop in
                let before = try units(folder)
                let manager = Manager().manager()
                let agent = AgentSetup(desktop: desktop, manager: manager)
                let bus = SecretServiceSetup(
                    desktop: desktop,
                    manager: manager,
                    bus: DesktopBus { method, _ in method == "GetId" ? "s \"a\"" : "" }
                )
                for command in commands {
                    switch command {
                    case .agent: try agent.enable(ssh: true)
                    case .agentOff: try agent.disable()
                    case .bus: try bus.install()
                    case .busOff: try bus.disable()
                    }
                }
                let units = try units(folder)
                #expect(units.contains("keychaind-agent.socket") == (service != nil))
                #expect(units.contains("keychaind-ssh.socket") == (service != nil))
                #expect(units.contains("keychaind-agent.service") == (service != nil && !servesBus))
                #expect(units.contains("keychaind.service.d/agent.conf") == servesBus)
                guard let service else { return }
                for name in ["agent", "ssh"] {
                    let socket = try text(folder, "keychaind-\(name).socket")
                    #expect(socket.contains("\nService=\(service)\n"))
                }
                let file = servesBus ? "keychaind.service.d/agent.conf" : service
                let words = servesBus ? "--user --agent" : "--agent"
                #expect(
                    try text(folder, file)
                        .contains("\nExecStart=\"/usr/bin/keychaind\" \(words)\n")
                )
                if commands.last == .agentOff, commands.contains(.busOff) {
                    #expect(units == before)
                }
            }
        }

        /// systemd has to stop the owner of the sockets before another service gets them.
        @Test func socketsChangeHandsWhileNobodyHasThem() throws {
            try inFolder { folder, desktop in
                let manager = Manager()
                let setup = AgentSetup(desktop: desktop, manager: manager.manager())
                try setup.enable(ssh: false)
                #expect(!manager.words.contains { $0.hasPrefix("stop") })
                for file in try desktop.files() { _ = try file.install() }
                try setup.follow()
                let stop = try #require(manager.words.firstIndex(of: "stop keychaind-agent.socket"))
                let start = try #require(
                    manager.words.lastIndex(of: "enable --now keychaind-agent.socket")
                )
                #expect(manager.words[stop..<start].contains("stop keychaind-agent.service"))
                #expect(manager.words[stop..<start].contains("daemon-reload"))
                // Nothing ends where nothing has changed.
                let count = manager.words.count
                try setup.follow()
                #expect(!manager.words[count...].contains { $0.hasPrefix("stop") })
            }
        }

        /// Without the program there is no socket at the next login, to which programs connect in vain.
        @Test func theSocketsNeedTheProgram() throws {
            try inFolder { folder, desktop in
                var desktop = desktop
                desktop.program = "/opt/100%/keychaind"
                try AgentSetup(desktop: desktop, manager: Manager().manager()).enable(ssh: true)
                for name in ["agent.socket", "ssh.socket", "agent.service"] {
                    let unit = try text(folder, "keychaind-" + name)
                    let start = try #require(unit.firstRange(of: "\n[S"))
                    #expect(
                        unit[..<start.lowerBound]
                            .contains("\nConditionFileIsExecutable=/opt/100%%/keychaind"),
                        "\(unit)"
                    )
                }
            }
        }

        /// systemd refuses a socket while its service runs, which the bus may have started.
        @Test func endsTheServiceThatRunsAlready() throws {
            try inFolder { _, desktop in
                let words = Mutex<[String]>([])
                let manager = ServiceManager { said in
                    words.withLock { words in
                        words.append(said.joined(separator: " "))
                        return said[0] != "enable" || words.contains("stop keychaind.service")
                    }
                }
                try AgentSetup(desktop: desktop, manager: manager).enable(ssh: false)
                #expect(
                    words.withLock { $0.filter { !$0.hasPrefix("enable") } } == [
                        "daemon-reload", "stop keychaind.service", "stop keychaind-agent.service",
                        "try-restart keychaind.service",
                    ]
                )
            }
        }

        @Test func saysWhenSystemdDoesNot() throws {
            try inFolder { _, desktop in
                let manager = Manager().manager(refusing: "--now")
                let setup = AgentSetup(desktop: desktop, manager: manager)
                #expect(throws: Failure.self) { try setup.enable(ssh: false) }
            }
        }

        @Test func writesNothingWithoutSystemd() throws {
            try inFolder { folder, desktop in
                var desktop = desktop
                desktop.runtime = ""
                let manager = Manager()
                let setup = AgentSetup(desktop: desktop, manager: manager.manager())
                try setup.enable(ssh: true)
                try setup.disable()
                #expect(try units(folder).isEmpty)
                #expect(manager.words.isEmpty)
            }
        }

        /// systemd reads the units without a complaint.
        @Test(
            .enabled(if: access("/usr/bin/systemd-analyze", X_OK) == 0, "systemd is not installed"),
            arguments: [false, true]
        )
        func systemdUnderstandsThem(_ bus: Bool) throws {
            try inFolder { folder, desktop in
                var desktop = desktop
                desktop.program = "/bin/true"
                if bus { for file in try desktop.files() { _ = try file.install() } }
                try AgentSetup(desktop: desktop, manager: Manager().manager()).enable(ssh: true)
                let place = folder + "/config/systemd/user"
                let names = try FileManager.default.contentsOfDirectory(atPath: place)
                    .filter { $0.hasSuffix(".service") || $0.hasSuffix(".socket") }
                let process = Process()
                process.executableURL = URL(filePath: "/usr/bin/systemd-analyze")
                process.arguments =
                    ["verify", "--user", "--man=no"] + names.map { "\(place)/\($0)" }
                process.environment = [
                    "HOME": folder, "XDG_RUNTIME_DIR": folder, "PATH": "/usr/bin:/bin",
                    "XDG_CONFIG_HOME": folder + "/config",
                ]
                let output = folder + "/output"
                try Data().write(to: URL(filePath: output))
                process.standardError = FileHandle(forWritingAtPath: output)
                try process.run()
                process.waitUntilExit()
                let said = try String(contentsOfFile: output, encoding: .utf8)
                #expect(process.terminationStatus == 0, "\(said)")
                #expect(!said.contains("keychaind"), "\(said)")
            }
        }

        private func units(_ folder: String) throws -> Set<String> {
            let place = folder + "/config/systemd/user"
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: place)) ?? []
            return Set(names.filter { !$0.hasSuffix(".d") })
        }

        private func text(_ folder: String, _ name: String) throws -> String {
            try String(contentsOfFile: "\(folder)/config/systemd/user/\(name)", encoding: .utf8)
        }

        private func inFolder(_ body: (String, Desktop) throws -> Void) throws {
            let folder = NSTemporaryDirectory() + "/agent-" + UUID().uuidString.prefix(8)
            let manager = folder + "/run/systemd"
            try FileManager.default.createDirectory(
                atPath: manager,
                withIntermediateDirectories: true
            )
            try Data().write(to: URL(filePath: manager + "/private"))
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let desktop = Desktop(
                data: folder + "/data",
                configuration: folder + "/config",
                runtime: folder + "/run",
                systemConfiguration: [],
                systemUnits: [],
                program: "/usr/bin/keychaind"
            )
            try body(folder, desktop)
        }
    }
#endif
