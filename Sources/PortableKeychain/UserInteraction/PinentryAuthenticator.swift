/// Asks the user through a `pinentry` program: the dialogs that GnuPG uses, on desktops and
/// terminals alike.
///
/// The program is started for each question and ends with it. Secrets travel through a socket, never
/// through arguments or the environment.
public struct PinentryAuthenticator: Authenticator {
    /// The program, an absolute path.
    public var program: String
    /// For how many seconds the user may think; afterwards they count as having declined.
    public var patience: Double

    /// Makes an authenticator.
    ///
    /// - Parameters:
    ///   - program: The program, an absolute path; nothing is searched for in `PATH`.
    ///   - patience: For how many seconds the user may think.
    public init(program: String = "/usr/bin/pinentry", patience: Double = 300) {
        self.program = program
        self.patience = patience
    }

    /// Asks in a dialog.
    ///
    /// - Throws: ``KeychainError/Code/userCanceled`` when the user declines or takes too long,
    ///   ``KeychainError/Code/authenticationRequired`` when the program cannot be started or does not
    ///   speak its protocol.
    public func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        let dialogue = try AssuanDialogue(program, patience: patience)
        try dialogue.greet()
        for (name, variable) in [
            ("ttytype", "TERM"), ("display", "DISPLAY"), ("ttyname", "GPG_TTY"),
            ("lc-ctype", "LC_ALL"),
        ] {
            guard let value = UserEnvironment.variable(variable) else { continue }
            // A program that has no such option is as good.
            try dialogue.tell("OPTION \(name)=", value, isOptional: true)
        }
        let reason = question.reason.isEmpty ? "" : question.reason + "\n\n"
        try dialogue.tell("SETDESC ", reason + question.sentence)
        if let title = question.cancelTitle {
            try dialogue.tell("SETCANCEL ", title, isOptional: true)
        }
        guard question.kind != .presence else {
            _ = try dialogue.ask("CONFIRM")
            return .confirmed
        }
        if question.failedAttempts > 0 { try dialogue.tell("SETERROR ", "That was wrong.") }
        try dialogue.tell("SETPROMPT ", question.kind == .passcode ? "Passcode:" : "Password:")
        let secret = try dialogue.ask("GETPIN")
        guard question.kind == .newApplicationPassword else { return .secret(secret) }
        // Nobody sees what is typed, so a new secret is typed twice.
        try dialogue.tell("SETPROMPT ", "Password again:")
        guard secret.matches(try dialogue.ask("GETPIN")) else {
            throw KeychainError(.authenticationFailed, reason: "The two passwords differ.")
        }
        return .secret(secret)
    }
}
