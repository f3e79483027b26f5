/// The keys that one answer has derived from the passwords of items.
///
/// A change holds the lock of all writers during an attempt, and deriving a key takes long, so the
/// attempt ends with ``Need/derivation(_:)`` and is repeated with the key. A search holds no lock
/// and derives at once. A class, because the attempts of one answer share it; one thread uses it.
final class PasswordKeys {
    private let derivesAtOnce: Bool
    private var keys: [PasswordDerivation: PasswordKey] = [:]
    /// The derivations for items to store, in the order in which an attempt stores them.
    private var new: [PasswordDerivation] = []
    private var usedCount = 0

    /// Starts with no keys.
    ///
    /// - Parameter derivesAtOnce: Whether no other process waits for an attempt.
    init(derivesAtOnce: Bool) { self.derivesAtOnce = derivesAtOnce }

    /// Begins the next attempt, which stores the same items again.
    func beginAttempt() { usedCount = 0 }

    /// The key of a derivation, or the need to derive it.
    func key(_ derivation: PasswordDerivation) throws(KeychainError) -> Outcome<PasswordKey> {
        if let key = keys[derivation] { return .answered(key) }
        guard derivesAtOnce else { return .needs(.derivation(derivation)) }
        return .answered(try derive(derivation))
    }

    /// Derives a key and keeps it for the other attempts.
    @discardableResult
    func derive(_ derivation: PasswordDerivation) throws(KeychainError) -> PasswordKey {
        let key = try derivation.key()
        keys[derivation] = key
        return key
    }

    /// The derivation for the next item to store: that of the previous attempt, or one with a new
    /// salt.
    func newDerivation(
        of password: SecretBytes,
        _ hashing: PasscodeHashing,
        _ entropy: KeychainEntropy
    ) -> PasswordDerivation {
        defer { usedCount += 1 }
        if usedCount < new.count, new[usedCount].password.matches(password) {
            return new[usedCount]
        }
        let derivation = PasswordDerivation(
            password: password,
            salt: entropy.bytes(Limits.saltLength),
            hashing: hashing
        )
        new = new.prefix(usedCount) + [derivation]
        return derivation
    }
}
