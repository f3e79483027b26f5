internal import KeychainctlKit
internal import PortableKeychain

/// Questions for secrets, in the words that `security` asks them in.
final class SecurityPrompts {
    /// Whether lines of standard input answer where it is no terminal; not while commands come
    /// from there.
    var readsInput = true
    private var source: PasscodeSource?

    /// How often something new is asked for until it was typed alike twice.
    private static let rounds = 3

    /// Asks for something that exists, such as the password of a keychain.
    func ask(_ prompt: String) throws(SecurityFailure) -> SecretBytes {
        try answered { source throws(Failure) in try source.next(asking: prompt) }
    }

    /// Asks for something new: twice, or once where lines of standard input answer.
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

    /// Asks; when nobody answers, the status is that of a command that met the end of its input.
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
