extension Keychain {
    /// Runs work with the keychain on a background thread, while the task waits.
    ///
    /// The verbs of a keychain are synchronous. A read takes microseconds. A change waits for the
    /// disk, and for other writers up to a minute; unlocking derives a key for a third of a second;
    /// an item that requires user authentication waits for a person. In a task, run those here: the
    /// threads that tasks share are few, and none of them is blocked.
    ///
    /// ```swift
    /// let keychain = try Keychain.default
    /// let passcode = SecretBytes(utf8: "correct horse")
    /// try await keychain.inBackground { keychain throws(KeychainError) in
    ///     try keychain.unlock(passcode: passcode)
    ///     try keychain.set("s3cret", for: GenericPassword(service: "api"))
    /// }
    /// ```
    ///
    /// Up to 32 calls run at once; further ones wait in order. Cancelling the task does not stop work
    /// that was handed over: a change is made entirely or not at all, and its result is returned.
    ///
    /// - Parameter work: The work to do with the keychain.
    /// - Returns: The result of `work`.
    /// - Throws: Any error of `work`.
    public func inBackground<R: Sendable>(
        _ work: @escaping @Sendable (Keychain) throws(KeychainError) -> R
    ) async throws(KeychainError) -> R {
        let result: Result<R, KeychainError> = await withCheckedContinuation { continuation in
            BackgroundThreads.shared.run {
                continuation.resume(
                    returning: Result { () throws(KeychainError) in try work(self) }
                )
            }
        }
        return try result.get()
    }
}
