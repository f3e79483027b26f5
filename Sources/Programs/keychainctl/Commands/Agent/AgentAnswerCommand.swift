internal import ArgumentParser
internal import KeychainAgent
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

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
            a terminal or as a line of standard input. Then start the program again.

            'always' and 'never' are remembered for programs that an installed package declares; \
            'always' is 'once' for all others. 'once' counts for the process that asked, while it \
            is connected. If that has ended, it counts for the next one of the same program that \
            the same shell, or other process, starts within 10 minutes. If both have ended, the \
            status is 53.

            EXAMPLES
              keychainctl agent status
              keychainctl agent answer 3 once
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
        let effect = try AgentAdministration(line)
            .answer(number, answer.consent, passcode: passcode)
        Terminal.say(Self.sentence(effect))
    }

    private static func sentence(_ effect: AnswerEffect) -> String {
        switch effect {
        case .running: "The program may use the access group while it is connected."
        case .next:
            "The program has ended. It may use the access group if you start it again within 10 "
                + "minutes."
        case .remembered: "The decision is remembered: 'keychainctl agent grants'."
        case .refused: "The program is refused this time, and may ask again."
        }
    }
}
