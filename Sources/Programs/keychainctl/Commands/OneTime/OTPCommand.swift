internal import ArgumentParser

/// `keychainctl otp` and its subcommands.
struct OTPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "otp",
        abstract: "Show one-time codes.",
        discussion: """
            'keychainctl otp NAME' is short for 'keychainctl otp code NAME'. A one-time code proves \
            that you have a secret that the service also has. It is a second factor only while the \
            keychain with the secret is not the one with the password.

            EXAMPLES
              keychainctl otp add github.com/ann
              keychainctl otp github.com
            """,
        subcommands: [OTPCodeCommand.self, OTPAddCommand.self],
        defaultSubcommand: OTPCodeCommand.self
    )
}
