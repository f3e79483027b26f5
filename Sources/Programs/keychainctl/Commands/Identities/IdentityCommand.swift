internal import ArgumentParser

/// `keychainctl identity`.
struct IdentityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identity",
        abstract: "Import, show, export and list certificates with their private keys.",
        discussion: """
            A certificate and its private key in the same keychain form an identity; nothing \
            else has to be stored.

            EXAMPLES
              keychainctl identity import me.p12
              keychainctl identity list
              keychainctl identity show --label "Me"
              keychainctl identity export --label "Me" --chain > me.p12
            """,
        subcommands: [
            IdentityImportCommand.self, IdentityShowCommand.self, IdentityExportCommand.self,
            IdentityListCommand.self, IdentityDeleteCommand.self,
        ]
    )
}
