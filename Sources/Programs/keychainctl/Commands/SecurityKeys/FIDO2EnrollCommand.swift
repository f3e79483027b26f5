internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

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

            To enroll a second security key, connect the first one and touch it (or enter the \
            passcode). Then the command asks for the second one, which may take its place: the two \
            need not be connected at the same time.

            A name tells one security key from another; 'fido2 list' and 'slot list' show it, with \
            the date. Without --name it is the one that its maker gave it. Names are in the \
            keychain, encrypted.

            EXAMPLES
              keychainctl fido2 enroll --name "on my key ring"
              keychainctl fido2 enroll --name "in the drawer"
              keychainctl fido2 enroll --pin --keychain work
            """
    )

    @OptionGroup var place: KeychainOptions
    @Flag(help: "Require the PIN of the security key each time.") var pin = false
    @Option(help: "The name, to tell it from others: at most 64 bytes.") var name: String?
    @Option(
        help: ArgumentHelp(
            "The security key, as 'fido2 list' shows it; needed if several are connected.",
            valueName: "path"
        )
    )
    var device: String?

    func validate() throws {
        guard name.map({ (1...SlotNotes.longest).contains($0.utf8.count) }) ?? true else {
            throw ValidationError("A name has 1 to \(SlotNotes.longest) bytes.")
        }
    }

    func run() throws {
        let keychain = try place.open()
        let slots = try keychain.access.slots()
        var source = try PasscodeSource()
        let recovery =
            try WaysIn.needsRecoveryKey(keychain)
            ? try WaysIn.proof(for: keychain, from: &source, adding: true) : nil
        let user = SecurityKeyTouch(inCommand: InputAuthenticator(taking: source))
        let proof = try recovery ?? user.anyProof(of: slots, keychain: keychain.path)
        // Not after two touches: they would be in vain.
        if case .passcode = proof {
            try keychain.access.authenticate(proof, in: AuthenticationContext())
        }
        try waitForAnother(after: proof)
        let product = connectedProduct()
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
        let before = Set(slots.map(\.identifier))
        try keychain.access.change(.add(slot), proof: proof)
        Terminal.say("The security key opens the keychain now.")
        // The slot of the device key is new, too, if this is the first one that locks the keychain.
        for added in try keychain.access.slots()
        where added.kind == .securityKey && !before.contains(added.identifier) {
            try SlotNotes(.securityKeys, in: keychain).note(name ?? product, of: added.identifier)
        }
        WaysIn.sayWhatTheLogKeeps(of: keychain)
        try UnlockSharing.warn(keychain)
    }

    /// Lets a person connect the new security key after the touch of one that is enrolled.
    private func waitForAnother(after proof: AccessProof) throws {
        guard case .slot = proof, device == nil, Terminal.inputIsTerminal,
            (try? SecurityKeys().devices().count) == 1
        else { return }
        let question = "Connect the new security key in place of this one. Is it connected?"
        guard try Terminal.confirm(question) else { throw KeychainError(.userCanceled) }
    }

    /// The name by its maker of the security key that is about to be enrolled; empty if that is not
    /// known.
    private func connectedProduct() -> String {
        let devices = (try? SecurityKeys().devices()) ?? []
        let chosen = devices.count == 1 ? devices.first : devices.first { $0.name == device }
        return chosen?.product ?? ""
    }
}
