package import PortableKeychain
internal import SafeText

/// Asks for the touch of a security key where a keychain has one, and otherwise as another
/// authenticator does.
package struct SecurityKeyAuthenticator: Authenticator {
    /// The number of wrong PINs that are allowed: after that, a security key must be connected
    /// again.
    private static let attempts = 3

    private let other: any Authenticator
    private let keys: SecurityKeys
    private let isSomebodyThere: @Sendable () -> Bool
    private let prepare: @Sendable (AuthenticationQuestion) throws(KeychainError) -> Void

    /// Makes an authenticator.
    ///
    /// - Parameters:
    ///   - other: Asks for everything else, and for PINs.
    ///   - keys: The security keys.
    ///   - isSomebodyThere: Whether a person can be asked for a touch.
    ///   - prepare: Shows the purpose of a touch before the security key waits for it, if the user
    ///     does not see the terminal.
    package init(
        _ other: any Authenticator,
        keys: SecurityKeys = SecurityKeys(),
        isSomebodyThere: @escaping @Sendable () -> Bool = { true },
        prepare: @escaping @Sendable (AuthenticationQuestion) throws(KeychainError) -> Void = {
            (_: AuthenticationQuestion) throws(KeychainError) in
        }
    ) {
        self.other = other
        self.keys = keys
        self.isSomebodyThere = isSomebodyThere
        self.prepare = prepare
    }

    /// Answers as the other authenticator does.

    package func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        try other.answer(question)
    }

    /// Asks for a touch if one of the security keys is connected.
    ///
    /// - Returns: `nil` where the passcode can be asked for instead: no such security key is
    ///   connected, the user did not touch it, or it refuses its PIN, which was reported to the
    ///   user.
    package func proof(
        of slots: [AccessSlot],
        for question: AuthenticationQuestion
    ) throws(KeychainError) -> AccessProof? {
        guard slots.contains(where: { $0.kind == .securityKey }), isSomebodyThere() else {
            return nil
        }
        let hasPasscode = slots.contains { $0.kind == .passcode }
        do throws(Refusal) {
            return try touch(slots, for: question, isPrepared: false)
        } catch {
            guard hasPasscode else { throw error.error }
            if !error.isAbsence { Terminal.complain(Failure(error.error).message) }
            return nil
        }
    }

    /// The proof that opens a keychain, to change its ways in: a touch, or the passcode if there is
    /// one.
    ///
    /// - Parameters:
    ///   - slots: The slots of the keychain.
    ///   - keychain: The file of the keychain, for the questions.
    /// - Returns: The proof; for a passcode, the entered text.
    /// - Throws: Any error of asking the user.
    package func anyProof(
        of slots: [AccessSlot],
        keychain: String?
    ) throws(KeychainError) -> AccessProof {
        guard slots.contains(where: { ![.device, .recovery].contains($0.kind) }) else {
            return .device
        }
        let question = AuthenticationQuestion(.passcode, keychain: keychain)
        if let proof = try proof(of: slots, for: question) { return proof }
        guard slots.contains(where: { $0.kind == .passcode }),
            case .secret(let passcode) = try other.answer(question)
        else { throw KeychainError(.noPasscode) }
        return .passcode(passcode)
    }

    /// Opens a slot by a touch.
    ///
    /// - Parameters:
    ///   - slots: The slots of the keychain.
    ///   - keychain: The file of the keychain, for the question for the PIN.
    /// - Returns: The proof.
    /// - Throws: The problem with the security key, or any error of asking for the PIN.
    package func touch(
        _ slots: [AccessSlot],
        of keychain: String?
    ) throws(KeychainError) -> AccessProof {
        do throws(Refusal) {
            let question = AuthenticationQuestion(.passcode, keychain: keychain)
            return try touch(slots, for: question, isPrepared: true)
        } catch {
            throw error.error
        }
    }

    /// Opens one slot by a touch, if its security key is connected.
    ///
    /// - Parameters:
    ///   - slot: The slot.
    ///   - keychain: The file of the keychain, for the question for the PIN.
    /// - Returns: The proof; `nil` if the security key is not connected.
    /// - Throws: The same errors as ``touch(_:of:)``.
    package func touch(
        _ slot: AccessSlot,
        ofConnected keychain: String?
    ) throws(KeychainError) -> AccessProof? {
        do throws(Refusal) {
            let question = AuthenticationQuestion(.passcode, keychain: keychain)
            return try touch([slot], for: question, isPrepared: true)
        } catch {
            guard error.isAbsence else { throw error.error }
            return nil
        }
    }

    /// Makes a credential for a keychain, with two touches.
    ///
    /// - Parameters:
    ///   - enrollment: The purpose of the credential; the PIN is asked for if the security key
    ///     requires it.
    ///   - keychain: The file of the keychain, for the question for the PIN.
    /// - Returns: The credential, and the secret that was derived with it.
    /// - Throws: The problem with the security key, or any error of asking for the PIN.
    package func enroll(
        _ enrollment: FIDO2Enrollment,
        for keychain: String?
    ) throws(KeychainError) -> (credential: [UInt8], secret: SecretBytes) {
        do throws(Refusal) {
            return try withPIN(AuthenticationQuestion(.pin, keychain: keychain)) {
                pin throws(FIDO2Failure) in
                var touches = 0
                var enrollment = enrollment
                enrollment.pin = pin
                return try keys.enroll(enrollment) {
                    touches += 1
                    Self.sayTouch(again: touches > 1)
                }
            }
        } catch {
            throw error.error
        }
    }

    private func touch(
        _ slots: [AccessSlot],
        for question: AuthenticationQuestion,
        isPrepared: Bool
    ) throws(Refusal) -> AccessProof {
        let open = slots.compactMap { slot in FIDO2Candidate(slot).map { (slot, $0) } }
        guard !open.isEmpty else {
            throw Refusal(
                error: KeychainError(
                    .notAvailable,
                    reason: """
                        No security key is enrolled for this keychain. Run 'keychainctl fido2 \
                        enroll' first.
                        """
                ),
                isAbsence: true
            )
        }
        if !isPrepared {
            do throws(KeychainError) { try prepare(question) } catch {
                throw Refusal(error: error, isAbsence: false)
            }
        }
        let reason = question.reason
        var question = question
        question.kind = .pin
        let candidates = open.prefix(FIDO2Request.mostCandidates).map { $0.1 }
        let (index, secret) = try withPIN(question) { pin throws(FIDO2Failure) in
            try keys.derive(candidates, pin: pin) {
                Self.sayTouch(again: false, reason)
            }
        }
        return .slot(open[index].0.identifier, secret: secret)
    }

    /// Shows the next step, because a security key only blinks.
    private static func sayTouch(again: Bool, _ reason: String = "") {
        if !reason.isEmpty { Terminal.say("\(reason)") }
        Terminal.say(again ? "Touch the security key again." : "Touch the security key.")
    }

    /// Makes a request, and repeats it with the PIN if the security key wants it.
    private func withPIN<R>(
        _ question: AuthenticationQuestion,
        _ request: (SecretBytes?) throws(FIDO2Failure) -> R
    ) throws(Refusal) -> R {
        var question = question
        var pin: SecretBytes?
        var wrong: FIDO2Failure?
        while true {
            do throws(FIDO2Failure) {
                return try request(pin)
            } catch {
                let isWrong = error.cause == .wrongPIN
                guard isWrong || (error.cause == .pinRequired && pin == nil) else {
                    throw Refusal(error)
                }
                if isWrong {
                    question.failedAttempts += 1
                    wrong = error
                }
                guard question.failedAttempts < Self.attempts else { throw Refusal(error) }
                if isWrong, error.detail != FIDO2Failure.unknown {
                    question.reason = "Tries left: \(error.detail)"
                }
            }
            do throws(KeychainError) {
                guard case .secret(let secret) = try other.answer(question) else {
                    throw KeychainError(.authenticationFailed)
                }
                pin = secret
            } catch {
                // A user that gives up after a wrong PIN sees that it was wrong.
                let isGivenUp = wrong != nil && error.code == .userCanceled
                throw isGivenUp
                    ? Refusal(wrong ?? FIDO2Failure(.wrongPIN))
                    : Refusal(error: error, isAbsence: false)
            }
        }
    }

    /// The reason why there is no proof.
    private struct Refusal: Error {
        let error: KeychainError
        /// Whether no security key of the keychain is connected, which its owner knows.
        let isAbsence: Bool

        init(error: KeychainError, isAbsence: Bool) {
            self.error = error
            self.isAbsence = isAbsence
        }

        init(_ failure: FIDO2Failure) {
            error = failure.error
            isAbsence = [.noDevice, .otherDevice, .noProgram].contains(failure.cause)
        }
    }
}
