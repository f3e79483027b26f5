/// Asks the user on the terminal of the program, without showing secrets.
///
/// Use it in programs that users start in a shell. It asks on the controlling terminal, so standard
/// input and output can be pipes.
public struct TerminalAuthenticator: Authenticator {
    /// Makes an authenticator.
    public init() {}

    /// Asks on the terminal.
    ///
    /// - Throws: ``KeychainError/Code/userCanceled`` when the input is empty, or is not yes where a
    ///   confirmation is needed, ``KeychainError/Code/authenticationRequired`` without a terminal,
    ///   ``KeychainError/Code/authenticationFailed`` when the two entries of a new password do not
    ///   match, an entry is too long, or pasted text has several lines or control characters.
    public func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        var prompt = question.failedAttempts > 0 ? "That was wrong. " : ""
        if !question.reason.isEmpty { prompt += question.reason + ". " }
        prompt += question.sentence
        guard question.kind != .presence else {
            let answer = try ask(prompt + " [y/N] ", hidesInput: false)
            let word = answer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }.lowercased()
            guard ["y", "yes"].contains(word.split(separator: " ").first) else {
                throw KeychainError(.userCanceled)
            }
            return .confirmed
        }
        let secret = try ask(prompt + ": ")
        guard question.kind == .newApplicationPassword else { return .secret(secret) }
        guard secret.matches(try ask(question.sentence + " again: ")) else {
            throw KeychainError(
                .authenticationFailed,
                reason: "The passwords do not match. Try again."
            )
        }
        return .secret(secret)
    }

    /// Asks for the touch of a security key, if the keychain has one and the program
    /// `keychain-fido2` is installed; the terminal shows when to touch it.
    public func proof(
        of slots: [AccessSlot],
        for question: AuthenticationQuestion
    ) throws(KeychainError) -> AccessProof? {
        try SecurityKeyTouch(self, .terminal).proof(of: slots, for: question)
    }

    private func ask(_ prompt: String, hidesInput: Bool = true) throws(KeychainError)
        -> SecretBytes
    {
        do throws(TerminalPrompt.Failure) {
            return try TerminalPrompt.ask(prompt, hidesInput: hidesInput)
        } catch {
            throw switch error {
            case .nothingEntered: KeychainError(.userCanceled)
            case .tooLong:
                KeychainError(
                    .authenticationFailed,
                    reason: "The entry is too long for the terminal. Enter a shorter one."
                )
            case .severalLines:
                KeychainError(
                    .authenticationFailed,
                    reason: "Several lines were pasted at once. Enter one line."
                )
            case .controlCharacters:
                KeychainError(
                    .authenticationFailed,
                    reason: "What was pasted has control characters. Enter text."
                )
            case .noTerminal, .unreadable:
                KeychainError(
                    .authenticationRequired,
                    reason: """
                        There is no terminal to ask the user on. Run the program on a terminal.
                        """
                )
            }
        }
    }
}
