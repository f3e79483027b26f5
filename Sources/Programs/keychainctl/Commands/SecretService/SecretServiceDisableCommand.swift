internal import ArgumentParser
internal import KeychainctlKit

/// `keychainctl secret-service disable`.
struct SecretServiceDisableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Take back what 'enable' did.",
        discussion: """
            Removes the files that 'enable' wrote, gives the files from before their names again, \
            and ends keychaind. The program from before answers from its own keyring, as it was. \
            What programs stored meanwhile stays in your keychain. It works after the package \
            keychaind was removed, too.

            EXAMPLES
              keychainctl secret-service disable
            """
    )

    func run() throws { try SecretServiceCommand.setup().disable() }
}
