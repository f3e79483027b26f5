internal import ArgumentParser
internal import KeychainctlKit

/// A request for help on the command line: `--help`, `-h` or the command `help`; with `--all` for the
/// options that are rarely used, too.
struct HelpRequest {
    /// The subject of the explanation.
    enum Topic {
        case command(any ParsableCommand.Type, names: [String])
        case exitStatus
    }

    let topic: Topic
    let isWhole: Bool

    private static let flags = ["--help", "-h", "--help-hidden"]

    private init(_ topic: Topic, isWhole: Bool) {
        (self.topic, self.isWhole) = (topic, isWhole)
    }

    /// Reads a command line; `nil` if it does not ask for help.
    ///
    /// - Parameter words: The words after the name of the tool.
    /// - Returns: The request.
    /// - Throws: ``Failure`` for a topic that is not a command.
    static func read(_ words: [String]) throws(Failure) -> HelpRequest? {
        if words.first == "help" {
            let names = words.dropFirst().filter { !$0.hasPrefix("-") }
            if names == [exitStatus] { return HelpRequest(.exitStatus, isWhole: false) }
            if let failure = CommandNames.unknown(in: names) { throw failure }
            let found = CommandNames.path(names)
            return HelpRequest(
                .command(found.command, names: found.names),
                isWhole: asksForAll(words)
            )
        }
        let found = CommandNames.path(words)
        let rest = Array(words.dropFirst(found.names.count - 1))
        guard let isWhole = isAsked(rest, of: found.command) else { return nil }
        return HelpRequest(.command(found.command, names: found.names), isWhole: isWhole)
    }

    /// Reads the command line of a program that has no subcommands; `nil` if it does not ask for help.
    ///
    /// - Parameters:
    ///   - words: The words after the name of the program.
    ///   - command: The description of the program.
    ///   - name: The name of the program.
    /// - Returns: The request.
    static func read(
        _ words: [String],
        of command: any ParsableCommand.Type,
        name: String
    ) -> HelpRequest? {
        guard let isWhole = isAsked(words, of: command) else { return nil }
        return HelpRequest(.command(command, names: [name]), isWhole: isWhole)
    }

    /// The name of the topic about exit statuses.
    static let exitStatus = "exit-status"

    /// Whether words ask for the whole help; `nil` if they do not ask for help.
    private static func isAsked(_ words: [String], of command: any ParsableCommand.Type) -> Bool? {
        var own = Array(words.prefix { $0 != "--" })
        if let starter = command as? any CommandStarter.Type {
            // Behind its name, they belong to the command that is to be started.
            own = starter.passedWords(words)
            guard let first = own.first, flags.contains(first) else { return nil }
        }
        guard own.contains(where: flags.contains) else { return nil }
        return asksForAll(own)
    }

    private static func asksForAll(_ words: [String]) -> Bool {
        words.contains("--all") || words.contains("--help-hidden")
    }

    /// The text.
    ///
    /// - Throws: An error if the parser's own description cannot be read.
    var text: String {
        get throws {
            switch topic {
            case .command(let command, let names):
                return try HelpPage(command, names: names, isWhole: isWhole).text
            case .exitStatus: return ExitStatus.help + "\n"
            }
        }
    }
}

/// A command that starts another one, whose options are not its own.
protocol CommandStarter: ParsableCommand {
    /// The other command and its arguments, perhaps with the mark `--` before them.
    var command: [String] { get }
}

extension CommandStarter {
    /// The words of a command line that are left for the other command; empty if it is not valid.
    static func passedWords(_ words: [String]) -> [String] { (try? parse(words))?.command ?? [] }

    /// The command without the mark before it.
    var words: [String] { Array(command.first == "--" ? command.dropFirst() : command[...]) }

    /// Refuses a command line that names no command to start.
    func checkCommand() throws {
        guard words.first?.isEmpty == false else {
            throw ValidationError("Missing the command to run.")
        }
    }
}
