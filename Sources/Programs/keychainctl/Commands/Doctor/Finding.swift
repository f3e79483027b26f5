internal import KeychainctlKit
internal import SafeText

/// One result of `keychainctl doctor`.
struct Finding: Equatable, Sendable {
    enum Level: String {
        /// No problem was found.
        case fine
        /// Worth knowing, but not a problem.
        case note
        /// A problem that should be fixed.
        case problem
    }

    let level: Level
    /// The examined subject, in one or two words.
    let topic: String
    let text: String
    /// The advice; `nil` if there is nothing to do.
    var advice: String?
    /// The names of the items that it is about.
    var items: [String] = []

    /// The most names of items in a sentence.
    private static let mostNames = 10

    static func fine(_ topic: String, _ text: String) -> Finding {
        Finding(level: .fine, topic: topic, text: text)
    }

    static func note(_ topic: String, _ text: String, advice: String) -> Finding {
        Finding(level: .note, topic: topic, text: text, advice: advice)
    }

    static func problem(_ topic: String, _ text: String, advice: String) -> Finding {
        Finding(level: .problem, topic: topic, text: text, advice: advice)
    }

    static func note(
        _ topic: String,
        about items: [String],
        _ text: String,
        advice: String
    ) -> Finding {
        Finding(level: .note, topic: topic, text: text, advice: advice, items: items)
    }

    static func problem(
        _ topic: String,
        about items: [String],
        _ text: String,
        advice: String
    ) -> Finding {
        Finding(level: .problem, topic: topic, text: text, advice: advice, items: items)
    }

    /// The finding and the first names of the items that it is about.
    var sentence: String {
        guard !items.isEmpty else { return text }
        let rest = items.count - Self.mostNames
        let names = items.prefix(Self.mostNames).joined(separator: ", ")
        return "\(text): \(names)" + (rest > 0 ? " and \(rest) more" : "")
    }

    /// The topics of problems whose advice comes first; a damaged keychain before one that others can
    /// read, and that before what does not open because of it.
    private static let gravest = [
        Doctor.integrityTopic, "key slots", "permissions", "opening", "writing",
    ]

    /// The same for notes: the check of what is locked can wait until there is a recovery key.
    private static let firstNotes = [
        "permissions", "recovery", Doctor.integrityTopic, "protection",
    ]

    /// The most useful next step: the advice of the gravest finding.
    static func mostWorthDoing(_ findings: [Finding]) -> String {
        func rank(_ finding: Finding) -> Int {
            guard finding.level == .note else {
                return Self.gravest.firstIndex(of: finding.topic) ?? Self.gravest.count
            }
            // A recovery key is worth little while everybody can open the keychain.
            let isOpen = finding.advice == AccessExamination.passcodeAdvice
            let place = isOpen ? 0 : firstNotes.firstIndex(of: finding.topic) ?? firstNotes.count
            return Self.gravest.count + 1 + place
        }
        let open = findings.filter { $0.level != .fine && $0.advice != nil }
        guard let first = open.min(by: { rank($0) < rank($1) }), let advice = first.advice
        else { return "Nothing needs to be done." }
        return "Most worth doing: \(advice)."
    }

    /// The finding with a keychain in the commands that it advises.
    func naming(_ keychain: String?) -> Finding {
        var finding = self
        finding.advice = advice.map { AdvisedCommand.naming(keychain, in: $0) }
        return finding
    }

    var fields: [String] { [level.rawValue, topic, sentence, advice ?? ""] }

    var json: JSON {
        .object(
            [
                ("level", .string(level.rawValue)), ("topic", .string(topic)),
                ("finding", .string(text)),
            ] + (advice.map { [("advice", .string($0))] } ?? [])
                + (items.isEmpty ? [] : [("items", .array(items.map(JSON.string)))])
        )
    }
}
