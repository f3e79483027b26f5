/// Asks the user on the terminal of the program, without showing what is typed.
///
/// For programs that people start in a shell. It asks on the controlling terminal, so standard input
/// and output may be pipes.
public struct TerminalAuthenticator: Authenticator {
    /// Makes an authenticator.
    public init() {}

    /// Asks on the terminal.
    ///
    /// - Throws: ``KeychainError/Code/userCanceled`` when nothing is entered or not yes,
    ///   ``KeychainError/Code/authenticationRequired`` without a terminal,
    ///   ``KeychainError/Code/authenticationFailed`` for two new passwords that differ.
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
            throw KeychainError(.authenticationFailed, reason: "The two passwords differ.")
        }
        return .secret(secret)
    }

    private func ask(_ prompt: String, hidesInput: Bool = true) throws(KeychainError)
        -> SecretBytes
    {
        // The reason is the program's, and may come from anywhere: no control of the terminal.
        let harmless = String(
            String.UnicodeScalarView(
                prompt.unicodeScalars.map {
                    [.control, .format].contains($0.properties.generalCategory) ? " " : $0
                }
            )
        )
        do throws(TerminalPrompt.Failure) {
            return try TerminalPrompt.ask(harmless, hidesInput: hidesInput)
        } catch {
            throw switch error {
            case .nothingEntered: KeychainError(.userCanceled)
            case .tooLong: KeychainError(.authenticationFailed, reason: "The entry is too long.")
            case .noTerminal, .unreadable:
                KeychainError(.authenticationRequired, reason: "There is no terminal to ask on.")
            }
        }
    }
}
