@_spi(Keepers) package import PortableKeychain

/// Functions that the commands about the ways into a keychain share.
package enum WaysIn {
    /// Asks for a proof that the user may change the ways in: the passcode, or the secret that
    /// opens a keychain without one.
    ///
    /// - Parameters:
    ///   - keychain: The keychain.
    ///   - source: The source of the answers.
    ///   - adding: Whether the change adds a way in that locks the keychain. If it is the first
    ///     one, it changes the keys that a recovery key opens, which is asked for so that it stays
    ///     valid.
    /// - Returns: The proof.
    /// - Throws: ``Failure`` if nothing can be asked for, or an error for another recovery key.
    package static func proof(
        for keychain: Keychain,
        from source: inout PasscodeSource,
        adding: Bool = false
    ) throws -> AccessProof {
        let kinds = Set(try keychain.access.slots().map(\.kind))
        if kinds.contains(.passcode) { return .passcode(try source.present()) }
        if adding, try needsRecoveryKey(keychain) {
            let key = try recoveryKey(from: &source, asking: "Recovery key, which stays valid: ")
            try check(.recoveryKey(key), for: keychain)
            return .recoveryKey(key)
        }
        if kinds.isSubset(of: [.device, .recovery]) { return .device }
        return try SlotSecrets(keychain).proof(from: &source)
    }

    /// Whether the first way in that locks a keychain changes the keys that its recovery key opens.
    package static func needsRecoveryKey(_ keychain: Keychain) throws(KeychainError) -> Bool {
        Set(try keychain.access.slots().map(\.kind)) == [.device, .recovery]
    }

    /// Whether more than its files is needed to read a keychain: what its user knows or has, or the TPM of the machine.
    ///
    /// - Parameter keychain: The keychain; `nil` for one that is still to be made.
    /// - Returns: Whether a way in locks it, or its device key is in the TPM.
    /// - Throws: ``KeychainError``.
    package static func areProtecting(_ keychain: Keychain?) throws(KeychainError) -> Bool {
        let open: Set<AccessSlot.Kind> = [.device, .recovery, .credential]
        if let keychain, try !Set(keychain.access.slots().map(\.kind)).isSubset(of: open) {
            return true
        }
        let binding = DeviceBinding(.tool)
        return binding.state == .bound && !binding.hasOtherKeys
    }

    /// Fails if a proof does not open the keychain.
    package static func check(
        _ proof: AccessProof,
        for keychain: Keychain
    ) throws(KeychainError) {
        do throws(KeychainError) {
            try keychain.access.authenticate(proof, in: AuthenticationContext())
            // A keychain of the first version has nothing yet that proves presence.
        } catch  where error.code == .authenticationRequired {}
    }

    /// Asks for the recovery key.
    ///
    /// - Parameters:
    ///   - source: The source of the answer.
    ///   - prompt: The prompt on a terminal.
    /// - Returns: The key.
    /// - Throws: ``Failure``, or an error that names the group that was mistyped.
    package static func recoveryKey(
        from source: inout PasscodeSource,
        asking prompt: String = "Recovery key: "
    ) throws -> RecoveryKey {
        var attempts = 1
        while true {
            let typed = try source.next(asking: prompt, for: "the recovery key")
            do throws(KeychainError) {
                return try RecoveryKey(typed: typed)
            } catch {
                guard source.isTerminal, attempts < 5 else { throw Failure(error) }
                attempts += 1
                Terminal.say(error.reason)
            }
        }
    }

    /// Says that removing a way in changes no copy that was made before.
    package static func sayWhatCopiesOpen(_ what: String, of file: String = "the keychain's file") {
        let rotate = "'keychainctl rotate' gives the keychain new keys."
        Terminal.say(
            "Copies of \(file) that were made before still open with \(what), and the keys in them are "
                + "still in use. "
                + AdvisedCommand.naming(KeychainChoice.onCommandLine, in: rotate)
        )
    }

    /// Says that the former ways into a keychain can still be read from its log, if another program
    /// keeps the log in use.
    ///
    /// For the end of each command that changes the ways in. A keychain that cannot say so was changed
    /// nevertheless: its error belongs to the next command.
    package static func sayWhatTheLogKeeps(of keychain: Keychain) {
        guard (try? keychain.access.leavesRemains) == true else { return }
        let verify = AdvisedCommand.naming(
            KeychainChoice.onCommandLine,
            in: "'keychainctl verify'"
        )
        Terminal.say(
            "Note: another program is reading the keychain, so its log still has the ways in from before: "
                + "who copies its files now can open the copy with them. Close that program, and run "
                + verify + "."
        )
    }

    /// The word for a kind of slot.
    package static func word(_ kind: AccessSlot.Kind) -> String {
        switch kind {
        case .device: "device"
        case .passcode: "passcode"
        case .token: "token"
        case .tokenWithPIN: "token-pin"
        case .securityKey: "fido2"
        case .recovery: "recovery"
        case .credential: "credential"
        case .loginPassword: "login-password"
        }
    }

    /// Whether the agent of the system has to be asked for the secret of a slot of a chip.
    package static func isThroughAgent(_ slot: AccessSlot) -> Bool {
        [.token, .tokenWithPIN].contains(slot.kind) && AgentSealedBlob(slot.parameters) != nil
    }

    /// Whether a slot's chip can be asked here: if not, the next way in is, without a word.
    ///
    /// A keychain may come from another machine, and an agent may have no chip.
    package static func isAtHand(_ slot: AccessSlot, _ token: any SecurityToken) -> Bool {
        guard isThroughAgent(slot) else { return token.makesKeys }
        return token.makesKeys ? TPMAccess.isOffered : TPMAccess.present == .throughAgent
    }

    /// The secret that opens a slot, and any further need.
    package static func explanation(_ slot: AccessSlot, locks: Bool) -> String {
        explanation(slot.kind, locks: locks)
            + (isThroughAgent(slot) ? ", through the agent of the system" : "")
    }

    /// The secret that opens a slot of a kind, and any further need.
    package static func explanation(_ kind: AccessSlot.Kind, locks: Bool) -> String {
        switch kind {
        case .device: locks ? "the device key: items that are always available" : "the device key"
        case .passcode: "the passcode, with the device key"
        case .token: "a chip, with the device key"
        case .tokenWithPIN: "a chip and its PIN, with the device key"
        case .securityKey: "a security key, with the device key"
        case .recovery: "the recovery key alone"
        case .credential: "the credential of a service, with the device key"
        case .loginPassword: "the login password, with the device key"
        }
    }
}
