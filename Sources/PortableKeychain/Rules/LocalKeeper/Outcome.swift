/// What an attempt at an answer comes to: the answer, or what is missing for it.
///
/// A value, so that asking the user shows in the types of all that may lead to it, and so that a
/// transaction that needs more is rolled back before anybody is asked.
enum Outcome<Answer> {
    /// The answer.
    case answered(Answer)
    /// The attempt has to start over with this.
    case needs(Need)

    /// Whether this is the answer.
    var isAnswered: Bool { if case .answered = self { true } else { false } }

    /// The outcome with another answer.
    func map<Other>(
        _ transform: (Answer) throws(KeychainError) -> Other
    ) throws(KeychainError) -> Outcome<Other> {
        switch self {
        case .answered(let answer): .answered(try transform(answer))
        case .needs(let need): .needs(need)
        }
    }
}

/// What is missing for an answer.
enum Need: Hashable, Sendable {
    /// The payloads of the rows that match: some items show only by them that their user is here.
    case payloads
    /// The check that no row was hidden, before the absence of an item is believed.
    case confirmedAbsence
    /// A proof of the user's presence.
    case presence
    /// The password of an item that is read.
    case password
    /// A password for an item that is stored.
    case newPassword
    /// Another password than the one that the user gave for this answer, which was wrong.
    case anotherPassword
}
