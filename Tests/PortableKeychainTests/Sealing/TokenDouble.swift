import KeychainTesting
import Synchronization

@testable import PortableKeychain

/// A token for tests, which behaves as a software token where it defines nothing else.
protocol TokenDouble: SecurityToken {
    var token: SoftwareToken { get }
}

extension TokenDouble {
    func seal(
        _ secret: SecretBytes,
        policy: SecurityTokenPolicy,
        pin: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        try token.seal(secret, policy: policy, pin: pin)
    }

    func unseal(_ blob: [UInt8], pin: SecretBytes?) throws(KeychainError) -> SecretBytes {
        try token.unseal(blob, pin: pin)
    }

    func makeKey(authorization: SecretBytes?) throws(KeychainError) -> SecurityTokenKey {
        try token.makeKey(authorization: authorization)
    }

    func sign(
        _ digest: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> [UInt8] {
        try token.sign(digest, key: key, authorization: authorization)
    }

    func agree(
        with point: [UInt8],
        key: [UInt8],
        authorization: SecretBytes?
    ) throws(KeychainError) -> SecretBytes {
        try token.agree(with: point, key: key, authorization: authorization)
    }

    func makeCounter(authorization: SecretBytes) throws(KeychainError) -> [UInt8] {
        try token.makeCounter(authorization: authorization)
    }

    func count(
        _ counter: [UInt8],
        atLeast least: UInt64,
        authorization: SecretBytes
    ) throws(KeychainError) -> UInt64 {
        try token.count(counter, atLeast: least, authorization: authorization)
    }

    func removeCounter(_ counter: [UInt8]) throws(KeychainError) {
        try token.removeCounter(counter)
    }
}

/// A token that counts its calls, and fails as if the process ended.
final class BreakingToken: TokenDouble {
    /// The point at which a process ends that has changed the file of a keychain.
    enum Step: CaseIterable {
        case beforeList, beforeCounter
    }

    let token = SoftwareToken()
    private let state = Mutex((calls: 0, broken: Step?.none))

    var calls: Int {
        get { state.withLock { $0.calls } }
        set { state.withLock { $0.calls = newValue } }
    }

    var broken: Step? {
        get { state.withLock { $0.broken } }
        set { state.withLock { $0.broken = newValue } }
    }

    private func called() throws(KeychainError) {
        let isBroken = state.withLock { state in
            state.calls += 1
            return state.broken != nil
        }
        if isBroken { throw KeychainError(.notAvailable) }
    }

    func unseal(_ blob: [UInt8], pin: SecretBytes?) throws(KeychainError) -> SecretBytes {
        try called()
        return try token.unseal(blob, pin: pin)
    }

    func count(
        _ counter: [UInt8],
        atLeast least: UInt64,
        authorization: SecretBytes
    ) throws(KeychainError) -> UInt64 {
        try called()
        return try token.count(counter, atLeast: least, authorization: authorization)
    }
}

/// A token whose counters have reached their end, as no real one does.
final class EndedToken: TokenDouble {
    let token = SoftwareToken()
    private let state = Mutex(false)

    /// Whether its counters have the greatest value.
    var hasEnded: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    func count(
        _ counter: [UInt8],
        atLeast least: UInt64,
        authorization: SecretBytes
    ) throws(KeychainError) -> UInt64 {
        hasEnded
            ? .max : try token.count(counter, atLeast: least, authorization: authorization)
    }
}
