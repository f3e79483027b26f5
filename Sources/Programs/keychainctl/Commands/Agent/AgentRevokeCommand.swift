internal import ArgumentParser
internal import KeychainAgent
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl agent revoke`.
struct AgentRevokeCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Forget what was decided, so that the user is asked again.",
        discussion: """
            Forgets 'always' and 'never' alike. A program that is connected and was allowed for \
            once keeps that until it ends.

            EXAMPLES
              keychainctl agent revoke /usr/bin/program
              keychainctl agent revoke --all
            """
    )

    @Argument(help: "The path of the program, as 'agent grants' prints it.") var program: String?
    @Option(help: "Only what was decided about this access group.") var group: String?
    @Flag(help: "Forget everything.") var all = false
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var options: AgentOptions

    func run() throws {
        guard all == (program == nil && group == nil) else {
            throw Failure(
                .usage,
                all ? "--all goes with nothing else" : "nothing says what to forget",
                advice: "name a program, --group or --all"
            )
        }
        let count = try options.agent().revoke(path: program, group: group)
        guard !json else {
            return Terminal.json(.object([("forgotten", .number(Int64(count)))]))
        }
        Terminal.line("Forgotten: \(count)")
    }
}
