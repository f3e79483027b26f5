package import PortableKeychain

/// The chip of the machine through the agent of the system, for a user without access to its device.
package struct AgentToken: SecurityToken {
    /// The longest wait for a place, if other programs of the user have taken all.
    private static let patience = Duration.seconds(30)

    private let line: AgentLine
    /// The agent seals secrets only.
    package let makesKeys = false

    /// Names an agent; nothing is connected yet.
    package init(_ path: String = UserEnvironment.systemAgent) {
        line = AgentLine(system: path, owner: SharedChip.owner, patience: Self.patience)
    }

    /// Fails if there is no such agent, or it has no chip.
    ///
    /// - Throws: ``KeychainError/Code/notAvailable``, with the next step.
    package func check() throws(KeychainError) {
        let isThere: Bool
        do throws(KeychainError) {
            isThere = try line.connectIfPresent()
        } catch  where error.code == .missingEntitlement {
            throw KeychainError(
                .notAvailable,
                reason: """
                    The agent of the system is of an older version, which does not share the TPM. \
                    Restart it with 'systemctl restart keychaind-system.service'.
                    """
            )
        }
        guard isThere else {
            throw KeychainError(
                .notAvailable,
                reason: """
                    The agent of the system has to ask the TPM, and none answers at \(line.path). \
                    'systemctl enable --now keychaind-system.socket' starts it.
                    """
            )
        }
    }

    /// Has the agent seal 32 bytes, for this user alone.
    package func seal(
        _ secret: SecretBytes,
        policy: SecurityTokenPolicy,
        pin: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        guard secret.count == AgentSealedBlob.secretLength, policy.requiresPIN == (pin != nil)
        else {
            throw KeychainError(.invalidParameter)
        }
        let blob = try ask(.seal(secret, registers: policy.registers, pin: pin))
        return blob.withUnsafeBytes { Array($0) }
    }

    /// Has the agent unseal a blob that it sealed for this user.
    package func unseal(_ blob: [UInt8], pin: SecretBytes?) throws(KeychainError) -> SecretBytes {
        guard let blob = AgentSealedBlob(blob) else {
            throw KeychainError(.corrupt, reason: "The agent of the system did not seal this.")
        }
        return try ask(.unseal(blob, pin: pin))
    }

    /// Fails: it makes no keys.
    package func makeKey(authorization: SecretBytes?) throws(KeychainError) -> SecurityTokenKey {
        throw Self.sealsOnly
    }

    /// Fails: it has no keys.
    package func sign(
        _ digest: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        throw Self.sealsOnly
    }

    /// Fails: it has no keys.
    package func agree(
        with point: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> SecretBytes {
        throw Self.sealsOnly
    }

    private func ask(_ call: ChipCall) throws(KeychainError) -> SecretBytes {
        if let pin = call.pin, !(1...ChipCall.longestPIN ~= pin.count) {
            throw KeychainError(
                .invalidParameter,
                reason: "The agent of the system takes PINs of up to \(ChipCall.longestPIN) bytes."
            )
        }
        try check()
        return try line.ask(.chip) { encoder in
            call.encode(into: &encoder)
        } read: { reader throws(KeychainError) in
            try reader.secret()
        }
    }

    private static var sealsOnly: KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                This needs access to the TPM itself: the agent of the system only seals secrets. \
                \(TPMAccess.remedyBesideAgent)
                """
        )
    }
}
