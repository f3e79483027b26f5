internal import ArgumentParser
internal import KeychainctlKit

/// `keychainctl browser disable`.
struct BrowserDisableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Take back what 'enable' did.",
        discussion: """
            Removes the files of 'enable' for all browsers, and gives those that were there before \
            their names back. The passwords that were saved stay in your keychain.

            EXAMPLES
              keychainctl browser disable
            """
    )

    func run() throws { try BrowserSetup.present().disable() }
}
