extension KeychainError {
    /// Calls code of a library, and translates an error that it throws.
    ///
    /// The library's own error is dropped: it contains no more information than `code`, and the
    /// difference between two failed decryptions can help an attacker.
    static func attempt<R>(
        _ code: Code,
        _ reason: String,
        _ body: () throws -> R
    ) throws(KeychainError) -> R {
        do { return try body() } catch { throw KeychainError(code, reason: reason) }
    }
}
