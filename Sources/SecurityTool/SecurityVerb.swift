/// A command of `security`, as a value.
struct SecurityVerb: Sendable {
    let name: String
    /// What it does, in one line of the help.
    let summary: String
    let options: [SecurityOption]
    /// The words after the options in a line of usage.
    var operands = ""
    /// How many words come before the options.
    var operandsFirst = 0
    /// The function of Apple's that scripts know from messages of this verb.
    var function = ""
    /// Whether every failure has the status 1, instead of the keychain's own.
    var failsWithOne = false
    /// Why this system cannot do what the verb is for; `nil` when it can.
    var absence: String?
    let run: @Sendable (SecurityInvocation) throws -> Void

    /// How to use it.
    var usage: String {
        let line = (["Usage: \(name)"] + options.map(\.usage) + [operands])
            .filter { !$0.isEmpty }.joined(separator: " ")
        let lines = options.map(\.line).joined(separator: "\n")
        return line + "\n" + lines + (lines.isEmpty ? "" : "\n") + "  \(summary)\n"
    }

    /// A verb of macOS that has no meaning on this system.
    static func notHere(
        _ name: String,
        _ reason: String = "this system has nothing that it could work on"
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
    /// All verbs in macOS's order, which decides what an abbreviation means.
    static let all: [SecurityVerb] =
        [.help] + keychainLists + [.notHere("list-smartcards", smartCards)] + standards
        + keychainFiles + locking + settings + [dump]
        + [.notHere("create-keypair", "'keychainctl key generate' makes keys")]
        + passwords + objects + transfer + others

    /// What smart cards need.
    static let smartCards = "the keychain knows no smart cards"

    /// Finds a verb by its name or the beginning of it.
    static func named(_ name: String) -> SecurityVerb? {
        all.first { $0.name == name } ?? all.first { $0.name.hasPrefix(name) && !name.isEmpty }
    }
}
