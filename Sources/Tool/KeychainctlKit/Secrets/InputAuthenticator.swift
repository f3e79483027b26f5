package import PortableKeychain
internal import Synchronization

/// Answers questions for passcodes and PINs: on a terminal by asking there, otherwise with the lines of
/// standard input, in the order of the questions.
///
/// A class, because each answer takes a line away.
package final class InputAuthenticator: Authenticator {
    private let lines: Mutex<PasscodeSource?>
    private let terminal: any Authenticator

    /// Reads standard input, unless it is a terminal.
    ///
    /// - Parameter terminal: Asks if standard input is a terminal.
    /// - Throws: ``Failure`` if standard input cannot be read.
    package init(_ terminal: any Authenticator = TerminalAuthenticator()) throws(Failure) {
        lines = Mutex(Terminal.inputIsTerminal ? nil : try PasscodeSource())
        self.terminal = terminal
    }

    /// Continues where a source of lines is.
    package init(taking source: PasscodeSource) {
        lines = Mutex(source.isTerminal ? nil : source)
        terminal = TerminalAuthenticator()
    }

    /// The lines that are left; `nil` on a terminal.
    package var rest: PasscodeSource? { lines.withLock { $0 } }

    package func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        let line = lines.withLock { source -> SecretBytes?? in
            guard source != nil else { return nil }
            return .some(try? source?.present())
        }
        guard let line else { return try terminal.answer(question) }
        guard let line else {
            let what = question.kind == .pin ? "PIN" : "passcode"
            throw KeychainError(
                .userCanceled,
                reason: "The \(what) is missing on standard input. Write it on a separate line."
            )
        }
        return .secret(line)
    }
}
