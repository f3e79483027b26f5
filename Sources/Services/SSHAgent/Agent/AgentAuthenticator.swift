package import PortableKeychain

/// Asks the user of an agent: on the terminal while the agent is in its foreground, otherwise in a
/// dialog.
package struct AgentAuthenticator: Authenticator {
    private let usesTerminal: Bool
    private let pinentry: PinentryAuthenticator

    /// Creates an authenticator.
    ///
    /// - Parameters:
    ///   - usesTerminal: Whether the agent was started to use its terminal.
    ///   - pinentry: The absolute path of the program for dialogs.
    package init(usesTerminal: Bool, pinentry: String) {
        self.usesTerminal = usesTerminal
        self.pinentry = PinentryAuthenticator(program: pinentry, patience: 60)
    }

    /// Whether the user sees the output on the terminal.
    package var isOnTerminal: Bool { usesTerminal && TerminalPrompt.isPossible }

    package func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        guard isOnTerminal else { return try pinentry.answer(question) }
        return try TerminalAuthenticator().answer(question)
    }
}
