internal import ArgumentParser
internal import KeychainAgent
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl agent grants`.
struct AgentGrantsCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "grants",
        abstract: "List what was decided about programs.",
        discussion: """
            In a pipe, each line has the decision (always, never), the access group and the \
            program, with tabs between them. What was allowed only for once is not listed.

            EXAMPLES
              keychainctl agent grants
            """
    )

    @OptionGroup var answer: AnswerOptions
    @OptionGroup var options: AgentOptions

    func run() throws {
        let grants = try options.agent().grants()
        let rows = grants.map { [$0.isAllowed ? "always" : "never", $0.group, $0.path] }
        tell(
            header: ["DECISION", "GROUP", "PROGRAM"],
            rows,
            rows.map { row in
                .object(Array(zip(["decision", "group", "program"], row.map(JSON.string))))
            }
        )
    }
}
