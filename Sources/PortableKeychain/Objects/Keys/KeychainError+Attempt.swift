extension KeychainError {
    /// Runs a library's code and says its failure in our terms.
    ///
    /// The library's own error is dropped: it tells a caller nothing that the code does not, and
    /// what distinguishes failures of decryption helps an attacker.
    static func attempt<R>(
        _ code: Code,
        _ reason: String,
        _ body: () throws -> R
    ) throws(KeychainError) -> R {
        do { return try body() } catch { throw KeychainError(code, reason: reason) }
    }
}
