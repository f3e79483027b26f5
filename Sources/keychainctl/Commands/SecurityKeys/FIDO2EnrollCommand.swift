internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl fido2 enroll`.
struct FIDO2EnrollCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enroll",
        abstract: "Let a security key open a keychain.",
        discussion: """
            The security key is touched twice: to make a credential, and to derive a secret with \
            it. With --pin, it gives the secret only with its own PIN, whose wrong guesses it \
            counts; it may ask for its PIN now even without --pin.

            Without a passcode, the keychain opens only with this security key from then on: \
            enroll a second one, or make a recovery key, before you lose it. If there is a recovery \
            key already, it is read first, so that it stays valid.

            EXAMPLES
              keychainctl fido2 enroll
              keychainctl fido2 enroll --pin --keychain work
            """
    )

    @OptionGroup var place: KeychainOptions
    @Flag(help: "Require the PIN of the security key each time.") var pin = false
    @Option(
        help: ArgumentHelp(
            "The security key, as 'fido2 list' shows it; needed if several are connected.",
            valueName: "path"
        )
    )
    var device: String?

    func run() throws {
        let keychain = try place.open()
        let slots = try keychain.access.slots()
        var source = try PasscodeSource()
        let recovery =
            try WaysIn.needsRecoveryKey(keychain)
            ? try WaysIn.proof(for: keychain, from: &source, adding: true) : nil
        let user = SecurityKeyAuthenticator(InputAuthenticator(taking: source))
        let proof = try recovery ?? user.anyProof(of: slots, keychain: keychain.path)
        // Not after two touches: they would be in vain.
        if case .passcode = proof {
            try keychain.access.authenticate(proof, in: AuthenticationContext())
        }
        let enrollment = FIDO2Enrollment(
            device: device,
            salt: KeychainEntropy.system.bytes(FIDO2Request.secretLength),
            requiresPIN: pin,
            known: slots.compactMap(FIDO2Candidate.init).map(\.credential)
        )
        let (credential, secret) = try user.enroll(enrollment, for: keychain.path)
        let candidate = FIDO2Candidate(
            credential: credential,
            salt: enrollment.salt,
            requiresPIN: pin
        )
        let slot = NewAccessSlot(
            .securityKey,
            secret: secret,
            parameters: candidate.parameters,
            salt: enrollment.salt
        )
        try keychain.access.change(.add(slot), proof: proof)
        Terminal.say("The security key opens the keychain now.")
        try UnlockSharing.warn(keychain)
    }
}
