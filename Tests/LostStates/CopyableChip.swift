internal import KeychainTesting
package import PortableKeychain
internal import Synchronization

/// A chip in software that can be copied with its counters, so that a test returns to an earlier
/// moment of a machine, and continues from there in another way.
package final class CopyableChip: SecurityToken {
    private struct Counter {
        var authorization: SecretBytes
        var value: UInt64
    }

    /// The token that seals: it never changes, so that copies share it.
    private let sealing: SoftwareToken
    private let counters: Mutex<[[UInt8]: Counter]>

    /// Makes a new chip, which has nothing in common with others.
    package convenience init() { self.init(sealing: SoftwareToken(), counters: [:]) }

    private init(sealing: SoftwareToken, counters: [[UInt8]: Counter]) {
        self.sealing = sealing
        self.counters = Mutex(counters)
    }

    /// Copies the chip as it is now.
    package func copy() -> CopyableChip {
        CopyableChip(sealing: sealing, counters: counters.withLock { $0 })
    }

    package func seal(
        _ secret: SecretBytes,
        policy: SecurityTokenPolicy,
        pin: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        try sealing.seal(secret, policy: policy, pin: pin)
    }

    package func unseal(_ blob: [UInt8], pin: SecretBytes?) throws(KeychainError) -> SecretBytes {
        try sealing.unseal(blob, pin: pin)
    }

    package func makeKey(
        authorization: SecretBytes?
    ) throws(KeychainError) -> SecurityTokenKey {
        try sealing.makeKey(authorization: authorization)
    }

    package func sign(
        _ digest: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        try sealing.sign(digest, key: key, authorization: authorization)
    }

    package func agree(
        with point: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> SecretBytes {
        try sealing.agree(with: point, key: key, authorization: authorization)
    }

    package func makeCounter(authorization: SecretBytes) throws(KeychainError) -> [UInt8] {
        counters.withLock { counters in
            let old = counters.first { $0.value.authorization.matches(authorization) }
            if let old { return old.key }
            let name = SecretBytes.random(count: 16).withUnsafeBytes { [UInt8]($0) }
            // More than any before: nothing brings an earlier value back.
            let start = (counters.values.map(\.value).max() ?? 0) + 1
            counters[name] = Counter(authorization: authorization, value: start)
            return name
        }
    }

    package func count(
        _ counter: [UInt8],
        atLeast least: UInt64,
        authorization: SecretBytes
    ) throws(KeychainError) -> UInt64 {
        let value = counters.withLock { counters -> UInt64? in
            guard var found = counters[counter], found.authorization.matches(authorization) else {
                return nil
            }
            found.value = max(found.value, least)
            counters[counter] = found
            return found.value
        }
        guard let value else { throw KeychainError(.notAvailable, reason: "No such counter.") }
        return value
    }

    package func removeCounter(_ counter: [UInt8]) throws(KeychainError) {
        counters.withLock { counters in
            // The name stays, with a value that a later counter exceeds.
            counters[counter]?.authorization = .random(count: 32)
        }
    }
}
