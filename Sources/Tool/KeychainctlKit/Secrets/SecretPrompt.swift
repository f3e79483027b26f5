package import PortableKeychain
internal import SafeText

/// Asks for a secret on the controlling terminal, without showing the typed text.
package enum SecretPrompt {
    /// Asks once.
    package static func ask(
        _ prompt: String,
        taking lines: TerminalPrompt.Lines = .one
    ) throws(Failure) -> SecretBytes {
        do throws(TerminalPrompt.Failure) {
            let shown = TerminalLetters.shown(Escaping.escaped(prompt))
            return try TerminalPrompt.ask(shown, taking: lines)
        } catch {
            throw Failure(error)
        }
    }

    /// Asks for a new secret: twice, because the user cannot see typing mistakes.
    package static func askTwice(
        _ prompt: String,
        again: String,
        taking lines: TerminalPrompt.Lines = .one
    ) throws(Failure) -> SecretBytes {
        let first = try ask(prompt, taking: lines)
        guard first.matches(try ask(again, taking: lines)) else {
            throw Failure(.usage, "the two entries do not match", advice: "run the command again")
        }
        return first
    }
}

extension Failure {
    fileprivate init(_ failure: TerminalPrompt.Failure) {
        let instead = "write the secret to standard input"
        self =
            switch failure {
            case .noTerminal: Failure(.usage, "there is no terminal to ask on", advice: instead)
            case .nothingEntered:
                Failure(.declined, "nothing was entered", advice: "run the command again")
            case .tooLong:
                Failure(
                    .usage,
                    "more than \(TerminalPrompt.longestEntry) bytes were entered",
                    advice: instead
                )
            case .severalLines:
                Failure(.usage, "a paste of several lines is not taken here", advice: instead)
            case .controlCharacters:
                Failure(.usage, "what was pasted has control characters", advice: instead)
            case .unreadable:
                Failure(KeychainError(.inputOutput, reason: "Cannot read from the terminal."))
            }
    }
}
