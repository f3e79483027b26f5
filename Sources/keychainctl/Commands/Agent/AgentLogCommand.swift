internal import ArgumentParser
internal import KeychainAgent
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl agent log`.
struct AgentLogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show which programs used the agent.",
        discussion: """
            Each line has the time in seconds since 1970, what happened, the verb, the class of \
            the item, the access groups, the process and the program, with tabs between them. \
            There are no names and no secrets of items in it. Programs of the same user can change \
            the file.
            """
    )

    @OptionGroup var options: AgentOptions

    func run() throws {
        for line in try options.agent().log() { Terminal.line(Shown(lines: line)) }
    }
}
