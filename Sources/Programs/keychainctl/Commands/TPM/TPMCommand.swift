internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl tpm`.
struct TPMCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tpm",
        abstract: "Keep the device key in the TPM of this machine, or unlock with its PIN.",
        discussion: """
            The device key opens your keychains on this machine. In a file, any copy of your \
            folder contains it, on a stolen disk or in a backup. Sealed by the TPM, only this \
            machine can open it. Programs that run as you can use it either way.

            A recovery key is the way back when the machine breaks or its TPM is cleared. Make \
            one, write it on paper, and type it when you bind. 'keychainctl recover' takes it then.

            EXAMPLES
              keychainctl recovery create           shows a recovery key once
              keychainctl tpm bind                  asks for it, and seals the device key
              keychainctl tpm status
              keychainctl tpm unbind                back to a file
              keychainctl tpm unbind --recovery     with the recovery key, without the TPM
              keychainctl tpm enroll                lets a PIN that the TPM checks open a keychain
              keychainctl tpm unlock                asks for it
            """,
        subcommands: [
            TPMStatusCommand.self, TPMRecoveryCommand.self, TPMBindCommand.self,
            TPMUnbindCommand.self, TPMEnrollCommand.self, TPMUnlockCommand.self,
        ]
    )

    static var binding: DeviceBinding { DeviceBinding(.tool) }

    /// The recovery key that the user types.
    static func typedKey() throws -> RecoveryKey {
        var source = try PasscodeSource("recovery key")
        return try RecoveryKey(typed: source.present())
    }

    /// The TPM of this machine.
    static func token() throws(Failure) -> any SecurityToken {
        guard let token = Keychain.Configuration.tool.token else {
            throw Failure(
                .usage,
                "there is no TPM that this program can use",
                advice: "run 'keychainctl tpm status' to see why"
            )
        }
        return token
    }
}
