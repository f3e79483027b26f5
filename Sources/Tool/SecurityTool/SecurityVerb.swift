internal import KeychainctlKit

/// A command of `security`, as a value.
struct SecurityVerb: Sendable {
    let name: String
    /// The description, in one line of the help.
    let summary: String
    let options: [SecurityOption]
    /// The operands in a line of usage.
    var operands = ""
    /// The number of operands before the options.
    var operandsFirst = 0
    /// The name of Apple's function in messages of this verb, which scripts compare.
    var function = ""
    /// Whether every failure has the status 1, instead of the keychain's own.
    var failsWithOne = false
    /// The reason why this system does not support the verb; `nil` if it does.
    var absence: String?
    let run: @Sendable (SecurityInvocation) throws -> Void

    /// The usage text.
    var usage: String {
        let words = ["Usage: \(name)"] + options.map(\.usage) + [operands]
        let lines =
            HelpText.wrapped(words.filter { !$0.isEmpty }, 0, 4)
            + options.flatMap { HelpText.kept($0.line) } + HelpText.wrapped(summary, indent: 2)
        return lines.map { $0 + "\n" }.joined()
    }

    /// A verb of macOS that has no meaning on this system.
    static func notHere(
        _ name: String,
        _ reason: String = "this system has no such objects"
    ) -> SecurityVerb {
        SecurityVerb(
            name: name,
            summary: "Not available here: \(reason).",
            options: [],
            absence: reason
        ) { _ in }
    }
}

extension SecurityVerb {
    /// All verbs in macOS's order, which determines the meaning of abbreviations.
    static let all: [SecurityVerb] =
        [.help] + keychainLists + [.notHere("list-smartcards", smartCards)] + standards
        + keychainFiles + locking + settings + [dump]
        + [.notHere("create-keypair", "use 'keychainctl key generate'")]
        + passwords + objects + transfer + others

    /// The reason why verbs for smart cards are not available.
    static let smartCards = "smart cards are not supported"

    /// Finds a verb by its name or an abbreviation of it.
    static func named(_ name: String) -> SecurityVerb? {
        all.first { $0.name == name } ?? all.first { $0.name.hasPrefix(name) && !name.isEmpty }
    }
}
