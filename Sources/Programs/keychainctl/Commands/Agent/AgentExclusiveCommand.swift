internal import ArgumentParser
internal import KeychainAgent
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// `keychainctl agent exclusive`.
struct AgentExclusiveCommand: ParsableCommand {
    /// The wanted state of the keychain, as an argument.
    enum Choice: String, ExpressibleByArgument {
        case on, off
    }

    static let configuration = CommandConfiguration(
        commandName: "exclusive",
        abstract: "Have the agent alone unlock the keychain.",
        discussion: """
            With 'on', only the agent is given the passcode: its keys are in no other process, and \
            not in the kernel. Other programs go through the agent (PORTABLE_KEYCHAIN_AGENT) or get \
            an error. It takes the passcode, on a terminal or as a line of standard input, and the \
            keychain is locked by it.

            It hides no items that can be read while a keychain is locked, and it is no wall: a \
            program of yours can remove the mark from the file while no agent runs. 'agent status' \
            shows it.

            EXAMPLES
              keychainctl agent exclusive on
            """
    )

    @Argument(help: "on or off.") var choice: Choice
    @OptionGroup var options: AgentOptions

    func run() throws {
        let line = try options.line()
        guard try AgentKeeper(line, groups: AccessGroups([])).hasPasscode else {
            throw KeychainError(.noPasscode)
        }
        var source = try PasscodeSource()
        try AgentAdministration(line)
            .setExclusive(choice == .on, passcode: source.present())
    }
}
