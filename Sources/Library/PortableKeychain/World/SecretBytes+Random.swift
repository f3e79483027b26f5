extension SecretBytes {
    /// Makes a secret of random bytes from the system.
    ///
    /// - Parameter count: The length in bytes, 0 or more.
    /// - Returns: The secret.
    public static func random(count: Int) -> SecretBytes {
        SecretBytes(count: count) { KeychainEntropy.system.fill($0) }
    }
}
