package import PortableKeychain

/// Asks for consent in the dialog of a `pinentry` program.
package struct PinentryConsent: ConsentAsker {
    private let pinentry: PinentryAuthenticator

    /// Makes one.
    ///
    /// - Parameter pinentry: The program, and the time that the user has.
    package init(_ pinentry: PinentryAuthenticator) { self.pinentry = pinentry }

    /// Asks whether, and then for how long.
    package func consent(to question: ConsentQuestion) throws(KeychainError) -> Consent {
        let isAllowed = try pinentry.choose(
            question.text,
            yes: "Allow",
            no: question.canBeRemembered ? "Never allow" : nil,
            cancel: "Not now",
            isWanted: question.isWanted
        )
        guard isAllowed else { return .never }
        guard question.canBeRemembered else { return .once }
        let isForever = try pinentry.choose(
            question.text + "\n\nYou allowed it. For how long?",
            yes: "Always",
            no: "While it runs",
            cancel: "Not at all",
            isWanted: question.isWanted
        )
        return isForever ? .always : .once
    }
}
