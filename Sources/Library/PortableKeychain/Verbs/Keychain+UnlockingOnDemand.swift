extension Keychain {
    /// The way to unlock a locked keychain if a request needs that.
    struct UnlockingOnDemand: Sendable {
        /// The authenticator that asks for the passcode; `nil` if the user is not asked.
        let authenticator: (any Authenticator)?
        /// The configuration with the time after which the keychain is locked again.
        let configuration: Configuration

        /// `nil` if the configuration does not ask for it.
        init?(_ configuration: Configuration) {
            authenticator = configuration.unlocksOnDemand ? configuration.authenticator : nil
            guard authenticator != nil || configuration.credential != nil else { return nil }
            self.configuration = configuration
        }
    }

    /// The number of attempts that the user has.
    private static let attempts = 3

    /// Carries out an operation, for which a locked keychain is unlocked.
    ///
    /// If the operation needs what is locked, a credential unlocks it for this process, or the user
    /// is asked for the passcode and the keychain is unlocked for all of the user's processes, and
    /// the operation is tried again. Nothing was changed by the first attempt, because operations
    /// that fail change nothing.
    ///
    /// - Parameters:
    ///   - mayAsk: Whether the operation allows questions.
    ///   - body: The operation.
    /// - Returns: The result of the operation.
    /// - Throws: ``KeychainError/Code/locked`` if there is no way to ask the user,
    ///   ``KeychainError/Code/userCanceled``, ``KeychainError/Code/authenticationFailed`` after
    ///   three wrong answers, or any error of the operation.
    func unlockingOnDemand<R>(
        mayAsk: Bool = true,
        _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        do throws(KeychainError) {
            return try body()
        } catch  where error.code == .locked {
            // Also if there is no way to ask the user: this error says how to unlock it.
            try checkMayUnlock()
            if try unlockWithCredential() { return try body() }
            guard mayAsk, let onDemand, let authenticator = onDemand.authenticator else {
                throw error.of(path)
            }
            try unlock(asking: authenticator, configuration: onDemand.configuration)
            return try body()
        }
    }

    /// Fails if this process must not have the passcode of the keychain, so that the user is not
    /// asked for it.
    package func checkMayUnlock() throws(KeychainError) {
        try keeper.parts.exclusive?.checkMayUnlock()
    }

    /// Unlocks the keychain for this process with the credential of the configuration.
    ///
    /// - Returns: Whether it is unlocked; `false` if there is no credential, or if the keychain has
    ///   no slot for any.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a credential of another keychain,
    ///   or any error of reading it.
    private func unlockWithCredential() throws(KeychainError) -> Bool {
        guard let onDemand, let credential = onDemand.configuration.credential,
            try access.slots().contains(where: { $0.kind == .credential })
        else { return false }
        try access.unlock(.credential(credential.read()))
        return true
    }

    /// Asks for the passcode, or for another way in that the authenticator has, and unlocks the
    /// keychain with it, for the time that applies to it (``Configuration/unlockTime(of:)``).
    ///
    /// - Parameters:
    ///   - authenticator: Asks the user.
    ///   - configuration: The configuration with the time for which it stays unlocked.
    /// - Throws: ``KeychainError/Code/locked`` if there is no way to ask the user,
    ///   ``KeychainError/Code/userCanceled``, ``KeychainError/Code/authenticationFailed`` after
    ///   three wrong answers, or the refusal of an exclusive keychain, before the user is asked.
    package func unlock(
        asking authenticator: any Authenticator,
        configuration: Configuration
    ) throws(KeychainError) {
        try checkMayUnlock()
        let time = try configuration.unlockTime(of: path ?? "")
        var question = AuthenticationQuestion(.passcode, keychain: path)
        // Other keepers have no slots.
        let slots = (try? access.slots()) ?? []
        do throws(KeychainError) {
            if let proof = try authenticator.proof(of: slots, for: question) {
                return try access.unlock(proof, for: time)
            }
        } catch  where error.code == .authenticationRequired {
            throw KeychainError(.locked).of(path)
        }
        guard slots.isEmpty || slots.contains(where: { $0.kind == .passcode }) else {
            throw KeychainError(.locked).of(path)
        }
        while true {
            let answer: AuthenticationAnswer
            do throws(KeychainError) {
                answer = try authenticator.answer(question)
            } catch  where error.code == .authenticationRequired {
                // There is no way to ask the user.
                throw KeychainError(.locked).of(path)
            }
            guard case .secret(let passcode) = answer else { throw KeychainError(.locked).of(path) }
            do throws(KeychainError) {
                return try unlock(passcode: passcode, for: time)
            } catch  where error.code == .authenticationFailed {
                question.failedAttempts += 1
                guard question.failedAttempts < Self.attempts else { throw error.of(path) }
            }
        }
    }

    /// Fails if the keychain is locked, after its user was asked for the passcode if the
    /// configuration says so.
    ///
    /// - Throws: ``KeychainError/Code/locked``, or any error of asking the user.
    package func requireUnlocked() throws(KeychainError) {
        try unlockingOnDemand { () throws(KeychainError) in
            guard try lockState == .unlocked else { throw KeychainError(.locked) }
        }
    }

    /// Asks the user of a locked keychain for the passcode, for a program that can do without.
    ///
    /// Nothing happens if there is no way to ask the user or the user declines.
    ///
    /// - Throws: ``KeychainError/Code/authenticationFailed`` after three wrong answers, or a failure
    ///   of the disk.
    package func offerToUnlock() throws(KeychainError) {
        do throws(KeychainError) {
            try requireUnlocked()
        } catch  where [.locked, .userCanceled].contains(error.code) {}
    }
}
