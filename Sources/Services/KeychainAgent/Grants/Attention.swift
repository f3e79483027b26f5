package import PortableKeychain
internal import Synchronization

/// The attention of the user, who is asked one question at a time.
package final class Attention: Sendable {
    private let turn = Mutex(())

    /// Creates it; everything that asks the user shares one.
    package init() {}

    /// Asks, after those who are asked already.
    func hold<R: Sendable>(
        _ ask: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try turn.withLock { _ throws(KeychainError) in try ask() }
    }

    /// An authenticator that waits for its turn.
    ///
    /// - Parameter authenticator: The one that asks.
    /// - Returns: An authenticator that waits until no other question is open.
    package func taking(_ authenticator: any Authenticator) -> any Authenticator {
        PatientAuthenticator(attention: self, authenticator: authenticator)
    }
}

/// Asks the user when no other question is open.
private struct PatientAuthenticator: Authenticator {
    let attention: Attention
    let authenticator: any Authenticator

    func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        try attention.hold { () throws(KeychainError) in try authenticator.answer(question) }
    }

    func proof(
        of slots: [AccessSlot],
        for question: AuthenticationQuestion
    ) throws(KeychainError) -> AccessProof? {
        try attention.hold { () throws(KeychainError) in
            try authenticator.proof(of: slots, for: question)
        }
    }
}
