internal import Crypto

/// The key that an envelope gets from the password of its item (vault-format.md §12.2).
///
/// Deriving it takes long on purpose, so it is made between transactions and passed to the function
/// that opens or seals.
struct PasswordKey: Sendable {
    let derivation: PasswordDerivation
    let key: SymmetricKey
}

/// The parameters from which the key of a password is derived.
struct PasswordDerivation: Sendable {
    let password: SecretBytes
    let salt: [UInt8]
    let hashing: PasscodeHashing

    /// Derives the key.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a password that is too long.
    func key() throws(KeychainError) -> PasswordKey {
        PasswordKey(derivation: self, key: try hashing.key(passcode: password, salt: salt))
    }
}

extension PasswordDerivation: Hashable {
    static func == (left: Self, right: Self) -> Bool {
        left.salt == right.salt && left.hashing == right.hashing
            && left.password.matches(right.password)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(salt) }
}
