package import PortableKeychain

/// A chip as this user reaches it: by its device, or through the agent of the system.
///
/// A secret that the agent sealed can be opened only by the agent, also for a user who has access
/// to the device by now.
package struct ReachableToken: SecurityToken {
    private let device: (any SecurityToken)?
    private let agent: AgentToken

    /// Makes a token.
    ///
    /// - Parameters:
    ///   - device: The chip by its device; `nil` if this user has no access.
    ///   - agent: The chip through the agent.
    package init(device: (any SecurityToken)?, agent: AgentToken) {
        (self.device, self.agent) = (device, agent)
    }

    /// The present way to reach the chip.
    ///
    /// - Throws: ``KeychainError/Code/notAvailable`` if it is not.
    package func reach() throws(KeychainError) -> TokenReach {
        if device != nil { return .device }
        try agent.check()
        return .agent
    }

    package var makesKeys: Bool { present.makesKeys }

    package func seal(
        _ secret: SecretBytes,
        policy: SecurityTokenPolicy,
        pin: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        try present.seal(secret, policy: policy, pin: pin)
    }

    package func unseal(_ blob: [UInt8], pin: SecretBytes?) throws(KeychainError) -> SecretBytes {
        if AgentSealedBlob(blob) != nil { return try agent.unseal(blob, pin: pin) }
        guard let device else {
            throw KeychainError(
                .notAvailable,
                reason: """
                    This was sealed by the TPM without the agent of the system, and this user may not \
                    use the TPM itself now. \(TPMAccess.remedy) Or use the passcode or the recovery key.
                    """
            )
        }
        return try device.unseal(blob, pin: pin)
    }

    package func makeKey(authorization: SecretBytes?) throws(KeychainError) -> SecurityTokenKey {
        try present.makeKey(authorization: authorization)
    }

    package func sign(
        _ digest: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        try present.sign(digest, key: key, authorization: authorization)
    }

    package func agree(
        with point: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> SecretBytes {
        try present.agree(with: point, key: key, authorization: authorization)
    }

    package func makeCounter(authorization: SecretBytes) throws(KeychainError) -> [UInt8] {
        try present.makeCounter(authorization: authorization)
    }

    package func count(
        _ counter: [UInt8],
        atLeast least: UInt64,
        authorization: SecretBytes
    ) throws(KeychainError) -> UInt64 {
        try present.count(counter, atLeast: least, authorization: authorization)
    }

    package func removeCounter(_ counter: [UInt8]) throws(KeychainError) {
        try present.removeCounter(counter)
    }

    private var present: any SecurityToken { device ?? agent }
}
