internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl passcode change`.
struct PasscodeChangeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Change the passcode.",
        discussion: """
            Reads the current passcode first, then the new one. A locked keychain stays locked, \
            and an unlocked one stays unlocked. The other ways in stay, the recovery key too.

            EXAMPLES
              keychainctl passcode change
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try place.open()
        guard try keychain.hasPasscode else { throw KeychainError(.noPasscode) }
        var source = try PasscodeSource()
        let present = try source.present()
        try keychain.changePasscode(from: present, to: source.new())
        WaysIn.sayWhatTheLogKeeps(of: keychain)
        WaysIn.sayWhatCopiesOpen("the old passcode, with the device key")
    }
}
