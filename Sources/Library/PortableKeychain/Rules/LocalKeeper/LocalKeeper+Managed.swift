extension LocalKeeper: ManagedKeeper {
    package var accessGroups: AccessGroups { groups }

    package func withAccessGroups(
        _ groups: AccessGroups
    ) throws(KeychainError) -> any ItemKeeper {
        with(groups, history)
    }

    /// The same keeper for another caller.
    func with(_ groups: AccessGroups, _ history: HistoryPolicy) -> LocalKeeper {
        LocalKeeper(
            vault: vault,
            groups: groups,
            authenticator: authenticator,
            hashing: hashing,
            path: path,
            token: token,
            history: history
        )
    }

    package var hasToken: Bool { token?.makesKeys ?? false }

    package func makeTokenKey() throws(KeychainError) -> KeyMaterial {
        try KeyMaterial.generate(in: neededToken())
    }

    package func tokenKey(of handle: SecretBytes) throws(KeychainError) -> KeyMaterial {
        guard let key = KeyMaterial(tokenHandle: handle, in: try neededToken()) else {
            throw KeychainError(
                .undecodable,
                reason: "These bytes do not represent a key in a token. Make a new key."
            )
        }
        return key
    }

    private func neededToken() throws(KeychainError) -> any SecurityToken {
        if let token { return token }
        throw KeychainError(
            .unimplemented,
            reason: """
                This machine has no token that holds keys, such as a TPM, or none is \
                configured. Use a key that the keychain holds, or set the token of the \
                keychain's configuration.
                """
        )
    }

    package func canAuthenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext
    ) throws(KeychainError) {
        guard !context.isInvalidated else { throw KeychainError(.authenticationRequired) }
        if constraints.contains(.devicePasscode), try !hasPasscode {
            throw KeychainError(.noPasscode)
        }
        for proof in Need.proofs(of: constraints) where !isProven(proof, in: context) {
            if context.credential(proof.credential) != nil { continue }
            guard !context.interactionNotAllowed, authenticator != nil else {
                throw KeychainError(.authenticationRequired)
            }
        }
    }

    package func authenticate(
        _ constraints: AccessControl.Constraints,
        in context: AuthenticationContext,
        reason: String
    ) throws(KeychainError) {
        try canAuthenticate(constraints, in: context)
        let request = ItemRequest(
            .copyMatching,
            authentication: context,
            prompt: reason.isEmpty ? nil : reason
        )
        for proof in Need.proofs(of: constraints) where !isProven(proof, in: context) {
            try ask(for: proof, AnswerState(request), in: context)
        }
    }

    package var lockState: LockState {
        get throws(KeychainError) {
            _ = try vault.freshKeys()
            return try vault.lockState
        }
    }

    package var hasPasscode: Bool {
        get throws(KeychainError) { try vault.hasPasscode() }
    }

    package var sharesUnlocking: Bool {
        get throws(KeychainError) { try vault.isShared }
    }

    package func lock() throws(KeychainError) { try vault.lock() }

    package func lock(after duration: Duration?) throws(KeychainError) {
        try vault.lock(after: try duration.map(Self.seconds))
    }

    package func unlock(
        passcode: SecretBytes,
        for duration: Duration?
    ) throws(KeychainError) {
        try vault.checkMayUnlock()
        try vault.unlock(.passcode(passcode), for: try duration.map(Self.seconds))
    }

    package func replacePasscode(
        _ old: SecretBytes?,
        with new: SecretBytes?
    ) throws(KeychainError) {
        try vault.setPasscode(from: old, to: new.map { ($0, hashing) })
    }

    package var accessSlots: [AccessSlot] {
        get throws(KeychainError) { try vault.slots() }
    }

    package func changeAccess(
        _ change: AccessChange,
        proof: AccessProof,
        recoveryKey: RecoveryKey?
    ) throws(KeychainError) {
        try vault.change(change, proof, hashing, keeping: recoveryKey)
    }

    package func unlock(_ proof: AccessProof, for duration: Duration?) throws(KeychainError) {
        try vault.checkMayUnlock()
        try vault.unlock(proof, for: try duration.map(Self.seconds))
    }

    package func authenticate(
        _ proof: AccessProof,
        in context: AuthenticationContext
    ) throws(KeychainError) {
        guard !context.isInvalidated, let presence = try vault.presence(proof) else {
            throw KeychainError(.authenticationRequired)
        }
        context.setPresence(presence, vault.identifier)
    }

    package func verify(
        progress: ((Int) -> Void)?
    ) throws(KeychainError) -> VerificationReport {
        var report = try vault.verify(opensSecrets: true, progress: progress)
        if report.problems.isEmpty { report.leavesRemains = try vault.leavesRemains() }
        return report
    }

    package var changeMark: [UInt8] {
        get throws(KeychainError) { try vault.changeMark }
    }

    private static func seconds(_ duration: Duration) throws(KeychainError) -> UInt32 {
        guard let seconds = UInt32(exactly: duration.wholeSeconds), seconds > 0 else {
            throw KeychainError(
                .invalidParameter,
                reason:
                    "The time until the keychain locks must be 1 to \(UInt32.max) whole seconds."
            )
        }
        return seconds
    }
}
