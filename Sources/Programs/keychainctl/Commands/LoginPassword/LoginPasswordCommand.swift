internal import ArgumentParser

/// `keychainctl login-password`.
struct LoginPasswordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login-password",
        abstract: "Let your login password open a keychain when you log in.",
        discussion: """
            After 'enroll', a login with this password opens the keychain without a question, and so \
            does unlocking the screen with it, where PAM, the part of the system that checks \
            passwords, hands it over. 'status' says whether it does; on Debian and Ubuntu, 'sudo \
            pam-auth-update --enable portable-keychain' arranges it for all users.

            The passcode stays as it is, and items that require their user still ask for it. A \
            login without the password, such as one with a fingerprint or an ssh key, leaves the \
            keychain locked. A changed login password opens it again after another 'enroll'.

            EXAMPLES
              keychainctl login-password enroll
              keychainctl login-password status
            """,
        subcommands: [
            LoginPasswordEnrollCommand.self, LoginPasswordStatusCommand.self,
            LoginPasswordRemoveCommand.self, LoginPasswordUnlockCommand.self,
            LoginPasswordNoticeCommand.self,
        ]
    )
}
