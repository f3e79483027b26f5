internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl credential remove`.
struct CredentialRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove all credentials of a keychain.",
        discussion: """
            Reads the passcode first. 'keychainctl slot remove' removes one of several credentials. \
            Copies of the file that were made before still open with it: the command offers to \
            replace all keys.

            EXAMPLES
              keychainctl credential remove
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try place.open()
        try WaysIn.remove(WaysIn.slots(.credential, of: keychain), from: keychain)
    }
}
