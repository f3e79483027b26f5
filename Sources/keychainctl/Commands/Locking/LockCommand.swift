internal import ArgumentParser
internal import PortableKeychain

/// `keychainctl lock`.
struct LockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock",
        abstract: "Lock a keychain for all of your processes.",
        discussion: """
            Most items cannot be read until the keychain is unlocked with the passcode. A \
            keychain without a passcode cannot be locked (status 53).
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws { try place.open().lock() }
}
