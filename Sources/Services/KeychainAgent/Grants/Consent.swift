@_spi(Keepers) package import PortableKeychain

/// The user's answer about a program that wants the items of an access group.
///
/// It is consent, not a wall: a program of the same user that does not want to ask has other ways
/// (`Specification/threat-model.md`).
package enum Consent: UInt8, Sendable, CaseIterable {
    /// Consent until the program disconnects.
    case once = 1
    /// Consent from now on.
    case always = 2
    /// Never, and it does not ask again.
    case never = 3
}

/// Asks the user for consent.
package protocol ConsentAsker: Sendable {
    /// Asks.
    ///
    /// - Throws: ``KeychainError/Code/userCanceled`` if the user does not decide now,
    ///   ``KeychainError/Code/authenticationRequired`` if there is no way to ask the user.
    func consent(to question: ConsentQuestion) throws(KeychainError) -> Consent
}

/// A question about a program and an access group.
package struct ConsentQuestion: Sendable {
    /// The program, for people.
    package var program: String
    /// The access group.
    package var group: String
    /// Whether the answer can be remembered: not for programs that no package declares.
    package var canBeRemembered: Bool
    /// Whether the user refused the program before, and has not allowed it anything since.
    package var wasRefused = false
    /// Whether the program still waits for the answer.
    package var isWanted: @Sendable () -> Bool

    /// The question as sentences, in which names of others are escaped and short; it begins with the program.
    package var text: String {
        let what =
            group == AccessGroups.administrator
            ? "all items of the keychain" : "the items of '\(ForeignText.name(group))'"
        let hint =
            !canBeRemembered
            ? "\nYour answer cannot be remembered: no installed package declares this program."
            : wasRefused ? "\nYou refused it before." : ""
        return "\(ForeignText.name(program)) wants to use \(what).\(hint)"
    }
}
