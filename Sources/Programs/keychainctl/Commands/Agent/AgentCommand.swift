internal import ArgumentParser
internal import KeychainAgent
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl agent`.
struct AgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "Look after the agent that asks which program may use what.",
        discussion: """
            'keychaind --agent' opens a keychain and serves other programs, after it asked you for \
            consent. That is no wall between programs of one user: a program that does not want \
            to ask can open the keychain itself (Specification/threat-model.md).

            EXAMPLES
              keychainctl agent enable                     have systemd start it
              keychainctl agent status                     questions that wait
              keychainctl agent answer 1 always            answer one
              keychainctl agent revoke /usr/bin/git        be asked again
            """,
        subcommands: [
            AgentStatusCommand.self, AgentGrantsCommand.self, AgentRevokeCommand.self,
            AgentLogCommand.self, AgentAnswerCommand.self, AgentExclusiveCommand.self,
            AgentEnableCommand.self, AgentDisableCommand.self,
        ]
    )
}

/// The agent that a command speaks to.
struct AgentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The agent's socket; by default portable-keychain/agent in XDG_RUNTIME_DIR.",
            valueName: "path"
        ),
        completion: .file()
    )
    var socket: String?

    /// The connection to the agent.
    ///
    /// - Throws: ``Failure`` if nothing says where its socket is.
    func line() throws -> AgentLine {
        guard let path = socket ?? AgentLine.standardPath else {
            throw Failure(
                .usage,
                "XDG_RUNTIME_DIR is not set",
                advice: "name the agent's socket with --socket"
            )
        }
        return AgentLine(path)
    }

    /// The agent.
    ///
    /// - Throws: The same errors as ``line()``.
    func agent() throws -> AgentAdministration { AgentAdministration(try line()) }
}
