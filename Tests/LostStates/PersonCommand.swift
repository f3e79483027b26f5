/// A command that a person types, and the secrets that the person has at that time.
package struct PersonCommand: Hashable, Sendable, CustomStringConvertible {
    /// The command.
    package var verb: Verb
    /// The keychain of it; `nil` for commands about the whole folder.
    package var place: Situation.Place?
    /// The text that is typed where it asks.
    package var typed: Typed
    /// The chip that it reaches.
    package var chip: Situation.Chip

    /// Makes a command of which only the first words matter, with the chip of the machine.
    package init(_ verb: Verb, typed: Typed = .nothing) {
        self.init(verb: verb, place: nil, typed: typed, chip: .right)
    }

    private init(verb: Verb, place: Situation.Place?, typed: Typed, chip: Situation.Chip) {
        (self.verb, self.place, self.typed, self.chip) = (verb, place, typed, chip)
    }

    /// The commands, as they are typed.
    package enum Verb: String, CaseIterable, Sendable {
        case recover
        case deviceRecovery = "tpm recovery"
        case bind = "tpm bind"
        case bindAfterLoss = "tpm bind --lost-chip"
        case unbind = "tpm unbind"
        case forgetChip = "tpm unbind --lost-chip"
        case unbindByPaper = "tpm unbind --recovery"
        case createRecovery = "recovery create"
        case setPasscode = "passcode set"
        case changePasscode = "passcode change"
        case removePasscode = "passcode remove"
        case rotate
        case acceptOlder = "accept-older"
        case get
        case set
        case create
        case lock

        /// The subject of its question.
        var question: Question {
            switch self {
            case .recover, .bind, .bindAfterLoss, .unbindByPaper: .paper
            case .createRecovery, .changePasscode, .removePasscode: .passcode
            case .setPasscode, .rotate: .both
            case .deviceRecovery, .unbind, .forgetChip, .acceptOlder, .get, .set, .create, .lock:
                .nothing
            }
        }

        /// Whether it is about the whole folder.
        var isOfFolder: Bool {
            [
                .deviceRecovery, .bind, .bindAfterLoss, .unbind, .forgetChip, .unbindByPaper,
                .create,
            ].contains(self)
        }
    }

    enum Question { case nothing, paper, passcode, both }

    /// The text that is typed.
    package enum Typed: Hashable, Sendable {
        case nothing
        /// One of the recovery keys on paper, by its number.
        case paper(Int)
        /// A recovery key without a typing error, which belongs to no keychain.
        case stranger
        case rightPasscode
        case wrongPasscode
    }

    /// The commands that the rules of a loss are about.
    package static let ofLoss: [Verb] = [
        .recover, .deviceRecovery, .bind, .bindAfterLoss, .unbind, .forgetChip, .unbindByPaper,
        .createRecovery, .setPasscode,
    ]

    /// All commands of some verbs.
    ///
    /// - Parameters:
    ///   - verbs: The verbs.
    ///   - places: The keychains that they are about.
    ///   - papers: The numbers of recovery keys that are typed, beside one that belongs to no
    ///     keychain.
    /// - Returns: The commands.
    package static func all(
        _ verbs: [Verb],
        of places: [Situation.Place],
        papers: [Int]
    ) -> [PersonCommand] {
        let keys = papers.map { Typed.paper($0) } + [.stranger]
        return verbs.flatMap { verb in
            let answers: [Typed] =
                switch verb.question {
                case .nothing: [.nothing]
                case .paper: keys
                case .passcode: [.rightPasscode, .wrongPasscode]
                case .both: [.rightPasscode, .wrongPasscode] + keys
                }
            let places = verb.isOfFolder ? [nil] : places.map(Optional.some)
            return places.flatMap { place in
                answers.flatMap { typed in
                    Situation.Chip.allCases.map { chip in
                        PersonCommand(verb: verb, place: place, typed: typed, chip: chip)
                    }
                }
            }
        }
    }

    package var description: String {
        let keychain = place.map { " --keychain \($0.rawValue)" } ?? ""
        let answer =
            switch typed {
            case .nothing: ""
            case .paper(let number): " << recovery key \(number)"
            case .stranger: " << a recovery key of nobody"
            case .rightPasscode: " << the passcode"
            case .wrongPasscode: " << another passcode"
            }
        let reach =
            switch chip {
            case .right: ""
            case .other: "  (with another chip)"
            case .none: "  (without a chip)"
            }
        return verb.rawValue + keychain + answer + reach
    }
}
