internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// The login password of a user as a way into a keychain.
struct LoginPassword {
    /// The longest one, in bytes: pam_exec hands over no more (its buffer has `PAM_MAX_RESP_SIZE` bytes, 512,
    /// with a zero byte at the end).
    static let longest = 511

    /// The error for a password that is not the enrolled one.
    static let wrong = KeychainError(
        .authenticationFailed,
        reason: "This login password does not open the keychain. If yours was changed, run "
            + "'keychainctl login-password enroll'."
    )

    private let keychain: Keychain

    init(of keychain: Keychain) { self.keychain = keychain }

    /// The slot; `nil` if the keychain has none.
    var slot: AccessSlot? {
        get throws(KeychainError) {
            try keychain.access.slots().first { $0.kind == .loginPassword }
        }
    }

    private var notes: SlotNotes {
        get throws(KeychainError) { try SlotNotes(.refusedLogins, in: keychain) }
    }

    /// The time of the login whose password did not open the keychain (ISO 8601); `nil` if the last one did.
    var refusedSince: String? {
        get throws(KeychainError) {
            guard let slot = try slot else { return nil }
            return try notes.all()[slot.identifier]?.date
        }
    }

    /// Unlocks the keychain with the password of a login.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - slot: The slot of the keychain.
    ///   - isOfLogin: Whether a login has checked the password, so that another one than was enrolled is noted.
    /// - Throws: ``wrong`` for another password, and any error of unlocking.
    func unlock(_ password: SecretBytes, _ slot: AccessSlot, isOfLogin: Bool) throws {
        let time = try Keychain.Configuration.tool.unlockTime(of: keychain.path ?? "")
        let outcome = Result { () throws(KeychainError) in
            try keychain.access.unlock(slot.proof(loginPassword: password), for: time)
        }
        if case .failure(let error) = outcome, error.code == .authenticationFailed {
            // Where it cannot be noted, such as on a full disk, the refusal is what matters.
            if isOfLogin, (try? refusedSince) == nil { try? notes.note("", of: slot.identifier) }
            throw Self.wrong
        }
        try outcome.get()
        // A note is looked for first: the file is not written at each login. The keychain is open, whether
        // or not the note can be removed.
        if (try? refusedSince) != nil { try? notes.forget(slot.identifier) }
        try UnlockSharing.require(keychain)
    }

    /// Has a login password open the keychain from now on, in the place of an earlier one.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - proof: A proof of the user's presence.
    /// - Throws: ``Failure`` for a password that no login hands over, and any error of the keychain.
    func enroll(_ password: SecretBytes, proof: AccessProof) throws {
        guard password.count <= Self.longest else {
            throw Failure(
                .usage,
                "the login password has more than \(Self.longest) bytes, which no login hands over",
                advice: "use another way in, such as 'keychainctl tpm enroll --no-pin'"
            )
        }
        let former = try slot
        let new = try NewAccessSlot.loginPassword(
            password,
            hashing: .tool,
            entropy: .system
        )
        try keychain.access.change(.add(new), proof: proof)
        // A note about a slot that is gone means nothing, so the enrolment has not failed if it stays.
        if let former { try? notes.forget(former.identifier) }
        WaysIn.sayWhatTheLogKeeps(of: keychain)
        Terminal.say(
            "The login password opens the keychain \(name) now, together with the device key."
        )
        PAMSetup.present().sayAdvice()
        try UnlockSharing.warn(keychain)
    }

    /// After the passcode was given: says that the last login could not open the keychain, and on a terminal offers
    /// to enroll the present password.
    ///
    /// - Parameter proof: The passcode.
    /// - Throws: Any error of enrolling it.
    func offer(proof: AccessProof) throws {
        guard let since = try refusedSince else { return }
        Terminal.say("The password of your login of \(since) does not open the keychain.")
        let command = "'keychainctl login-password enroll'"
        guard Terminal.inputIsTerminal else {
            let advice = AdvisedCommand.naming(KeychainChoice.onCommandLine, in: command)
            return Terminal.say("If it was changed, run \(advice).")
        }
        guard try Terminal.confirm("Was it changed, and should the new one open it?") else {
            return
        }
        var source = try PasscodeSource()
        try enroll(source.loginPassword(), proof: proof)
    }

    /// The name of the keychain, for messages.
    private var name: String {
        let path = keychain.path ?? ""
        return (try? Keychain.Place.argument(of: path)) ?? path
    }
}
