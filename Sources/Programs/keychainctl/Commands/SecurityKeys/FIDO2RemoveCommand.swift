internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// `keychainctl fido2 remove`.
struct FIDO2RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Let a security key no longer open a keychain.",
        discussion: """
            Needs the passcode, or the touch of a security key of the keychain. A security key \
            that is lost can be removed too. An old copy of the keychain's file still opens with \
            it, together with the device key: the command offers to replace all keys.

            EXAMPLES
              keychainctl fido2 remove 3f2a9c
            """
    )

    @OptionGroup var place: KeychainOptions
    @Argument(help: "The identifier that 'fido2 list' shows.") var identifier: String

    func run() throws {
        let keychain = try place.open()
        let slots = try keychain.access.slots()
        guard slots.contains(where: { $0.kind == .securityKey && $0.identifier == identifier })
        else {
            throw Failure(
                .usage,
                "no security key of the keychain has this identifier",
                advice: "run 'keychainctl fido2 list' to see them"
            )
        }
        let user = SecurityKeyTouch(inCommand: try InputAuthenticator())
        let proof = try user.anyProof(of: slots, keychain: keychain.path)
        try keychain.access.change(.remove(identifier), proof: proof)
        try SlotNotes(.securityKeys, in: keychain).forget(identifier)
        WaysIn.sayWhatTheLogKeeps(of: keychain)
        let removed = WaysIn.explanation(.securityKey, locks: true)
        try WaysIn.offerRotation(of: [keychain], afterRemoving: removed)
    }
}
