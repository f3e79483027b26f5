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
            What programs stored meanwhile stays in your keychain; it says how many items that \
            are, if the other program runs and is unlocked. It works after the package keychaind \
            was removed, too.

            --give-back also stores these items in the keyrings of that program, and new secrets \
            of those that it has. It shows them first, and deletes none. It can be run again at \
            any time.

            EXAMPLES
              keychainctl secret-service disable
              keychainctl secret-service disable --give-back
            """
    )

    @Flag(name: .customLong("give-back"), help: "Hand over what programs stored meanwhile.")
    var givesBack = false
    @Flag(name: .shortAndLong, help: "Hand it over without a question.") var yes = false

    func run() throws {
        guard givesBack || !yes else {
            throw Failure(.usage, "--yes is for --give-back", advice: "add --give-back, or omit it")
        }
        guard givesBack || SecretServiceCommand.isInstalled else {
            return try SecretServiceCommand.setup().disable()
        }
        try SecretServiceCommand.become(
            ["disable"] + (givesBack ? ["--give-back"] : []) + (yes ? ["--yes"] : [])
        )
    }
}
