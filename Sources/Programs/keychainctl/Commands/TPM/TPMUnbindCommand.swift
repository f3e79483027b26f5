internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl tpm unbind`.
struct TPMUnbindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unbind",
        abstract: "Write the device key into its file again.",
        discussion: """
            With --recovery, the recovery key opens it instead of the TPM: after the TPM was \
            cleared, on another machine with a copy of the folder, or when a register changed.

            From then on, a copy of the folder contains the device key. Copies that were made before \
            still open with this TPM, or with the recovery key: the command offers to replace all \
            keys of your keychains.

            If the TPM is lost, and you recovered your keychains by their own recovery keys, \
            --lost-chip lets new keychains do without what that TPM sealed. Its file is kept.

            EXAMPLES
              keychainctl tpm unbind
              keychainctl tpm unbind --recovery
            """
    )

    @Flag(help: "Ask for the recovery key, and do not use the TPM.") var recovery = false
    @Flag(help: "Keep what a lost TPM sealed under another name, and do without it.")
    var lostChip = false

    func validate() throws {
        guard !recovery || !lostChip else {
            throw ValidationError("use either --recovery or --lost-chip")
        }
    }

    func run() throws {
        if lostChip {
            try TPMCommand.binding.setLostKeyAside()
            return Terminal.say(
                "What the TPM sealed has another name now. It still opens its keychains if the TPM "
                    + "comes back."
            )
        }
        try TPMCommand.binding.unbind(recovery: recovery ? try TPMCommand.typedKey() : nil)
        try Self.sayWhatCopiesOpen()
    }

    /// Says where the device key is now, and which secrets open copies of the folder.
    static func sayWhatCopiesOpen() throws {
        Terminal.say("The device key is in its file again, and in each copy of the folder.")
        try WaysIn.offerRotation(
            // One that cannot be opened says why when it is used.
            of: Keychain.names(configuration: .tool).compactMap { name in
                try? Keychain.open(.named(name), configuration: .tool)
            },
            afterRemoving: "this TPM, or with the recovery key of 'keychainctl tpm recovery'",
            copiesOf: "the folder"
        )
    }
}
