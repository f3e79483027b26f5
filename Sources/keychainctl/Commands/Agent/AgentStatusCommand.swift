internal import ArgumentParser
internal import KeychainAgent
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl agent status`.
struct AgentStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the agent, and the questions that wait for an answer.",
        discussion: """
            In a pipe, each line has a name and a value with a tab between them: process, keychain, \
            locked (yes, no), exclusive (yes, no), clients, log, and a line 'question' for each that waits, with its \
            number, the access group and the program.
            """
    )

    @OptionGroup var options: AgentOptions

    func run() throws {
        let agent = try options.agent()
        let status = try agent.status()
        let questions = try agent.questions().map { question in
            ("question", "\(question.number) \(question.group) \(question.program)")
        }
        Terminal.properties(
            [
                ("process", String(status.process)),
                ("keychain", status.keychain ?? "in memory"),
                ("locked", status.isLocked ? "yes" : "no"),
                ("exclusive", status.isExclusive ? "yes" : "no"),
                ("clients", String(status.clients)), ("log", status.log ?? "none"),
            ] + questions
        )
    }
}
