public import PortableKeychain
internal import Synchronization

extension SoftwareToken {
    /// Makes a counter, or finds the one with the same authorization.
    public func makeCounter(authorization: SecretBytes) throws(KeychainError) -> [UInt8] {
        guard hasCounters else {
            throw KeychainError(
                .notAvailable,
                reason: "A software token in a file has no counters."
            )
        }
        guard authorization.count == 32 else { throw Self.wrongUse }
        try present()
        let identifier = SecretBytes.random(count: 16).withUnsafeBytes { [UInt8]($0) }
        return state.withLock { state in
            let old = state.counters.first { $0.value.authorization.matches(authorization) }
            if let old { return old.key }
            // As chips do: a counter that is made again never has a value that it had before.
            state.greatestCount += 1
            state.counters[identifier] = (authorization, state.greatestCount)
            return identifier
        }
    }

    /// Reads a counter, and raises it.
    public func count(
        _ counter: [UInt8],
        atLeast least: UInt64,
        authorization: SecretBytes
    ) throws(KeychainError) -> UInt64 {
        try present()
        let outcome = state.withLock { state -> Result<UInt64, KeychainError> in
            guard let found = state.counters[counter] else {
                return .failure(
                    KeychainError(.notAvailable, reason: "The software token has no such counter.")
                )
            }
            guard found.authorization.matches(authorization) else {
                return .failure(KeychainError(.authenticationFailed))
            }
            guard least <= found.value + 8 else { return .failure(Self.wrongUse) }
            let value = max(least, found.value)
            state.counters[counter]?.value = value
            state.greatestCount = max(state.greatestCount, value)
            return .success(value)
        }
        return try outcome.get()
    }

    /// Removes a counter.
    public func removeCounter(_ counter: [UInt8]) throws(KeychainError) {
        try present()
        state.withLock { $0.counters[counter] = nil }
    }
}
