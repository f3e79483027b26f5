#if Agent && os(Linux)
    import Foundation
    import KeychainAgent
    import PortableKeychain
    import TestRounds
    import Testing

    /// `keychaind --agent` as programs see it: started, asked, killed, and restarted.
    @Suite(.thorough) struct AgentDoorTests {
        private static let item = GenericPassword(service: "api", account: "ci")

        @Test func servesWhomTheUserAllows() throws {
            let stage = try DoorStage()
            let keychain = stage.keychain()
            try keychain.set("s3cret", for: Self.item)
            #expect(try keychain.secret(for: Self.item)?.string() == "s3cret")
            #expect(stage.told.contains("wants to use the items of 'app'."))
            #expect(!stage.told.contains("s3cret"))
            let status = try stage.agent.status()
            #expect(status.process == stage.daemon.processIdentifier)
            #expect(
                status.keychain
                    == (try Keychain.path(of: .standard, configuration: stage.configuration))
            )
            #expect(try stage.agent.log().contains { $0.contains("\tdone\tadd\tgenp\tapp\t") })
        }

        @Test(arguments: [
            ("ERR 83886179 canceled", KeychainError.Code.userCanceled),
            ("ERR 83886340 broken", .authenticationRequired),
        ])
        func refusesWhomTheUserDoesNot(_ answer: String, _ code: KeychainError.Code) throws {
            let stage = try DoorStage(answer)
            #expect(throws: KeychainError(code)) {
                try stage.keychain().set("s3cret", for: Self.item)
            }
        }

        @Test func whatWasAcknowledgedIsKept() throws {
            let stage = try DoorStage()
            let keychain = stage.keychain()
            for number in 0..<3 {
                let item = GenericPassword(service: "api", account: "\(number)")
                try keychain.set("\(number)", for: item)
                stage.kill()
                #expect(throws: KeychainError(.notAvailable)) { try keychain.secret(for: item) }
                try stage.start()
                #expect(try keychain.secret(for: item)?.string() == "\(number)")
            }
        }

        @Test func thereIsOneAtAPlace() throws {
            let stage = try DoorStage()
            let second = try stage.run("keychaind", ["--agent", "--socket", stage.socket])
            #expect(second.status == 78)
            #expect(second.output.contains("an agent is already listening at \(stage.socket); "))
            #expect(try stage.agent.status().process == stage.daemon.processIdentifier)
        }

        @Test func removesItsSockets() throws {
            let stage = try DoorStage()
            stage.daemon.terminate()
            stage.daemon.waitUntilExit()
            #expect(stage.daemon.terminationStatus == 0)
            for path in [stage.socket, stage.ssh] {
                #expect(!FileManager.default.fileExists(atPath: path))
            }
        }

        @Test(arguments: [
            ["--agent", "--idle", "5"], ["--agent", "--import"], ["--socket", "/x"], ["--agent=1"],
            ["--agent", "--replace"], ["--user", "--ssh", "/x"], ["--agent", "--socket"],
            ["--agent", "--ssh", "/x", "--ssh", "/y"],
        ])
        func refusesWhatDoesNotGoTogether(_ arguments: [String]) throws {
            let outcome = try DoorStage().run("keychaind", arguments)
            #expect(outcome.status == 64)
            #expect(outcome.output.hasPrefix("usage: keychaind"))
        }

        /// Without a folder for sockets, it says which option names one.
        @Test func needsAPlaceForItsSocket() throws {
            let outcome = try DoorStage().run("keychaind", ["--agent"])
            #expect(outcome.status == 64)
            #expect(outcome.output.contains("XDG_RUNTIME_DIR is not set; "))
        }

        @Test(.enabled(if: PrivateBus.isPossible, "dbus or secret-tool is missing"))
        func servesTheBusToo() throws {
            let bus = try PrivateBus()
            bus.killDaemon()
            let socket = bus.folder + "/run/agent"
            try bus.startDaemon(["--agent", "--socket", socket])
            #expect(try bus.secretTool("store --label=x n 1", input: "s3cret").status == 0)
            let agent = AgentAdministration(AgentLine(socket))
            #expect(try agent.status().process == bus.daemon.processIdentifier)
            bus.daemon.terminate()
            bus.daemon.waitUntilExit()
            #expect(bus.daemon.terminationStatus == 0)
            #expect(!FileManager.default.fileExists(atPath: socket))
        }

        /// The real programs of OpenSSH, with a key that never leaves the agent.
        @Test(.enabled(if: access("/usr/bin/ssh-keygen", X_OK) == 0, "OpenSSH is missing"))
        func isTheAgentOfSSH() throws {
            let stage = try DoorStage()
            let generate = ["key", "generate", "--type", "ed25519", "--label", "laptop", "--ssh"]
            #expect(try stage.run("keychainctl", generate).status == 0)
            let list = try stage.run("/usr/bin/ssh-add", ["-L"])
            #expect(list.output.hasPrefix("ssh-ed25519 "))
            let (key, text) = (stage.folder + "/key.pub", stage.folder + "/text")
            try Data(list.output.utf8).write(to: URL(filePath: key))
            try Data("a text".utf8).write(to: URL(filePath: text))
            let sign = ["-Y", "sign", "-n", "file", "-f", key, text]
            let signed = try stage.run("/usr/bin/ssh-keygen", sign)
            #expect(signed.status == 0, "\(signed.output)")
            let check = ["-Y", "check-novalidate", "-n", "file", "-s", text + ".sig"]
            #expect(try stage.run("/usr/bin/ssh-keygen", check, input: "a text").status == 0)
            #expect(try stage.run("/usr/bin/ssh-keygen", check, input: "a lie").status != 0)
        }
    }
#endif
