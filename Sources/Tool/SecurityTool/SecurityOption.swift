/// An option of a verb: a dash and one letter.
struct SecurityOption: Sendable {
    /// The kind of value after the letter.
    enum Argument: Sendable {
        case none
        case needed(String)
        /// A value that is prompted for if the option is the last argument.
        case promptable(String)
    }

    /// Whether the option is supported on this system.
    enum Standing: Sendable {
        case works
        /// The command works, but ignores the option and prints the reason.
        case ignored(String)
        /// The command fails.
        case refused(String)
    }

    let letter: Character
    let argument: Argument
    let meaning: String
    var isSecret = false
    var standing = Standing.works

    /// An option without a value.
    static func flag(
        _ letter: Character,
        _ meaning: String,
        _ standing: Standing = .works
    ) -> SecurityOption {
        SecurityOption(letter: letter, argument: .none, meaning: meaning, standing: standing)
    }

    /// An option with a value.
    static func value(
        _ letter: Character,
        _ name: String,
        _ meaning: String,
        _ standing: Standing = .works
    ) -> SecurityOption {
        SecurityOption(
            letter: letter,
            argument: .needed(name),
            meaning: meaning,
            standing: standing
        )
    }

    /// An option whose value is a secret.
    static func secret(
        _ letter: Character,
        _ name: String,
        _ meaning: String,
        promptable: Bool = false
    ) -> SecurityOption {
        SecurityOption(
            letter: letter,
            argument: promptable ? .promptable(name) : .needed(name),
            meaning: meaning,
            isSecret: true
        )
    }

    /// The option in a line of usage.
    var usage: String {
        switch argument {
        case .none: "[-\(letter)]"
        case .needed(let name), .promptable(let name): "[-\(letter) \(name)]"
        }
    }

    /// The option in a list.
    var line: String {
        let note =
            switch standing {
            case .works: ""
            case .ignored: " (no effect here)"
            case .refused: " (not available here)"
            }
        return "    -\(letter)  \(meaning)\(note)"
    }
}
