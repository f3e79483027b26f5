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
            keychains. Write it on paper, and keep a backup of that file. A new recovery key \
            replaces the old one.
            """
    )

    func run() throws {
        SecretOutput.write(try TPMCommand.binding.makeRecoveryCopy().text)
        Terminal.say("Write this recovery key on paper: it is not shown again.")
    }
}
