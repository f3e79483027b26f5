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

    /// Asks for something new: twice, as nobody sees a typing mistake.
    package static func askTwice(_ prompt: String, again: String) throws(Failure) -> SecretBytes {
        let first = try ask(prompt)
        guard first.matches(try ask(again)) else {
            throw Failure(.usage, "the two entries differ", advice: "run it again")
        }
        return first
    }
}

extension Failure {
    fileprivate init(_ failure: TerminalPrompt.Failure) {
        let instead = "give the secret on standard input"
        self =
            switch failure {
            case .noTerminal: Failure(.usage, "there is no terminal to ask on", advice: instead)
            case .nothingEntered: Failure(.declined, "nothing was entered", advice: "run it again")
            case .tooLong:
                Failure(.usage, "the terminal cuts off lines as long as this", advice: instead)
            case .unreadable:
                Failure(KeychainError(.inputOutput, reason: "The terminal cannot be read."))
            }
    }
}
