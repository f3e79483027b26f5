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
            """
    )

    @Flag(help: "Ask for the recovery key, and do not use the TPM.") var recovery = false

    func run() throws {
        try TPMCommand.binding.unbind(recovery: recovery ? try TPMCommand.typedKey() : nil)
        Terminal.say("The device key is in its file again.")
    }
}
