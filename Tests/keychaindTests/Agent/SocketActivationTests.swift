#if Agent && os(Linux)
    import Foundation
    import KeychainAgent
    import PortableKeychain
    import TestRounds
    import Testing

    /// `keychaind --agent` on sockets that a service manager opened.
    @Suite struct SocketActivationTests {
        private static let activate = "/usr/bin/systemd-socket-activate"

        /// systemd's own program listens, and starts ours with the first client.
        @Test(.enabled(if: access(activate, X_OK) == 0, "systemd is not installed"))
        func systemdPassesTheSockets() throws {
            let stage = try DoorStage()
            stage.kill()
            for path in [stage.socket, stage.ssh] { unlink(path) }
            let program = PrivateBus.program.path
            // A shell between them: systemd's program closes files by which this process notices its end.
            let daemon = stage.process(
                "/bin/sh",
                [
                    "-c", #""$0" "$@" & wait"#, Self.activate, "-l", stage.socket, "-l", stage.ssh,
                    "--fdname=agent:ssh",
                    "-E", "HOME", "-E", "XDG_DATA_HOME", "-E", "PATH",
                    "-E", "PORTABLE_KEYCHAIN_AUTHENTICATOR", program, "--agent",
                ]
            )
            daemon.standardError = FileHandle.nullDevice
            try daemon.run()
            waits { FileManager.default.fileExists(atPath: stage.ssh) }
            let item = GenericPassword(service: "api", account: "ci")
            try stage.keychain().set("s3cret", for: item)
            #expect(try stage.keychain().secret(for: item)?.string() == "s3cret")
            let process = try stage.agent.status().process
            defer {
                for process in [process, daemon.processIdentifier] { kill(process, SIGKILL) }
                daemon.waitUntilExit()
            }
            let generate = ["key", "generate", "--type", "ed25519", "--label", "laptop", "--ssh"]
            #expect(try stage.run("keychainctl", generate).status == 0)
            let list = try stage.run("/usr/bin/ssh-add", ["-L"])
            #expect(list.output.hasPrefix("ssh-ed25519 "), "\(list.output)")
            kill(process, SIGTERM)
            waits { (try? stage.agent.status()) == nil }
            #expect((try? stage.agent.status()) == nil)
            // The service manager listens again.
            for path in [stage.socket, stage.ssh] {
                #expect(FileManager.default.fileExists(atPath: path))
            }
        }

        /// Variables that are meant for another process, and descriptors that are not sockets.
        @Test(arguments: [
            ["LISTEN_PID": "1", "LISTEN_FDS": "1"], ["LISTEN_FDS": "1"],
            ["LISTEN_PID": "self", "LISTEN_FDS": "1", "LISTEN_FDNAMES": "agent"],
            ["LISTEN_PID": "self", "LISTEN_FDS": "x"], ["LISTEN_PID": "self", "LISTEN_FDS": "-1"],
        ])
        func otherVariablesAreIgnored(_ variables: [String: String]) throws {
            let stage = try DoorStage()
            let words = variables.map { name, value in
                "export \(name)=\(value == "self" ? "$$" : value); "
            }
            // Descriptor 3 is a file.
            let line = words.joined() + #"exec "$0" --agent 3</dev/null"#
            let outcome = try stage.run("/bin/sh", ["-c", line, PrivateBus.program.path])
            // So it looks for the usual place, which this session does not have.
            #expect(outcome.status == 64)
            #expect(outcome.output.contains("XDG_RUNTIME_DIR is not set"))
        }
    }
#endif
