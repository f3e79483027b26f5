internal import ArgumentParser
internal import KeychainctlKit

/// `keychainctl secret-service enable`.
struct SecretServiceEnableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Have keychaind answer programs of the desktop from your keychain.",
        discussion: """
            Imports the items of the program that answers now, whose keyring may have to be \
            unlocked; writes the file by which the bus starts keychaind, and a unit where systemd \
            runs; keeps gnome-keyring from taking the name again; ends the other program; and has \
            the bus start keychaind. Files that were there before are kept beside the new ones.

            It says what it did. It can be run again at any time, also after it was interrupted. \
            An unlocked keychain is then open to all programs that you run.

            EXAMPLES
              keychainctl secret-service enable
            """
    )

    @Flag(name: .customLong("no-import"), help: "Leave the items of the other program.")
    var noImport = false

    func run() throws {
        try SecretServiceCommand.become(["enable"] + (noImport ? ["--no-import"] : []))
    }
}
