internal import SafeText

/// What the doctor found about one thing.
struct Finding: Equatable, Sendable {
    enum Level: String {
        /// As it should be.
        case fine
        /// Worth knowing, but nothing is wrong.
        case note
        /// Something to be mended.
        case problem
    }

    let level: Level
    /// What was examined, in one word or two.
    let topic: String
    let text: String
    /// What to do; `nil` where there is nothing to do.
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
