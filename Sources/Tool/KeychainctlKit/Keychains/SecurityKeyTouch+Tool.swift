package import PortableKeychain

extension SecurityKeyTouch {
    /// Asks for touches with the messages of a command that the user has started for that.
    ///
    /// - Parameter other: Asks for PINs and passcodes.
    package init(inCommand other: any Authenticator) {
        let notice = Notice(
            { Terminal.say($0) },
            complain: { Terminal.complain(Failure($0).message) }
        )
        self.init(other, notice)
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
            return try touch(slots, for: AuthenticationQuestion(.passcode, keychain: keychain))
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
            return try touch([slot], for: AuthenticationQuestion(.passcode, keychain: keychain))
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
                    sayTouch(again: touches > 1)
                }
            }
        } catch {
            throw error.error
        }
    }
}
