internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl passcode set`.
struct PasscodeSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the first passcode.",
        discussion: "Items are not changed, and the keychain stays unlocked for 12 hours."
    )

    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try place.openToStore()
        guard try !keychain.hasPasscode else {
            throw Failure(
                .usage,
                "the keychain has a passcode already",
                advice: "change it with 'keychainctl passcode change'"
            )
        }
        var source = try PasscodeSource()
        try keychain.setPasscode(source.new())
        try UnlockSharing.warn(keychain)
    }
}
