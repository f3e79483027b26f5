internal import Crypto

/// The slot of a login password, whose hash is its secret (vault-format.md §5.2).
extension NewAccessSlot {
    /// Hashes a login password for a new slot: slow on purpose.
    ///
    /// - Parameters:
    ///   - password: The password, 1 to 4,096 bytes.
    ///   - hashing: The cost of each guess.
    ///   - entropy: The source of the salt.
    /// - Returns: The slot to add.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for an empty or too long password, and
    ///   ``KeychainError/Code/outOfMemory``.
    package static func loginPassword(
        _ password: SecretBytes,
        hashing: PasscodeHashing,
        entropy: KeychainEntropy
    ) throws(KeychainError) -> NewAccessSlot {
        let salt = entropy.bytes(Limits.saltLength)
        return NewAccessSlot(
            .loginPassword,
            secret: SecretBytes(try hashing.key(passcode: password, salt: salt)),
            parameters: hashing.encoded,
            salt: salt
        )
    }
}

extension AccessSlot {
    /// Hashes a login password for this slot: slow on purpose.
    ///
    /// - Parameter password: The password, 1 to 4,096 bytes.
    /// - Returns: The proof, which opens the keychain if the password is that of the slot.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for an empty or too long password, or a slot
    ///   of another kind, and ``KeychainError/Code/outOfMemory``.
    package func proof(loginPassword password: SecretBytes) throws(KeychainError) -> AccessProof {
        guard kind == .loginPassword, let hashing = try? PasscodeHashing(encoded: parameters) else {
            throw KeychainError(
                .invalidParameter,
                reason: "This way in is not opened by a login password. Choose another one."
            )
        }
        return .slot(
            identifier,
            secret: SecretBytes(try hashing.key(passcode: password, salt: salt))
        )
    }
}
