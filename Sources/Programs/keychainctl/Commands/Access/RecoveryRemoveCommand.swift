internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl recovery remove`.
struct RecoveryRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove the recovery key.",
        discussion: """
            Reads the passcode first. The recovery key opens nothing that is stored from then on, but \
            still copies of the file that were made before: the command offers to replace all keys.

            EXAMPLES
              keychainctl recovery remove
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try place.open()
        try WaysIn.remove(WaysIn.slots(.recovery, of: keychain), from: keychain)
    }
}
