#if Agent && os(Linux)
    import AgentSockets
    import Foundation
    import Testing

    /// `keychaind --system` as one user, and programs of others.
    final class SystemStage: @unchecked Sendable {
        /// Users that every Debian has; their names do not matter.
        static let (server, one, other) = (UInt32(65534), UInt32(1), UInt32(2))

        let folder: String
        private(set) var daemon = Process()
        var socket: String { folder + "/run/agent" }
        var credentials: String { folder + "/run/credentials" }
        var state: String { folder + "/state" }
        /// The address of a TPM that only the agent can reach; `nil` for none.
        private let chip: String?

        /// Whether this process can start programs of other users, and they can run those of the tests.
        static let isPossible: Bool = {
            guard geteuid() == 0, let stage = try? SystemStage(starts: false) else { return false }
            return (try? stage.run(as: one, ["--version"]).status) == 0
        }()

        init(starts: Bool = true, chip: String? = nil) throws {
            self.chip = chip
            folder = "/tmp/y-" + UUID().uuidString.prefix(8)
            let files = FileManager.default
            for (path, owner) in [
                (folder, 0), (folder + "/run", 0), (folder + "/bin", 0),
                (folder + "/state", Self.server), (Self.home(folder, Self.one), Self.one),
                (Self.home(folder, Self.other), Self.other),
            ] {
                try files.createDirectory(atPath: path, withIntermediateDirectories: false)
                chown(path, owner, owner)
                chmod(path, path.hasSuffix("state") ? 0o700 : 0o755)
            }
            // Copies: the folder of the build can be one that other users cannot enter. By another
            // process: a child that starts now would keep open what this one writes (ETXTBSY).
            let programs = PrivateBus.program.deletingLastPathComponent()
            let copying = try Process.run(
                URL(filePath: "/usr/bin/install"),
                arguments: ["-m", "755"]
                    + ["keychainctl", "keychaind", "keychain-tpm"].map {
                        programs.appending(path: $0).path
                    }
                    + [folder + "/bin"]
            )
            copying.waitUntilExit()
            guard starts else { return }
            try start()
        }

        private static func home(_ folder: String, _ user: UInt32) -> String {
            folder + "/home-\(user)"
        }

        /// The folder of a user's own keychains.
        func home(of user: UInt32) -> String { Self.home(folder, user) }

        deinit {
            for user in [Self.one, Self.other] { removeKeychain(of: user) }
            if daemon.isRunning {
                kill(daemon.processIdentifier, SIGKILL)
                daemon.waitUntilExit()
            }
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// Removes a user's own keychain: the kernel keeps some keys of one that is only locked, and
        /// the quota of a user who is not root is used up after a dozen.
        private func removeKeychain(of user: UInt32) {
            let path = home(of: user) + "/.local/share/portable-keychain/default.keychain"
            guard FileManager.default.fileExists(atPath: path) else { return }
            let removed = try? run(as: user, ["remove-keychain", "default", "--yes"])
            if removed?.status != 0 { Issue.record("\(String(describing: removed))") }
        }

        /// Starts the agent, also again after it has ended.
        ///
        /// - Parameter sharesChip: Whether it has the chip of this stage.
        /// - Throws: An error if it cannot be started.
        func start(sharesChip: Bool = true) throws {
            daemon = Process()
            prepare(daemon, as: Self.server, "keychaind", ["--system"])
            // Root listens, as systemd does (sd_listen_fds(3)): root trusts no other listener. The
            // sockets come as the first two descriptors, because Foundation's processes are given
            // no others.
            let (program, arguments) = (daemon.executableURL?.path, daemon.arguments)
            daemon.executableURL = URL(filePath: "/bin/sh")
            daemon.arguments =
                [
                    "-c",
                    """
                    exec 3<&0 4<&1 0</dev/null 1>/dev/null
                    LISTEN_PID=$$ LISTEN_FDS=2 LISTEN_FDNAMES=agent:credentials exec "$0" "$@"
                    """,
                ] + [program].compactMap(\.self) + (arguments ?? [])
            daemon.environment?["KEYCHAIN_TPM_INTERFACE"] = sharesChip ? chip : nil
            let sockets = try [
                AgentSocket(socket, for: .everybody),
                AgentSocket(credentials, for: .ownerInSharedFolder),
            ].map { FileHandle(fileDescriptor: $0.listener) }
            daemon.standardInput = sockets[0]
            daemon.standardOutput = sockets[1]
            daemon.standardError = FileHandle.nullDevice
            try daemon.run()
            // No other process listens when the agent has ended.
            for socket in sockets { try socket.close() }
        }

        private func prepare(
            _ process: Process,
            as user: UInt32,
            _ program: String,
            _ arguments: [String]
        ) {
            process.executableURL = URL(filePath: "/usr/bin/setpriv")
            process.arguments =
                [
                    "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups",
                    folder + "/bin/" + program,
                ] + arguments
            process.environment = [
                "PATH": "/usr/bin:/bin", "HOME": home(of: user), "STATE_DIRECTORY": state,
                "PORTABLE_KEYCHAIN_SYSTEM_AGENT": socket,
            ]
            process.currentDirectoryURL = URL(filePath: "/")
        }

        /// Runs keychainctl as a user.
        func run(
            as user: UInt32,
            _ arguments: [String],
            input: String = "",
            program: String = "keychainctl",
            variables: [String: String] = [:]
        ) throws -> (status: Int32, output: String, errors: String) {
            let process = Process()
            prepare(process, as: user, program, arguments)
            process.environment?.merge(variables) { $1 }
            let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
            process.standardInput = stdin
            process.standardOutput = stdout
            process.standardError = stderr
            try process.run()
            stdin.fileHandleForWriting.write(Data(input.utf8))
            try stdin.fileHandleForWriting.close()
            let output = stdout.fileHandleForReading.readDataToEndOfFile()
            let errors = stderr.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (
                process.terminationStatus, String(decoding: output, as: UTF8.self),
                String(decoding: errors, as: UTF8.self)
            )
        }

        /// Runs keychainctl on a keychain of the agent.
        func on(
            _ keychain: String = "system:",
            as user: UInt32,
            _ words: String,
            input: String = ""
        ) throws -> (status: Int32, output: String, errors: String) {
            var arguments = words.split(separator: " ").map(String.init)
            arguments.insert(contentsOf: ["--keychain", keychain], at: 1)
            return try run(as: user, arguments, input: input)
        }
    }
#endif
