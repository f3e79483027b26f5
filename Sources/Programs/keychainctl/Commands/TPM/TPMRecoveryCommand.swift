internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl tpm recovery`.
struct TPMRecoveryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery",
        abstract: "Make a recovery key for the device key, and show it once.",
        discussion: """
            It opens the copy of the device key in the file device.recovery, beside your \
            keychains. Write it on paper, and keep a backup of that file. On a terminal, type it \
            back: only then it takes the place of an earlier one, which opens nothing any more. The \
            copy of another device key is never replaced.

            The recovery key of a keychain does the same, and opens the keychain too if its passcode \
            is lost: 'keychainctl recovery create'.

            EXAMPLES
              keychainctl tpm recovery
            """
    )

    @Flag(help: "Do not ask to type the recovery key back.") var unconfirmed = false

    func run() throws {
        let binding = TPMCommand.binding
        // Before the user writes down a key that is of no use.
        try binding.requireDeviceKey()
        let key = RecoveryKey(bytes: .random(count: RecoveryKey.length))
        guard Terminal.inputIsTerminal, !unconfirmed else {
            // First: if the user does not receive it, an earlier one stays valid.
            SecretOutput.write(key.text)
            try binding.setRecoveryCopy(openedBy: key)
            return Terminal.say("Write this recovery key on paper: it is not shown again.")
        }
        SecretOutput.write(RecoverySheet.line(of: key))
        var source = try PasscodeSource()
        try WaysIn.awaitTypingBack(key, on: &source)
        try binding.setRecoveryCopy(openedBy: key)
        Terminal.say("It brings the device key back if the TPM is lost. It is not shown again.")
    }
}
