internal import KeychainctlKit
internal import PortableKeychain

/// A verb with its arguments, parsed into options and operands.
struct SecurityInvocation {
    let verb: SecurityVerb
    /// The options in their order; the word is `nil` if the option has no value, or the value must
    /// be prompted for.
    let options: [(letter: Character, word: SecurityWord?)]
    let operands: [SecurityWord]
    /// The prompts for secrets.
    var prompts = SecurityPrompts()
    /// Whether only data is printed, without messages.
    var isQuiet = false

    /// Parses arguments by the rules of getopt(3): letters after one dash, values attached or in
    /// the next word, `--` as the end; the first other word also ends the options.
    ///
    /// - Throws: ``SecurityFailure`` for an unknown option, or a missing value.
    init(_ verb: SecurityVerb, _ words: [SecurityWord]) throws(SecurityFailure) {
        self.verb = verb
        var rest = words[...]
        var options: [(letter: Character, word: SecurityWord?)] = []
        let leading = rest.prefix(verb.operandsFirst)
        rest = rest.dropFirst(leading.count)
        while let word = rest.first, word.byte(0) == UInt8(ascii: "-"), word.bytes.count > 1 {
            rest = rest.dropFirst()
            if word.text == "--" { break }
            options += try Self.cluster(word, &rest, verb.options)
        }
        self.options = options
        operands = Array(leading) + rest
    }

    /// The options of one word.
    private static func cluster(
        _ word: SecurityWord,
        _ rest: inout ArraySlice<SecurityWord>,
        _ known: [SecurityOption]
    ) throws(SecurityFailure) -> [(letter: Character, word: SecurityWord?)] {
        var options: [(letter: Character, word: SecurityWord?)] = []
        var place = 1
        while let byte = word.byte(place) {
            let letter = Character(Unicode.Scalar(byte))
            guard let option = known.first(where: { $0.letter == letter }) else {
                let shown = byte < 0x80 ? "-\(letter)" : word.shown
                throw .usage("unknown option \(shown)")
            }
            place += 1
            switch option.argument {
            case .none: options.append((letter, nil))
            case .needed(let name):
                let attached = word.byte(place).map { _ in word.dropFirst(place) }
                guard let value = attached ?? rest.popFirst() else {
                    throw .usage("-\(letter) requires a value: \(name)")
                }
                options.append((letter, value))
                return options
            case .promptable:
                let attached = word.byte(place).map { _ in word.dropFirst(place) }
                options.append((letter, attached ?? rest.popFirst()))
                return options
            }
        }
        return options
    }

    /// Whether an option was given.
    func has(_ letter: Character) -> Bool { options.contains { $0.letter == letter } }

    /// The value of an option; the last one if it was given several times.
    func word(_ letter: Character) -> SecurityWord? {
        options.last { $0.letter == letter }?.word
    }

    /// The value of an option as text.
    func text(_ letter: Character) throws(SecurityFailure) -> String? {
        guard let word = word(letter) else { return nil }
        guard let text = word.text else { throw .usage("the value of -\(letter) is not text") }
        return text
    }

    /// The keychain that the command names, as for `--keychain`; `nil` for the default one, and if
    /// it names several or none.
    var keychain: String? {
        // The letter stands for a password in some verbs.
        let hasOption = verb.options.contains { $0.letter == "k" && !$0.isSecret }
        let isOperand = verb.operands.contains("keychain") && operands.count == 1
        guard let word = hasOption ? word("k") : isOperand ? operands.first : nil,
            let place = try? SecurityKeychains.place(word),
            let path = try? Keychain.path(of: place, configuration: .tool)
        else { return nil }
        return Failure.argument(of: path)
    }

    /// Prints a message about a completed action.
    func say(_ message: String) {
        if !isQuiet { Terminal.say(message) }
    }

    /// Prints a message about a fault or an option without effect; the command continues.
    func complain(_ message: String) {
        if !isQuiet { Terminal.complain(message) }
    }
}
