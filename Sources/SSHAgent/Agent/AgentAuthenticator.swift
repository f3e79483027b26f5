package import PortableKeychain

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

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

    package func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        guard usesTerminal, Self.standsInFront else { return try pinentry.answer(question) }
        return try TerminalAuthenticator().answer(question)
    }

    /// Whether the process may read from its terminal: a background job of a shell is stopped if it
    /// tries to.
    static var standsInFront: Bool {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        return tcgetpgrp(terminal) == getpgrp()
    }
}
