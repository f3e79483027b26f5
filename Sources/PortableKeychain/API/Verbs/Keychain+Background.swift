internal import Dispatch
internal import Synchronization

extension Keychain {
    /// Does something with the keychain on a thread of its own, while the task waits.
    ///
    /// The verbs return within microseconds, so call them as they are, in tasks too. Where one may
    /// have to ask the user (an ``AccessControl`` and an ``Authenticator``) or to wait for a slow
    /// disk, this keeps it from holding one of the few threads that tasks share:
    ///
    /// ```swift
    /// let key = try await keychain.inBackground { try $0.key(.key(tag: "com.example.signing")) }
    /// ```
    ///
    /// - Parameter work: What to do; it is handed the keychain.
    /// - Returns: What `work` returns.
    /// - Throws: What `work` throws.
    public func inBackground<R: ~Copyable & Sendable>(
        _ work: @escaping @Sendable (Keychain) throws(KeychainError) -> R
    ) async throws(KeychainError) -> R {
        // Continuations carry what can be copied, which secrets cannot.
        let slot = Slot<R>()
        let failure: KeychainError? = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                do throws(KeychainError) {
                    slot.put(try work(self))
                    continuation.resume(returning: nil)
                } catch { continuation.resume(returning: error) }
            }
        }
        if let failure { throw failure }
        guard let value = slot.take() else { throw KeychainError(.internalError) }
        return value
    }
}

/// Hands one value from a thread to another.
private final class Slot<Value: ~Copyable & Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func put(_ value: consuming Value) {
        var value: Value? = consume value
        self.value.withLock { swap(&$0, &value) }
    }

    func take() -> Value? { value.withLock { $0.take() } }
}
