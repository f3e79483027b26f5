internal import ArgumentParser

/// `keychainctl credential`.
struct CredentialCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "credential",
        abstract: "Let a service open a keychain without a question.",
        discussion: """
            A credential is a secret in a file. A process that has it as \
            $CREDENTIALS_DIRECTORY/keychain.key, as systemd provides it, opens the keychain for \
            itself alone. Items that require their user stay closed, and the credential cannot \
            change the passcode.

            EXAMPLES
              keychainctl credential create keychain.key
              keychainctl credential remove
            """,
        subcommands: [CredentialCreateCommand.self, CredentialRemoveCommand.self]
    )
}
