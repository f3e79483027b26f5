internal import ArgumentParser
internal import KeychainAgent
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl agent log`.
struct AgentLogCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show which programs used the agent.",
        discussion: """
            Each line has the time in seconds since 1970, what happened, the verb, the class of \
            the item, the access groups, the process and the program, with tabs between them. \
            There are no names and no secrets of items in it. Programs of the same user can change \
            the file.

            EXAMPLES
              keychainctl agent log
            """
    )

    @OptionGroup var answer: AnswerOptions
    @OptionGroup var options: AgentOptions

    func run() throws {
        let lines = try options.agent().log()
        guard json else { return lines.forEach { Terminal.line(Shown(lines: $0)) } }
        Terminal.json(.array(lines.map(Self.object)))
    }

    /// The names of the fields of a line.
    private static let fields = [
        "time", "event", "verb", "class", "groups", "process", "program",
    ]

    private static func object(_ line: String) -> JSON {
        // The last field is the program, whose name may have anything in it.
        let values = line.split(
            separator: "\t",
            maxSplits: fields.count - 1,
            omittingEmptySubsequences: false
        )
        return .object(
            zip(fields, values).map { name, value in
                switch name {
                case "time", "process": (name, .number(Int64(value) ?? 0))
                case "groups":
                    (name, .array(value == "-" ? [] : value.split(separator: ",").map(text)))
                default: (name, text(value))
                }
            }
        )
    }

    private static func text(_ value: Substring) -> JSON { .string(String(value)) }
}
