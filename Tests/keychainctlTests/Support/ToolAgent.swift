#if Agent && os(Linux)
    import TestRounds
    import Foundation
    import KeychainAgent
    @_spi(Keepers) import PortableKeychain
    import TestPrograms

    /// `keychaind --agent` for the keychains of a tool, with a user who allows everything.
    final class ToolAgent {
        private let daemon = Process()
        private let socket: String
        /// The variables by which the tool finds it.
        let variables: [String]

        init(_ tool: Tool) throws {
            let runtime = tool.folder + "/run"
            try FileManager.default.createDirectory(
                atPath: runtime,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            socket = runtime + "/portable-keychain/agent"
            variables = ["XDG_RUNTIME_DIR=\(runtime)", "PORTABLE_KEYCHAIN_AGENT=require"]
            let dialogs = tool.folder + "/pinentry"
            try TestProgram.write(
                dialogs,
                """
                echo OK
                while read -r line; do
                    echo OK
                    case $line in BYE*) exit 0 ;; esac
                done
                """
            )
            daemon.executableURL = URL(filePath: Tool.path).deletingLastPathComponent()
                .appending(path: "keychaind")
            daemon.arguments = ["--agent", "--socket", socket]
            daemon.environment = [
                "HOME": tool.folder, "XDG_DATA_HOME": tool.folder + "/data",
                "PATH": "/usr/bin:/bin", "PORTABLE_KEYCHAIN_AUTHENTICATOR": dialogs,
            ]
            daemon.standardError = FileHandle.nullDevice
            try daemon.run()
            waits { (try? administration.status()) != nil }
        }

        var administration: AgentAdministration { AgentAdministration(AgentLine(socket)) }

        /// The keychain for a program that keeps no history.
        var keychain: Keychain {
            Keychain(
                keeper: AgentKeeper(AgentLine(socket), groups: AccessGroups([AccessGroups.tool]))
            )
        }

        deinit {
            guard daemon.isRunning else { return }
            kill(daemon.processIdentifier, SIGKILL)
            daemon.waitUntilExit()
        }
    }
#endif
