internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl login-password remove`.
struct LoginPasswordRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Have the login password no longer open a keychain.",
        discussion: """
            Reads the passcode first. Copies of the file that were made before still open with the \
            login password: the command offers to replace all keys.

            EXAMPLES
              keychainctl login-password remove
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try place.open()
        try WaysIn.remove(WaysIn.slots(.loginPassword, of: keychain), from: keychain)
    }
}
