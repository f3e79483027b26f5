internal import ArgumentParser
internal import KeychainctlKit

/// The names of commands in a command line.
enum CommandNames {
    /// The names of the commands at the start of a command line, with that of the tool.
    static func known(_ words: [String]) -> [String] { path(words).names }

    /// The failure for a word that should be the name of a command and is not, with the name that was
    /// probably meant; `nil` if there is no such word.
    static func unknown(in words: [String]) -> Failure? {
        let (names, command) = path(words)
        let subcommands = command.configuration.subcommands
        let rest = words.dropFirst(names.count - 1)
        guard !subcommands.isEmpty, let word = rest.first, !word.hasPrefix("-"),
            command.configuration.defaultSubcommand == nil
        else { return nil }
        let all = subcommands.filter { $0.configuration.shouldDisplay }
            .compactMap { $0.configuration.commandName }
        let line = names.joined(separator: " ")
        if line == "keychainctl", let other = OtherToolWord.named(word) {
            return Failure(.usage, "there is no command '\(word)'", advice: other.advice)
        }
        let help = "see '\(line) --help'"
        let meant = NearestWord.of(word, among: all)
        let written = (names.dropFirst() + [word]).joined(separator: " ")
        return Failure(
            .usage,
            "there is no command '\(written)'",
            advice: meant.map { "did you mean '\(line) \($0)'? \(help)" } ?? help
        )
    }

    /// The command that the first words name, and its names.
    static func path(
        _ words: [String]
    ) -> (names: [String], command: any ParsableCommand.Type) {
        var command: any ParsableCommand.Type = Keychainctl.self
        var names = ["keychainctl"]
        for word in words {
            guard
                let next = command.configuration.subcommands
                    .first(where: { $0.configuration.commandName == word })
            else { break }
            (command, names) = (next, names + [word])
        }
        return (names, command)
    }
}
