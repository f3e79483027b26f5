@_spi(Keepers) package import PortableKeychain

/// Operations on the file of the keychain, which the agent does not offer to its clients.
extension AgentKeeper {
    package func replacePasscode(
        _ old: SecretBytes?,
        with new: SecretBytes?
    ) throws(KeychainError) {
        throw isMissing(.locking)
    }

    package var accessSlots: [AccessSlot] {
        get throws(KeychainError) { throw isMissing(.access) }
    }

    package func changeAccess(
        _ change: AccessChange,
        proof: AccessProof,
        recoveryKey: RecoveryKey?
    ) throws(KeychainError) {
        throw isMissing(.access)
    }

    package func rotate(
        _ proofs: [AccessProof],
        newPasscode: SecretBytes?,
        progress: ((Int) -> Void)?
    ) throws(KeychainError) -> RotationReport {
        throw isMissing(.rotation)
    }

    package func verify(
        progress: ((Int) -> Void)?
    ) throws(KeychainError) -> VerificationReport {
        throw isMissing(.verification)
    }

    package func backupContent() throws(KeychainError) -> BackupContent {
        throw isMissing(.backup)
    }

    package func restore(
        _ items: [BackupItem],
        isRehearsal: Bool
    ) throws(KeychainError) -> RestoreReport {
        throw isMissing(.backup)
    }

    func isMissing(_ feature: ManagedFeature) -> KeychainError {
        KeychainError(
            .unimplemented,
            reason: line.isOfSystem
                ? """
                A keychain of the agent of the system cannot \(feature.rawValue). Use a keychain of \
                your own, without 'system:'.
                """
                : """
                A keychain cannot \(feature.rawValue) through the agent. Unset \
                \(AgentUse.variable) for this command.
                """
        )
    }
}
