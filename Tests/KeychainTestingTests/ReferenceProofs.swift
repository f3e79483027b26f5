import KeychainTesting
import Synchronization

@_spi(Keepers) @testable import PortableKeychain

/// The proofs that a user gave within one request of the reference, and the way to ask for them.
final class ReferenceProofs {
    let request: ItemRequest
    private var isPresent = false
    private var password: [UInt8]?

    init(_ request: ItemRequest) { self.request = request }

    private var context: AuthenticationContext? {
        request.authentication.flatMap { $0.isInvalidated ? nil : $0 }
    }

    /// Whether a row may be read; `false` when it is to be skipped.
    func open(
        _ row: ReferenceStore.Row,
        _ keeper: ReferenceKeeper,
        hasPasscode: Bool
    ) throws(KeychainError) -> Bool {
        let presence: AccessControl.Constraints = [
            .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion,
        ]
        if !row.constraints.isDisjoint(with: presence) {
            guard try provesPresence(keeper, hasPasscode) else { return false }
        }
        guard row.constraints.contains(.applicationPassword) else { return true }
        return try knowsPassword(of: row, keeper)
    }

    private func provesPresence(
        _ keeper: ReferenceKeeper,
        _ hasPasscode: Bool
    ) throws(KeychainError) -> Bool {
        let store = keeper.store
        if isPresent, !store.faults.contains(.asksForEachItem) { return true }
        if let context, store.proven.withLock({ $0.contains { $0 === context } }),
            !store.faults.contains(.forgetsProofs)
        {
            return true
        }
        if let given = context?.credential(.passcode) {
            try keeper.check(Self.bytes(given) == Self.passcode, .authenticationFailed)
            return true
        }
        guard try mayAsk(keeper) else { return false }
        for _ in 0..<3 {
            let isRight =
                switch try store.user.answer(AuthenticationQuestion(.presence)) {
                case .secret(let secret): Self.bytes(secret) == Self.passcode
                case .confirmed: !hasPasscode
                }
            guard isRight || store.faults.contains(.believesAnything) else { continue }
            isPresent = true
            if let context { store.proven.withLock { $0.append(context) } }
            return true
        }
        throw KeychainError(.authenticationFailed)
    }

    private func knowsPassword(
        of row: ReferenceStore.Row,
        _ keeper: ReferenceKeeper
    ) throws(KeychainError) -> Bool {
        if let given = password ?? context?.credential(.applicationPassword).map(Self.bytes) {
            let isRight = given == row.password || keeper.has(.anyPasswordOpens)
            try keeper.check(isRight, .authenticationFailed)
            return true
        }
        guard try mayAsk(keeper) else { return false }
        for _ in 0..<3 {
            let question = AuthenticationQuestion(.applicationPassword)
            if case .secret(let secret) = try keeper.store.user.answer(question),
                Self.bytes(secret) == row.password
            {
                password = row.password
                return true
            }
        }
        throw KeychainError(.authenticationFailed)
    }

    /// The password that a new row gets, if it needs one.
    func newPassword(
        _ row: ReferenceStore.Row,
        _ keeper: ReferenceKeeper
    ) throws(KeychainError) -> [UInt8]? {
        guard row.constraints.contains(.applicationPassword) else { return nil }
        if let given = context?.credential(.applicationPassword) { return Self.bytes(given) }
        guard try mayAsk(keeper) else { throw KeychainError(.authenticationRequired) }
        let question = AuthenticationQuestion(.newApplicationPassword)
        guard case .secret(let secret) = try keeper.store.user.answer(question) else {
            throw KeychainError(.authenticationFailed)
        }
        return Self.bytes(secret)
    }

    /// Whether the user may be asked now; `false` when the item is to be skipped instead.
    private func mayAsk(_ keeper: ReferenceKeeper) throws(KeychainError) -> Bool {
        if request.interaction == .skip { return false }
        let isSilent = request.authentication.map { $0.isInvalidated || $0.interactionNotAllowed }
        let isForbidden = request.interaction == .forbidden && !keeper.has(.asksThoughForbidden)
        try keeper.check(!isForbidden && isSilent != true, .authenticationRequired)
        return true
    }

    private static let passcode = Array(ReferenceStore.passcode.utf8)

    private static func bytes(_ secret: SecretBytes) -> [UInt8] {
        secret.withUnsafeBytes { Array($0) }
    }
}

extension ReferenceStore.Row {
    /// The proofs that reading the row requires.
    var constraints: AccessControl.Constraints {
        guard case .accessControl(let control)? = attributes["accc"] else { return [] }
        return control.constraints ?? []
    }
}
