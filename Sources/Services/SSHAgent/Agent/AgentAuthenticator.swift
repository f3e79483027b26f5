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
    private var isOnTerminal: Bool { usesTerminal && TerminalPrompt.isPossible }

    package func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        try present.answer(question)
    }

    package func proof(
        of slots: [AccessSlot],
        for question: AuthenticationQuestion
    ) throws(KeychainError) -> AccessProof? { try present.proof(of: slots, for: question) }

    /// The one that the user sees now.
    private var present: any Authenticator { isOnTerminal ? TerminalAuthenticator() : pinentry }
}
