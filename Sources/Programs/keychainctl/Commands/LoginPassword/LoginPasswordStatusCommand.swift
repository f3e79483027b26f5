internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl login-password status`.
struct LoginPasswordStatusCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show whether the login password opens a keychain.",
        discussion: """
            In a pipe, each line has a name and a value with a tab between them: login-password \
            (yes or no); refused, the time of a login whose password did not open the keychain, if \
            there was one since; and logins: whether PAM hands the password over (on), is prepared \
            to (off), or has nothing that does (absent).

            EXAMPLES
              keychainctl login-password status
            """
    )

    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let login = LoginPassword(of: try place.open())
        let isEnrolled = try login.slot != nil
        let since = try login.refusedSince
        let setup = PAMSetup.present()
        tell(
            [("login-password", isEnrolled ? "yes" : "no")]
                + (since.map { [("refused", $0)] } ?? []) + [("logins", setup.rawValue)],
            [("login-password", .bool(isEnrolled))]
                + (since.map { [("refused", .string($0))] } ?? [])
                + [("logins", .string(setup.rawValue))]
        )
        guard Terminal.isInteractive, !json, isEnrolled else { return }
        if since != nil {
            let command = "'keychainctl login-password enroll'"
            let advice = AdvisedCommand.naming(KeychainChoice.onCommandLine, in: command)
            Terminal.say("If your login password was changed, run \(advice).")
        }
        setup.sayAdvice()
    }
}
