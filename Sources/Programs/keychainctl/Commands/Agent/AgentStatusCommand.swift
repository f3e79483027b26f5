internal import ArgumentParser
internal import KeychainAgent
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl agent status`.
struct AgentStatusCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the agent, and the questions that wait for an answer.",
        discussion: """
            In a pipe, each line has a name and a value with a tab between them: process, keychain, \
            locked (yes, no), exclusive (yes, no), clients, log, and a line 'question' for each that waits, with its \
            number, the access group and the program.

            EXAMPLES
              keychainctl agent status
            """
    )

    @OptionGroup var answer: AnswerOptions
    @OptionGroup var options: AgentOptions

    func run() throws {
        let agent = try options.agent()
        let status = try agent.status()
        let questions = try agent.questions()
        tell(
            [
                ("process", String(status.process)),
                ("keychain", status.keychain ?? "in memory"),
                ("locked", status.isLocked ? "yes" : "no"),
                ("exclusive", status.isExclusive ? "yes" : "no"),
                ("clients", String(status.clients)), ("log", status.log ?? "none"),
            ]
                + questions.map { question in
                    ("question", "\(question.number) \(question.group) \(question.program)")
                },
            [
                ("process", .number(Int64(status.process))),
                ("locked", .bool(status.isLocked)), ("exclusive", .bool(status.isExclusive)),
                ("clients", .number(Int64(status.clients))),
                ("questions", .array(questions.map(Self.object))),
            ]
                + [("keychain", status.keychain), ("log", status.log)].compactMap { name, path in
                    path.map { (name, .string($0)) }
                }
        )
    }

    private static func object(_ question: OpenQuestion) -> JSON {
        .object([
            ("number", .number(Int64(clamping: question.number))),
            ("group", .string(question.group)), ("program", .string(question.program)),
            ("can-be-remembered", .bool(question.canBeRemembered)),
        ])
    }
}
