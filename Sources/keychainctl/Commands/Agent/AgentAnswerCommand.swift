internal import ArgumentParser
internal import KeychainAgent
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl agent answer`.
struct AgentAnswerCommand: ParsableCommand {
    /// The answer, as an argument.
    enum Answer: String, ExpressibleByArgument {
        case once, always, never

        var consent: Consent {
            switch self {
            case .once: .once
            case .always: .always
            case .never: .never
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "Answer a question that the agent could ask nobody.",
        discussion: """
            Where there is no screen for a dialog, a program gets an error, and its question waits: \
            'agent status' shows it. To allow takes the passcode of the keychain, if it has one, on \
            a terminal or as a line of standard input. Then start the program again; 'once' counts \
            for a process that is still running only, and is all that scripts can get.
            """
    )

    @Argument(help: "The number of the question.") var number: UInt64
    @Argument(help: "The answer: once, always or never.") var answer: Answer
    @OptionGroup var options: AgentOptions

    func run() throws {
        let line = try options.line()
        var passcode: SecretBytes?
        if answer != .never, try AgentKeeper(line, groups: AccessGroups([])).hasPasscode {
            var source = try PasscodeSource()
            passcode = try source.present()
        }
        try AgentAdministration(line).answer(number, answer.consent, passcode: passcode)
    }
}
