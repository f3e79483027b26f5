internal import ArgumentParser
internal import KeychainctlKit

/// A word of a command line that was meant as a value or as a name, and begins with a dash as options
/// do.
struct DashedWord {
    let problem: String
    let advice: String

    /// Finds such a word in a command line that the parser refused; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - words: The words after the names of the command.
    ///   - command: The command.
    init?(_ words: [String], _ command: any ParsableCommand.Type) {
        let own = Array(words.prefix { $0 != "--" })
        guard own.contains(where: { $0.count > 1 && $0.hasPrefix("-") }),
            let arguments = try? ToolDescription.arguments(of: command)
        else { return nil }
        func named(_ word: String) -> ToolDescription.Argument? {
            arguments.first { ($0.names ?? []).contains { $0.text == word } }
        }
        for (word, next) in zip(own, own.dropFirst()) {
            guard let option = named(word), option.kind == .option, next.hasPrefix("-"),
                next.count > 1, named(next) == nil
            else { continue }
            let name = option.names?.map(\.text).max { $0.count < $1.count } ?? word
            problem = "the value of \(word) begins with a dash"
            advice = "write \(name)=\(AdvisedCommand.word(next) ?? "VALUE")"
            return
        }
        guard arguments.contains(where: { $0.kind == .positional }),
            let name = own.first(where: { word in
                word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 2
                    && named(String(word.prefix(2))) == nil
            })
        else { return nil }
        problem = "there is no option \(name)"
        advice =
            "write -- before a name that begins with a dash: -- \(AdvisedCommand.word(name) ?? "NAME")"
    }
}
