internal import ArgumentParser
internal import KeychainctlKit

/// `keychainctl agent disable`.
struct AgentDisableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Stop the agent, and remove what 'enable' wrote.",
        discussion: """
            EXAMPLES
              keychainctl agent disable
            """
    )

    func run() throws { try AgentEnableCommand.setup().disable() }
}
