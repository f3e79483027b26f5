/// Asks the user for the touch of a security key, which opens a keychain without its passcode.
///
/// A security key only blinks. The purpose of the touch is shown by the authenticator that asks
/// for everything else.
package struct SecurityKeyTouch: Sendable {
    /// The way in which the user learns that a security key waits for a touch.
    package struct Notice: Sendable {
        fileprivate let isPossible: @Sendable () -> Bool
        fileprivate let prepare: (@Sendable (AuthenticationQuestion) throws(KeychainError) -> Void)?
        fileprivate let tell: @Sendable (String) -> Void
        fileprivate let complain: @Sendable (Refusal) throws(KeychainError) -> Void

        /// Sentences that are shown while the security key waits.
        ///
        /// - Parameters:
        ///   - isPossible: Whether a person sees them.
        ///   - tell: Shows a sentence, such as "Touch the security key."
        ///   - complain: Shows why a security key gave no secret, before the passcode is asked for.
        package init(
            if isPossible: @escaping @Sendable () -> Bool = { true },
            _ tell: @escaping @Sendable (String) -> Void,
            complain: @escaping @Sendable (KeychainError) -> Void
        ) {
            self.isPossible = isPossible
            self.prepare = nil
            self.tell = tell
            self.complain = { complain($0.error) }
        }

        /// Lines on the terminal of the program.
        static let terminal = Self(
            if: { TerminalPrompt.isPossible },
            TerminalPrompt.tell,
            complain: { TerminalPrompt.tell($0.reason) }
        )

        /// A question that the user confirms before the security key waits, for an authenticator
        /// that shows questions only.
        static func question(to authenticator: some Authenticator) -> Self {
            Self(
                prepare: { question throws(KeychainError) in
                    var question = question
                    (question.kind, question.subject) = (.presence, .touch)
                    guard case .confirmed = try authenticator.answer(question) else {
                        throw KeychainError(.authenticationRequired)
                    }
                },
                complain: { refusal throws(KeychainError) in
                    // A user who declined knows why the passcode is asked for.
                    guard refusal.isOfKey else { return }
                    var question = AuthenticationQuestion(.presence, reason: refusal.error.reason)
                    question.subject = .otherWay
                    _ = try authenticator.answer(question)
                }
            )
        }

        private init(
            prepare: @escaping @Sendable (AuthenticationQuestion) throws(KeychainError) -> Void,
            complain: @escaping @Sendable (Refusal) throws(KeychainError) -> Void
        ) {
            isPossible = { true }
            self.prepare = prepare
            tell = { _ in }
            self.complain = complain
        }
    }

    /// The reason why there is no proof.
    package struct Refusal: Error {
        /// The error to throw where there is no other way in.
        package let error: KeychainError
        /// Whether no security key of the keychain is connected, which its owner knows.
        package let isAbsence: Bool
        /// Whether the security key refused, and not the user who was asked.
        fileprivate let isOfKey: Bool

        init(_ failure: FIDO2Failure) {
            (error, isOfKey) = (failure.error, true)
            isAbsence = [.noDevice, .otherDevice, .noProgram].contains(failure.cause)
        }

        fileprivate init(_ error: KeychainError, isAbsence: Bool = false) {
            (self.error, isOfKey) = (error, false)
            self.isAbsence = isAbsence
        }
    }

    /// The number of wrong PINs that are allowed: after that, a security key must be connected
    /// again.
    private static let attempts = 3

    /// Asks for PINs, and for what is not a touch.
    package let other: any Authenticator
    /// The security keys that are connected.
    package let keys: SecurityKeys
    private let notice: Notice

    /// - Parameters:
    ///   - other: Asks for PINs.
    ///   - notice: The way in which the user learns of the touch.
    ///   - keys: The security keys.
    package init(
        _ other: any Authenticator,
        _ notice: Notice,
        keys: SecurityKeys = SecurityKeys()
    ) {
        self.other = other
        self.notice = notice
        self.keys = keys
    }

    /// Opens a slot by a touch if one of its security keys is connected.
    ///
    /// - Parameters:
    ///   - slots: The slots of the keychain.
    ///   - question: The question for the passcode that would be asked.
    /// - Returns: The proof; `nil` where the passcode can be asked for instead: no security key of the
    ///   keychain is connected, the user did not touch it, or it refuses its PIN. The user learns
    ///   the reason: on the terminal by a line, in a dialog by the question whether to go on.
    /// - Throws: The problem with the security key, or any error of asking for its PIN, if the
    ///   keychain has no passcode.
    package func proof(
        of slots: [AccessSlot],
        for question: AuthenticationQuestion
    ) throws(KeychainError) -> AccessProof? {
        guard slots.contains(where: { $0.kind == .securityKey }), notice.isPossible() else {
            return nil
        }
        do throws(Refusal) {
            return try touch(slots, for: question)
        } catch {
            guard slots.contains(where: { $0.kind == .passcode }) else { throw error.error }
            if !error.isAbsence { try notice.complain(error) }
            return nil
        }
    }

    /// Opens a slot by a touch.
    ///
    /// - Parameters:
    ///   - slots: The slots of the keychain.
    ///   - question: The question for the passcode, in whose place the security key is touched.
    /// - Returns: The proof.
    /// - Throws: ``Refusal``.
    package func touch(
        _ slots: [AccessSlot],
        for question: AuthenticationQuestion
    ) throws(Refusal) -> AccessProof {
        let open = slots.compactMap { slot in FIDO2Candidate(slot).map { (slot, $0) } }
        guard !open.isEmpty else {
            throw Refusal(
                KeychainError(
                    .notAvailable,
                    reason: """
                        No security key is enrolled for this keychain. Run 'keychainctl fido2 \
                        enroll' first.
                        """
                ),
                isAbsence: true
            )
        }
        try prepare(question)
        var pin = question
        pin.kind = .pin
        let candidates = open.prefix(FIDO2Request.mostCandidates).map { $0.1 }
        let (index, secret) = try withPIN(pin) { pin throws(FIDO2Failure) in
            try keys.derive(candidates, pin: pin) { sayTouch(again: false, question.reason) }
        }
        return .slot(open[index].0.identifier, secret: secret)
    }

    /// Shows a question before the touch, unless there is nothing to touch.
    private func prepare(_ question: AuthenticationQuestion) throws(Refusal) {
        guard let prepare = notice.prepare else { return }
        do throws(FIDO2Failure) {
            guard try !keys.devices().isEmpty else { throw FIDO2Failure(.noDevice) }
        } catch {
            throw Refusal(error)
        }
        do throws(KeychainError) { try prepare(question) } catch { throw Refusal(error) }
    }

    /// Shows the next step, while a security key waits.
    ///
    /// - Parameters:
    ///   - again: Whether the same security key was touched before.
    ///   - reason: The reason that the program gives; empty if it gives none.
    package func sayTouch(again: Bool, _ reason: String = "") {
        if !reason.isEmpty { notice.tell(reason) }
        notice.tell(again ? "Touch the security key again." : "Touch the security key.")
    }

    /// Makes a request, and repeats it with the PIN if the security key wants it.
    ///
    /// - Parameters:
    ///   - question: The question for the PIN.
    ///   - request: Makes the request with the PIN; `nil` the first time.
    /// - Returns: The result of the request.
    /// - Throws: ``Refusal``.
    package func withPIN<R>(
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
                if let wrong, error.code == .userCanceled { throw Refusal(wrong) }
                throw Refusal(error)
            }
        }
    }
}
