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
        for slot in slots where slot.kind == first.kind {
            guard let secret = try Self.secret(of: slot, token, pin) else { continue }
            try keychain.access.unlock(.slot(slot.identifier, secret: secret))
            return try UnlockSharing.warn(keychain)
        }
        throw Failure(
            .usage,
            "another TPM opens this keychain, or this one was cleared",
            advice: "unlock it with the passcode or the recovery key"
        )
    }

    /// The secret of a slot; `nil` if it is of another machine, on which the same keychain is used.
    private static func secret(
        of slot: AccessSlot,
        _ token: any SecurityToken,
        _ pin: SecretBytes?
    ) throws(KeychainError) -> SecretBytes? {
        let outcome = Result { () throws(KeychainError) in
            try token.unseal(slot.parameters, pin: pin)
        }
        if case .failure(let error) = outcome, error.code == .corrupt { return nil }
        return try outcome.get()
    }
}
