package import PortableKeychain

/// Asks for consent in the dialog of a `pinentry` program.
package struct PinentryConsent: ConsentAsker {
    private let pinentry: PinentryAuthenticator

    /// Makes one.
    ///
    /// - Parameter pinentry: The program, and the time that the user has.
    package init(_ pinentry: PinentryAuthenticator) { self.pinentry = pinentry }

    /// Asks in one dialog, which has three buttons at most: the second one remembers a decision, and
    /// says no if the user refused the program before.
    package func consent(to question: ConsentQuestion) throws(KeychainError) -> Consent {
        let isOnce = try pinentry.choose(
            question.text,
            yes: "Allow while it runs",
            no: question.canBeRemembered
                ? question.wasRefused ? "Never allow" : "Always allow" : nil,
            cancel: "Not now",
            isWanted: question.isWanted
        )
        return isOnce ? .once : question.wasRefused ? .never : .always
    }
}
