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
            """
    )

    @Flag(help: "Ask for the recovery key, and do not use the TPM.") var recovery = false

    func run() throws {
        try TPMCommand.binding.unbind(recovery: recovery ? try TPMCommand.typedKey() : nil)
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
