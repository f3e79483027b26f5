public import PortableKeychain
internal import Synchronization

/// A simulated user who answers from a script, and records the prompts.
///
/// ```swift
/// import PortableKeychain
///
/// let user = ScriptedAuthenticator([.secret("1234"), .canceled])
/// var configuration = Keychain.Configuration()
/// configuration.authenticator = user
/// ```
public final class ScriptedAuthenticator: Authenticator {
    /// One line of a script.
    @nonexhaustive public enum Reply: Hashable, Sendable {
        /// Types a passcode or a password.
        case secret(String)
        /// Says yes, to a question that asks for no secret.
        case confirmed
        /// Declines.
        case canceled
        /// Cannot be asked after all.
        case absent
    }

    private struct State {
        var replies: [Reply]
        var questions: [AuthenticationQuestion] = []
    }

    private let state: Mutex<State>

    /// Creates a user.
    ///
    /// - Parameter replies: The answers in order; when they run out, the user is absent.
    public init(_ replies: [Reply] = []) { state = Mutex(State(replies: replies)) }

    /// The questions so far, in order.
    public var questions: [AuthenticationQuestion] { state.withLock { $0.questions } }

    /// Replaces the rest of the script.
    ///
    /// - Parameter replies: The answers to come.
    public func reply(_ replies: [Reply]) { state.withLock { $0.replies = replies } }

    /// Answers with the next line of the script.
    public func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        let reply = state.withLock { state in
            state.questions.append(question)
            return state.replies.isEmpty ? Reply.absent : state.replies.removeFirst()
        }
        switch reply {
        case .secret(let text): return .secret(SecretBytes(Array(text.utf8)))
        case .confirmed: return .confirmed
        case .canceled: throw KeychainError(.userCanceled)
        case .absent: throw KeychainError(.authenticationRequired)
        }
    }
}
