extension KeychainError {
    /// Runs a library's code and translates its failure.
    ///
    /// The library's own error is dropped: it tells a caller no more than the code does, and
    /// differences between failures of decryption help an attacker.
    static func attempt<R>(
        _ code: Code,
        _ reason: String,
        _ body: () throws -> R
    ) throws(KeychainError) -> R {
        do { return try body() } catch { throw KeychainError(code, reason: reason) }
    }
}
