/// The result of one attempt to answer a request: the answer, or a missing need.
///
/// A result and not an error, so that the types show which functions can lead to a question. A
/// transaction whose outcome is ``needs(_:)`` is rolled back before the user is asked, so no lock
/// is held meanwhile; ``LocalKeeper/answering(_:_:)`` gets what is missing and tries again.
enum Outcome<Answer> {
    /// The answer.
    case answered(Answer)
    /// The attempt must be repeated with this.
    case needs(Need)

    /// Whether the outcome is an answer.
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

/// A need of an attempt before it can be repeated.
enum Need: Hashable, Sendable {
    /// The payloads of the matching rows, because a proof is checked by opening a payload.
    case payloads
    /// The check that no row was removed from the file, before the absence of an item is reported.
    case confirmedAbsence
    /// A proof of the user's presence.
    case presence
    /// The password of an item to read, which is identified as in ``AuthenticationContext``.
    case password(of: [UInt8])
    /// A password for an item to store.
    case newPassword
    /// The key of an item's password, which is not derived within a transaction.
    case derivation(PasswordDerivation)
    /// Another password of an item, because the one that the user gave for this answer was wrong.
    case anotherPassword(of: [UInt8])
}
