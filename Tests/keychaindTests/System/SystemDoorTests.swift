#if Agent && os(Linux)
    import Foundation
    import Testing

    /// The wall between users of one machine, with real users.
    @Suite(
        .enabled(
            if: SystemStage.isPossible,
            "only root can start programs of other users, and these must be able to run them"
        )
    )
    struct SystemDoorTests {
        private let stage: SystemStage

        init() throws { stage = try SystemStage() }

        private static let item = "--service api --account ci"
        private static let (one, other) = (SystemStage.one, SystemStage.other)

        @Test func usersDoNotMeet() throws {
            #expect(
                try stage.on(as: Self.one, "set \(Self.item)", input: "of one").status == 0
            )
            #expect(try stage.on(as: Self.one, "get \(Self.item)").output == "of one")
            // Nothing is found, listed or deleted.
            #expect(try stage.on(as: Self.other, "get \(Self.item)").status == 44)
            #expect(try stage.on(as: Self.other, "list").output == "")
            #expect(try stage.on(as: Self.other, "delete \(Self.item)").status == 44)
            // The same name is another item.
            #expect(
                try stage.on(as: Self.other, "set \(Self.item)", input: "of other").status == 0
            )
            #expect(try stage.on(as: Self.one, "get \(Self.item)").output == "of one")
            #expect(try stage.on(as: Self.other, "get \(Self.item)").output == "of other")
        }

        @Test func onlyRootActsForOthers() throws {
            let unit = "system:unit:web.service"
            #expect(
                try stage.on(unit, as: 0, "set \(Self.item)", input: "of web").status == 0
            )
            #expect(try stage.on(unit, as: 0, "get \(Self.item)").output == "of web")
            for owner in [unit, "system:user:\(Self.other)", "system:user:0"] {
                let refused = try stage.on(owner, as: Self.one, "get \(Self.item)")
                #expect(refused.status != 0 && refused.output.isEmpty)
                #expect(refused.errors.lowercased().contains("only root"))
            }
            // One's own keychain can be named, too.
            #expect(
                try stage.on("system:user:1", as: Self.one, "get \(Self.item)").status == 44
            )
        }

        @Test func nobodyLocksForOthers() throws {
            _ = try stage.on(as: Self.one, "set \(Self.item)", input: "of one")
            _ = try stage.on(as: Self.other, "lock")
            #expect(try stage.on(as: Self.one, "get \(Self.item)").output == "of one")
        }

        @Test func filesAndMemoryAreTheAgentsOwn() throws {
            _ = try stage.on(as: Self.one, "set \(Self.item)", input: "of one")
            let process = stage.daemon.processIdentifier
            for path in [
                stage.state, "/proc/\(process)/mem", "/proc/\(process)/environ",
                "/proc/\(process)/maps", stage.credentials,
            ] {
                let reader = Process()
                reader.executableURL = URL(filePath: "/usr/bin/setpriv")
                reader.arguments = [
                    "--reuid", "1", "--regid", "1", "--clear-groups", "head", "-c", "1", path,
                ]
                reader.standardError = FileHandle.nullDevice
                reader.standardOutput = FileHandle.nullDevice
                try reader.run()
                reader.waitUntilExit()
                #expect(reader.terminationStatus != 0, "\(path)")
            }
            let log = URL(filePath: stage.state + "/user-1/agent.log")
            #expect(try !Data(contentsOf: log).isEmpty)
        }

        @Test func itemsOutliveTheAgent() throws {
            _ = try stage.on(as: Self.one, "set \(Self.item)", input: "of one")
            kill(stage.daemon.processIdentifier, SIGKILL)
            stage.daemon.waitUntilExit()
            let late = try stage.on(as: Self.one, "get \(Self.item)")
            #expect(late.status == 53 && late.errors.contains("no agent of the system answers"))
            #expect(late.errors.contains("'systemctl enable --now keychaind-system.socket'"))
            #expect(!late.errors.contains("--agent"))
            try stage.start()
            #expect(try stage.on(as: Self.one, "get \(Self.item)").output == "of one")
        }

        /// Whether a program in the folder of a test can get another user by its mode.
        private static let allowsOtherUsers: Bool = {
            var facts = statvfs()
            return statvfs("/tmp", &facts) == 0 && facts.f_flag & UInt(ST_NOSUID) == 0
        }()

        /// The caller of a program with more rights than its own does not choose its agent.
        @Test(.enabled(if: allowsOtherUsers, "/tmp is mounted with nosuid"))
        func programsWithMoreRightsIgnoreVariables() throws {
            #expect(
                try stage.on(as: Self.one, "set \(Self.item)", input: "of one").status == 0
            )
            let words = ["get", "--service", "api", "--account", "ci"]
            for (mode, answer) in [("0755", "of one"), ("4755", "")] {
                let program = try program(mode)
                let said = try stage.run(
                    as: Self.one,
                    words + ["--keychain", "system:"],
                    program: program
                )
                #expect(said.output == answer, "\(mode): \(said.errors)")
                // The usual agent, which a machine has or has not, and which knows no such item.
                #expect([0, 44, 53].contains(said.status), "\(mode): \(said.errors)")
                #expect((said.status == 0) == (mode == "0755"))
                // This one would refuse it, because its real user is another one than its user.
                #expect(!said.errors.contains(stage.socket), "\(mode): \(said.errors)")
                // No agent of the user runs, which is an error only if one is required.
                let own = try stage.run(
                    as: Self.one,
                    words,
                    program: program,
                    variables: ["PORTABLE_KEYCHAIN_AGENT": "require"]
                )
                let isRequired = own.errors.contains("PORTABLE_KEYCHAIN_AGENT requires the agent")
                #expect(isRequired == (mode == "0755"), "\(mode): \(own.errors)")
                #expect((own.status == 53) == (mode == "0755"), "\(mode): \(own.errors)")
            }
        }

        /// A copy of keychainctl that belongs to another user.
        private func program(_ mode: String) throws -> String {
            let name = "copy-\(mode)"
            let install = try Process.run(
                URL(filePath: "/usr/bin/install"),
                arguments: [
                    "-m", mode, "-o", "\(Self.other)", stage.folder + "/bin/keychainctl",
                    stage.folder + "/bin/" + name,
                ]
            )
            install.waitUntilExit()
            return name
        }

        @Test func refusesToRunAsRoot() throws {
            let refused = try stage.run(as: 0, ["--system"], program: "keychaind")
            #expect(refused.status != 0 && refused.errors.contains("not as root"))
        }

        @Test func refusesAStateThatOthersCanRead() throws {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o750],
                ofItemAtPath: stage.state
            )
            let arguments = ["--system", "--socket", stage.folder + "/run/b"]
            let refused = try stage.run(
                as: SystemStage.server,
                arguments,
                program: "keychaind"
            )
            #expect(refused.status != 0 && refused.errors.contains("nobody else can access"))
        }
    }
#endif
