/// Asks the user through a `pinentry` program, as GnuPG does: in a dialog on desktops, or on a
/// terminal.
///
/// The program is started for each question, and ended afterwards. Secrets are sent through a
/// socket, never in arguments or the environment.
public struct PinentryAuthenticator: Authenticator {
    /// The program, an absolute path.
    public var program: String
    /// The time in seconds that the user has to answer; no answer counts as a refusal.
    public var patience: Double

    /// Makes an authenticator.
    ///
    /// - Parameters:
    ///   - program: The program, an absolute path; `PATH` is not searched.
    ///   - patience: The time in seconds that the user has to answer.
    public init(program: String = "/usr/bin/pinentry", patience: Double = 300) {
        self.program = program
        self.patience = patience
    }

    /// Asks in a dialog.
    ///
    /// - Throws: ``KeychainError/Code/userCanceled`` when the user declines or takes too long,
    ///   ``KeychainError/Code/authenticationRequired`` when the program cannot be started or does
    ///   not speak the protocol.
    public func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        let dialogue = try dialogue()
        // The words of others come last: they are cut where a line ends, not the question.
        try dialogue.tell(
            "SETDESC ",
            Self.paragraphs(question.sentence, question.reason, Self.asker(question.reason))
        )
        if let title = question.cancelTitle {
            try dialogue.tell("SETCANCEL ", title, isOptional: true)
        }
        guard question.kind != .presence else {
            _ = try dialogue.ask("CONFIRM")
            return .confirmed
        }
        if question.failedAttempts > 0 {
            try dialogue.tell("SETERROR ", "The answer was wrong. Try again.")
        }
        let prompt =
            switch question.kind {
            case .passcode: "Passcode:"
            case .pin: "PIN:"
            case .presence, .applicationPassword, .newApplicationPassword: "Password:"
            }
        try dialogue.tell("SETPROMPT ", prompt)
        let secret = try dialogue.ask("GETPIN")
        guard question.kind == .newApplicationPassword else { return .secret(secret) }
        // The input is not shown, so a new password is asked for twice.
        try dialogue.tell("SETPROMPT ", "Password again:")
        guard secret.matches(try dialogue.ask("GETPIN")) else {
            throw KeychainError(
                .authenticationFailed,
                reason: "The passwords do not match. Try again."
            )
        }
        return .secret(secret)
    }

    /// Lets the user choose between two buttons and a third one that decides nothing.
    ///
    /// - Parameters:
    ///   - text: The question, to which is added who asks.
    ///   - yes: The title of the first button.
    ///   - no: The title of the second one; `nil` for none.
    ///   - cancel: The title of the button that decides nothing.
    ///   - isWanted: Whether the caller still waits for the answer; the dialog ends if not.
    /// - Returns: Whether it was the first button.
    /// - Throws: The same errors as ``answer(_:)``.
    package func choose(
        _ text: String,
        yes: String,
        no: String?,
        cancel: String,
        isWanted: @escaping @Sendable () -> Bool
    ) throws(KeychainError) -> Bool {
        let dialogue = try dialogue()
        dialogue.isWanted = isWanted
        try dialogue.tell("SETDESC ", Self.paragraphs(text, Self.asker(text)))
        try dialogue.tell("SETOK ", yes)
        if let no { try dialogue.tell("SETNOTOK ", no) }
        try dialogue.tell("SETCANCEL ", cancel)
        do throws(KeychainError) {
            _ = try dialogue.ask("CONFIRM")
            return true
        } catch  where dialogue.isDenied && no != nil {
            return false
        }
    }

    /// The lines that say who asks.
    private static func asker(_ said: String) -> String {
        (AskingProgram.current ?? .own).text(besides: said)
    }

    private static func paragraphs(_ texts: String...) -> String {
        texts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// The title of all dialogs.
    private static let title = "Keychain"

    /// The program, started with the data of the user's screen.
    private func dialogue() throws(KeychainError) -> AssuanDialogue {
        let dialogue = try AssuanDialogue(program, patience: patience)
        try dialogue.greet()
        for (name, variable) in [
            ("ttytype", "TERM"), ("display", "DISPLAY"), ("ttyname", "GPG_TTY"),
            ("lc-ctype", "LC_ALL"),
        ] {
            guard let value = UserEnvironment.variable(variable) else { continue }
            // The program need not know these options.
            try dialogue.tell("OPTION \(name)=", value, isOptional: true)
        }
        try dialogue.tell("SETTITLE ", Self.title, isOptional: true)
        return dialogue
    }
}
