package import PortableKeychain
internal import SafeText

/// Asks for a secret on the controlling terminal, without showing what is typed.
package enum SecretPrompt {
    /// Asks once.
    package static func ask(_ prompt: String) throws(Failure) -> SecretBytes {
        do throws(TerminalPrompt.Failure) {
            return try TerminalPrompt.ask(Escaping.escaped(prompt))
        } catch {
            throw Failure(error)
        }
    }

    /// Asks for a new secret: twice, because the user cannot see typing mistakes.
    package static func askTwice(_ prompt: String, again: String) throws(Failure) -> SecretBytes {
        let first = try ask(prompt)
        guard first.matches(try ask(again)) else {
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
                Failure(.usage, "the line is too long for the terminal", advice: instead)
            case .unreadable:
                Failure(KeychainError(.inputOutput, reason: "Cannot read from the terminal."))
            }
    }
}
