internal import ArgumentParser
internal import KeychainctlKit

/// `keychainctl agent enable`.
struct AgentEnableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Have the agent started when a program first asks it.",
        discussion: """
            Where systemd runs for you, it writes units for the agent's socket and has systemd \
            listen there. Without systemd it writes nothing, and says what your session has to \
            start. Where 'secret-service enable' was run, before or later, the same process serves \
            both.

            EXAMPLES
              keychainctl agent enable
            """
    )

    @Flag(help: "Listen for ssh too, at portable-keychain/ssh in XDG_RUNTIME_DIR.") var ssh = false

    func run() throws {
        guard SecretServiceCommand.isInstalled else { throw SecretServiceCommand.missing }
        try Self.setup().enable(ssh: ssh)
    }

    /// The setup of the agent.
    ///
    /// - Throws: ``Failure`` if the path of this program is not known.
    static func setup() throws(Failure) -> AgentSetup {
        AgentSetup(desktop: try .present(), manager: .systemd)
    }
}
