package import PortableKeychain

/// Asks for the PIN that a chip checks where a keychain has one, and otherwise as another
/// authenticator does.
///
/// A slot that the chip opens without a PIN is not an answer: it would prove the presence of a user
/// that was not asked.
package struct ChipAuthenticator: Authenticator {
    /// The number of wrong PINs that are allowed, before the chip counts up to its lock-out.
    private static let attempts = 3

    private let other: any Authenticator
    private let token: (any SecurityToken)?

    /// Makes an authenticator.
    ///
    /// - Parameters:
    ///   - other: Asks for everything, and has its own way in first.
    ///   - token: The chip; `nil` if there is none.
    package init(_ other: any Authenticator, token: (any SecurityToken)?) {
        self.other = other
        self.token = token
    }

    /// Answers as the other authenticator does.
    package func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        try other.answer(question)
    }

    /// Asks for the PIN, if a slot of the chip requires one.
    ///
    /// - Returns: `nil` where the passcode can be asked for instead, because the chip is another one
    ///   or refuses the PIN, which was said.
    package func proof(
        of slots: [AccessSlot],
        for question: AuthenticationQuestion
    ) throws(KeychainError) -> AccessProof? {
        let own = slots.filter { slot in
            slot.kind == .tokenWithPIN && token.map { WaysIn.isAtHand(slot, $0) } ?? false
        }
        let hasPasscode = slots.contains { $0.kind == .passcode }
        do throws(KeychainError) {
            if let proof = try other.proof(of: slots, for: question) { return proof }
        } catch {
            guard !own.isEmpty, error.code == .notAvailable else { throw error }
        }
        guard let token, !own.isEmpty else { return nil }
        do throws(KeychainError) {
            return try proof(of: own, token, for: question)
        } catch {
            // A user who declines, or cannot be asked, is not asked another question.
            let isFinal = [.userCanceled, .authenticationRequired].contains(error.code)
            guard hasPasscode, !isFinal else { throw error }
            Terminal.complain(Failure(error).message)
            return nil
        }
    }

    private func proof(
        of slots: [AccessSlot],
        _ token: any SecurityToken,
        for question: AuthenticationQuestion
    ) throws(KeychainError) -> AccessProof? {
        var question = question
        question.kind = .pin
        while true {
            guard case .secret(let pin) = try other.answer(question) else {
                throw KeychainError(.authenticationRequired)
            }
            do throws(KeychainError) {
                return try Self.proof(of: slots, token, pin: pin)
            } catch  where error.code == .authenticationFailed {
                question.failedAttempts += 1
                guard question.failedAttempts < Self.attempts else { throw error }
            }
        }
    }

    /// Unlocks a keychain with a chip that needs no PIN, without a question.
    ///
    /// - Parameters:
    ///   - keychain: The keychain.
    ///   - configuration: The configuration with the chip, and with the time for which it stays
    ///     unlocked.
    /// - Returns: Whether there is such a chip, and a slot for one.
    /// - Throws: Any error of the chip or of unlocking.
    package static func unlock(
        _ keychain: Keychain,
        _ configuration: Keychain.Configuration
    ) throws(KeychainError) -> Bool {
        let slots = try keychain.access.slots().filter { $0.kind == .token }
        guard !slots.isEmpty, let token = configuration.token else { return false }
        let time = try configuration.unlockTime(of: keychain.path ?? "")
        try keychain.access.unlock(try proof(of: slots, token, pin: nil), for: time)
        return true
    }

    /// Opens the first of some slots that the chip made.
    ///
    /// - Parameters:
    ///   - slots: Slots of one kind.
    ///   - token: The chip.
    ///   - pin: The PIN; `nil` for slots without one.
    /// - Returns: The proof.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong PIN,
    ///   ``KeychainError/Code/notAvailable`` if all slots are of other chips, which machines have
    ///   that share the keychain, and any error of the chip.
    package static func proof(
        of slots: [AccessSlot],
        _ token: any SecurityToken,
        pin: SecretBytes?
    ) throws(KeychainError) -> AccessProof {
        for slot in slots {
            guard let secret = try SlotSecrets.unseal(slot, token, pin) else { continue }
            return .slot(slot.identifier, secret: secret)
        }
        throw KeychainError(
            .notAvailable,
            reason: """
                Another TPM opens this keychain, or this one was cleared. Unlock it with the passcode \
                or the recovery key.
                """
        )
    }
}
