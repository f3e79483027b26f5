internal import KeychainctlKit
internal import PortableKeychain

/// Prompts for secrets, with the texts of `security`.
final class SecurityPrompts {
    /// Whether secrets are read from standard input if it is not a terminal; `false` while commands
    /// are read from it.
    var readsInput = true
    private var source: PasscodeSource?

    /// The number of attempts to type a new secret identically twice.
    private static let rounds = 3

    /// Asks for an existing secret, such as the password of a keychain.
    func ask(_ prompt: String) throws(SecurityFailure) -> SecretBytes {
        try answered { source throws(Failure) in try source.next(asking: prompt) }
    }

    /// Asks for the passphrase of an existing file, which may be empty.
    func askForFile(_ prompt: String) throws(SecurityFailure) -> SecretBytes {
        try answered { source throws(Failure) in try source.ofFile(asking: prompt) }
    }

    /// Asks for a new secret: twice, or once if it is read from standard input.
    func askNew(_ prompt: String, again: String) throws(SecurityFailure) -> SecretBytes {
        let answer: SecretBytes? = try answered { source throws(Failure) in
            for _ in 0..<Self.rounds {
                let first = try source.next(asking: prompt)
                guard source.isTerminal else { return first }
                if first.matches(try source.next(asking: again)) { return first }
                Terminal.say("passwords don't match")
            }
            return nil
        }
        guard let answer else { throw SecurityFailure(1, nil) }
        return answer
    }

    /// Asks; without an answer, the status is that of a command at the end of its input.
    private func answered<R>(
        _ body: (inout PasscodeSource) throws(Failure) -> R
    ) throws(SecurityFailure) -> R {
        do throws(Failure) {
            var present: PasscodeSource
            if let source {
                present = source
            } else {
                present = try PasscodeSource("password", readsInput: readsInput)
            }
            defer { source = present }
            return try body(&present)
        } catch {
            throw SecurityFailure(255, error.message)
        }
    }
}
