internal import SafeText

/// One result of `keychainctl doctor`.
struct Finding: Equatable, Sendable {
    enum Level: String {
        /// Nothing is wrong.
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

    static func fine(_ topic: String, _ text: String) -> Finding {
        Finding(level: .fine, topic: topic, text: text)
    }

    static func note(_ topic: String, _ text: String, advice: String) -> Finding {
        Finding(level: .note, topic: topic, text: text, advice: advice)
    }

    static func problem(_ topic: String, _ text: String, advice: String) -> Finding {
        Finding(level: .problem, topic: topic, text: text, advice: advice)
    }

    var fields: [String] { [level.rawValue, topic, text, advice ?? ""] }

    var json: JSON {
        .object(
            [
                ("level", .string(level.rawValue)), ("topic", .string(topic)),
                ("finding", .string(text)),
            ] + (advice.map { [("advice", .string($0))] } ?? [])
        )
    }
}
