package import PortableKeychain
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Asks the user of an agent: on its terminal while it stands in front there, or else in a dialog.
package final class AgentAuthenticator: Authenticator {
    private let usesTerminal: Bool
    private let pinentry: PinentryAuthenticator
    /// Held while the user is asked, as people answer one question at a time.
    private let attention = Mutex(())

    /// Makes an authenticator.
    ///
    /// - Parameters:
    ///   - usesTerminal: Whether the terminal is the agent's own.
    ///   - pinentry: The program for dialogs, an absolute path.
    package init(usesTerminal: Bool, pinentry: String) {
        self.usesTerminal = usesTerminal
        self.pinentry = PinentryAuthenticator(program: pinentry, patience: 60)
    }

    package func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        try attention.withLock { _ throws(KeychainError) in
            guard usesTerminal, Self.standsInFront else { return try pinentry.answer(question) }
            return try TerminalAuthenticator().answer(question)
        }
    }

    /// Whether the process may read its terminal: a shell's job in the background is stopped when it
    /// tries.
    static var standsInFront: Bool {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        return tcgetpgrp(terminal) == getpgrp()
    }
}
