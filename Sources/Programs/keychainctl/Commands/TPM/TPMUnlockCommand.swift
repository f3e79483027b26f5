internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl tpm unlock`.
struct TPMUnlockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Unlock a keychain with the TPM.",
        discussion: """
            Asks for the PIN, if 'keychainctl tpm enroll' set one. As 'keychainctl unlock', for \
            all of your processes.

            EXAMPLES
              keychainctl tpm unlock
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try place.open()
        let slots = try keychain.access.slots().filter {
            $0.kind == .token || $0.kind == .tokenWithPIN
        }
        guard let first = slots.first else {
            throw Failure(
                .usage,
                "no TPM opens this keychain",
                advice: "run 'keychainctl tpm enroll' to let it"
            )
        }
        let token = try TPMCommand.token()
        // Those without a PIN come first.
        var pin: SecretBytes?
        if first.kind == .tokenWithPIN {
            var source = try PasscodeSource("PIN")
            pin = try source.present()
        }
        let own = slots.filter { $0.kind == first.kind }
        try keychain.access.unlock(ChipAuthenticator.proof(of: own, token, pin: pin))
        try UnlockSharing.warn(keychain)
    }
}
