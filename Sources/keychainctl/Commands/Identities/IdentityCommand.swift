internal import ArgumentParser

/// `keychainctl identity`.
struct IdentityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identity",
        abstract: "Certificates with their private keys: import, export, list.",
        discussion: """
            Wherever a certificate and the private key it was made for are both in a keychain, \
            they are an identity; nothing else has to be stored.

            EXAMPLES
              keychainctl identity import me.p12
              keychainctl identity list
              keychainctl identity export --label "Me" > me.p12
            """,
        subcommands: [
            IdentityImportCommand.self, IdentityExportCommand.self, IdentityListCommand.self,
            IdentityDeleteCommand.self,
        ]
    )
}
