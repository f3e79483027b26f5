/// The reasons of revocation in words (RFC 5280, 5.3.1).
enum RevocationWords {
    private static let words = [
        1: "its key was compromised",
        2: "the key of its authority was compromised",
        3: "what it says of its subject has changed",
        4: "another certificate replaces it",
        5: "it is not needed any more",
        6: "it is on hold",
        9: "a right in it was withdrawn",
        10: "the key of its authority for attributes was compromised",
    ]

    /// The reason as the end of a sentence; empty for none and for an unknown one.
    static func clause(for reason: Int?) -> String {
        reason.flatMap { words[$0] }.map { ", because \($0)" } ?? ""
    }
}
