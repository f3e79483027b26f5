/// An option of a verb: a dash and one letter.
struct SecurityOption: Sendable {
    /// What comes after the letter.
    enum Argument: Sendable {
        case none
        case needed(String)
        /// Asked for when the option is the last word.
        case promptable(String)
    }

    /// Whether the option can mean anything on this system.
    enum Standing: Sendable {
        case works
        /// The command does what it is for all the same, and says why this part is not done.
        case ignored(String)
        /// The command cannot do what was asked for.
        case refused(String)
    }

    let letter: Character
    let argument: Argument
    let meaning: String
    var isSecret = false
    var standing = Standing.works

    /// An option that stands alone.
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
            case .ignored: " (without effect here)"
            case .refused: " (not available here)"
            }
        return "    -\(letter)  \(meaning)\(note)"
    }
}
