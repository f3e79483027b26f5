internal import PortableKeychain

/// The contexts of one client, which collect the user's proofs in the agent.
///
/// Only the thread of the connection uses it.
final class ServedContexts {
    /// The largest number of contexts that a client has at once.
    static let most = 1024

    private struct Served {
        let context = AuthenticationContext()
        /// The passcode in the client's last message, to notice a change: setting an answer drops
        /// the user's own.
        var passcode: SecretBytes?
        var applicationPassword: SecretBytes?
    }

    private var served: [UInt64: Served] = [:]

    /// The context that a client means, as the client says it is now.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` for too many contexts.
    func context(_ state: ContextState) throws(KeychainError) -> AuthenticationContext {
        var entry = served[state.number] ?? Served()
        guard served[state.number] != nil || served.count < Self.most else {
            throw KeychainError(
                .invalidParameter,
                reason: "There are too many authentication contexts. Release some."
            )
        }
        let context = entry.context
        context.interactionNotAllowed = state.interactionNotAllowed
        context.reason = state.reason
        context.fallbackTitle = state.fallbackTitle.map(ForeignText.title)
        context.cancelTitle = state.cancelTitle.map(ForeignText.title)
        if !Self.same(entry.passcode, state.passcode) {
            context.setCredential(state.passcode, for: .passcode)
        }
        if !Self.same(entry.applicationPassword, state.applicationPassword) {
            context.setCredential(state.applicationPassword, for: .applicationPassword)
        }
        (entry.passcode, entry.applicationPassword) = (state.passcode, state.applicationPassword)
        if state.isInvalidated { context.invalidate() }
        served[state.number] = entry
        return context
    }

    /// Drops contexts, and the proofs in them.
    func forget(_ numbers: [UInt64]) {
        for number in numbers { served.removeValue(forKey: number)?.context.invalidate() }
    }

    private static func same(_ left: SecretBytes?, _ right: SecretBytes?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.matches(right)
    }
}
