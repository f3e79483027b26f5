internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl passcode change`.
struct PasscodeChangeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Change the passcode.",
        discussion: """
            Takes the present passcode first, then the new one. The keychain stays locked or \
            unlocked as it is.
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try place.open()
        guard try keychain.hasPasscode else { throw KeychainError(.noPasscode) }
        var source = try PasscodeSource()
        let present = try source.present()
        try keychain.changePasscode(from: present, to: source.new())
    }
}
