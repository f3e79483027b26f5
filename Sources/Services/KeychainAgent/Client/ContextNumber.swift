internal import Synchronization

/// The number of a context towards an agent; the agent's proofs go with the last reference to the
/// context.
final class ContextNumber: Sendable {
    let number: UInt64
    private let identity: [UInt8]
    private let forgotten: ForgottenContexts

    init(_ number: UInt64, towards identity: [UInt8], _ forgotten: ForgottenContexts) {
        (self.number, self.identity, self.forgotten) = (number, identity, forgotten)
    }

    deinit { forgotten.add(number, of: identity) }
}

/// Numbers of contexts that have ended, which the agent does not know yet.
final class ForgottenContexts: Sendable {
    private let numbers = Mutex<[(number: UInt64, identity: [UInt8])]>([])

    func add(_ number: UInt64, of identity: [UInt8]) {
        numbers.withLock { $0.append((number, identity)) }
    }

    /// Takes all numbers, and returns those of a connection; others ended with theirs.
    func take(of identity: [UInt8]) -> [UInt64] {
        numbers.withLock { numbers in
            defer { numbers = [] }
            return numbers.filter { $0.identity == identity }.map(\.number)
        }
    }
}
