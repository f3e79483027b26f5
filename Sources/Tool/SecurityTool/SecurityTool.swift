internal import KeychainctlKit
internal import PortableKeychain

/// A replacement for macOS's `security` tool: its verbs for items and keychains.
///
/// It runs if this program is called as `security`, so that scripts for macOS work unchanged:
/// output, streams and exit statuses are the same. It is not a wrapper of the `keychainctl`
/// commands: verbs, options and messages have separate types here. Differences from macOS:
///
/// - All filters are applied; macOS ignores others in addition to `-a` and `-s`.
/// - Authentication types are stored as written; macOS swaps their bytes.
/// - A keychain without a password corresponds to one with an empty password on macOS.
/// - Verbs and options without a meaning here are refused with the status of -4, 252. Options that
///   only grant programs permissions that they already have here are accepted, with a message
///   that they have no effect.
package struct SecurityTool {
    private var isQuiet = false
    private var isVerbose = false
    private let prompts = SecurityPrompts()
    private var hasWarned = false

    /// Runs the command that the process was called with.
    ///
    /// - Returns: The exit status.
    package static func main() -> Int32 {
        var tool = SecurityTool()
        return tool.start(SecurityWord.ofThisProcess)
    }

    /// The commands, with the purpose of each in a few words.
    package static var summaries: [(name: String, summary: String)] {
        SecurityVerb.all.map { ($0.name, $0.summary) }
    }

    private mutating func start(_ words: [SecurityWord]) -> Int32 {
        do throws(SecurityFailure) {
            let call = try SecurityInvocation(Self.itself, words)
            isQuiet = call.has("q")
            isVerbose = call.has("v")
            try refuse(call)
            if call.has("i") || call.has("p") {
                prompts.readsInput = false
                return try interact(prompt: call.text("p") ?? "security> ")
            }
            if call.has("h") { return perform([Self.word("help")] + call.operands) }
            guard !call.operands.isEmpty else { throw .usage() }
            return perform(call.operands)
        } catch {
            return end(error, Self.itself)
        }
    }

    /// Runs one command.
    mutating func perform(_ words: [SecurityWord]) -> Int32 {
        guard let name = words.first else { return 0 }
        guard let verb = name.text.flatMap(SecurityVerb.named) else {
            complain("unknown command \"\(name.shown)\"")
            return 1
        }
        var started: SecurityInvocation?
        do {
            if let reason = verb.absence { throw SecurityFailure.notHere(reason) }
            var call = try SecurityInvocation(verb, Array(words.dropFirst()))
            call.isQuiet = isQuiet
            call.prompts = prompts
            started = call
            if isVerbose { Terminal.say(call.masked) }
            try refuse(call)
            warn(call)
            try verb.run(call)
            return 0
        } catch let error as KeychainError {
            return end(SecurityFailure(error, verb, of: started?.keychain), verb)
        } catch let failure as SecurityFailure {
            return end(failure.naming(started?.keychain), verb)
        } catch let failure as Failure {
            return end(SecurityFailure(1, failure.message).naming(started?.keychain), verb)
        } catch {
            return end(SecurityFailure(1, "\(error)"), verb)
        }
    }

    /// Refuses options that are not supported here, and reports those that have no effect.
    private func refuse(_ call: SecurityInvocation) throws(SecurityFailure) {
        for option in call.verb.options where call.has(option.letter) {
            switch option.standing {
            case .works: break
            case .refused(let reason): throw .notHere("-\(option.letter): \(reason)")
            case .ignored(let reason): complain("-\(option.letter) has no effect: \(reason)")
            }
        }
    }

    /// Warns once that other programs can read a secret on the command line.
    private mutating func warn(_ call: SecurityInvocation) {
        let isExposed = call.verb.options.contains { option in
            option.isSecret && call.word(option.letter).map { $0.isExposed && !$0.isEmpty } == true
        }
        // Logs of scripts need not say it each time; a person who tries a command sees it.
        guard isExposed, !hasWarned, Terminal.messagesAreSeen else { return }
        hasWarned = true
        complain(
            "warning: other programs can read a secret on the command line while this runs; "
                + "omit the secret to be prompted for it"
        )
    }

    private func end(_ failure: SecurityFailure, _ verb: SecurityVerb) -> Int32 {
        if let message = failure.message {
            let isWhole = failure.namesItsSource || verb.name == Self.itself.name
            complain(isWhole ? message : "\(verb.name): \(message)")
        }
        if failure.showsUsage, !isQuiet { Terminal.hint(Shown(lines: verb.usage)) }
        return failure.status
    }

    /// Prints an error message, unless messages are suppressed.
    func complain(_ message: String) {
        if !isQuiet { Terminal.complain(message) }
    }
}

extension SecurityTool {
    private static func word(_ text: StaticString) -> SecurityWord {
        text.withUTF8Buffer { SecurityWord(UnsafeRawBufferPointer($0), isExposed: false) }
    }

    /// The tool's own options, represented as those of a verb that is never run.
    private static let itself = SecurityVerb(
        name: "security",
        summary: "Store secrets in keychains; 'security help' lists the commands.",
        options: [
            .flag("h", "Show all commands, or the usage of the given ones."),
            .flag("i", "Read commands from standard input, one on each line."),
            .value("p", "prompt", "Show this prompt before each line; implies -i."),
            .flag("q", "Print only data, without messages."),
            .flag("v", "Print each command before it runs, without secrets."),
            .flag("l", "Check for memory leaks.", .refused("there is no such check")),
            .flag("R", "Accepted."),
        ],
        operands: "[command] [options] [arguments]"
    ) { _ in }
}

extension SecurityInvocation {
    /// The command as it was typed, without its secrets.
    fileprivate var masked: String {
        let given = options.map { option in
            let isSecret = verb.options.contains { $0.letter == option.letter && $0.isSecret }
            let value = option.word.map { isSecret ? " …" : " \"\($0.shown)\"" } ?? ""
            return "-\(option.letter)\(value)"
        }
        return ([verb.name] + given + operands.map { "\"\($0.shown)\"" }).joined(separator: " ")
    }
}
