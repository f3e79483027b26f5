public import PortableKeychain
internal import Synchronization

/// A user whose answers are prepared, and who remembers what they were asked.
public final class ScriptedAuthenticator: Authenticator {
    /// What the user does with one question.
    public enum Reply: Sendable {
        /// Types a secret.
        case secret(String)
        /// Says yes.
        case confirm
        /// Declines.
        case cancel
    }

    private struct State {
        var replies: [Reply]
        var questions: [AuthenticationQuestion] = []
    }

    private let state: Mutex<State>

    /// Makes a user.
    ///
    /// - Parameter replies: What they do with each question, in order. Any further question meets
    ///   nobody: it throws ``KeychainError/Code/interactionNotAllowed``.
    public init(_ replies: [Reply] = []) { state = Mutex(State(replies: replies)) }

    /// The questions so far, in order, unanswered ones included.
    public var questions: [AuthenticationQuestion] { state.withLock { $0.questions } }

    /// Answers as prepared.
    public func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        let reply: Reply? = state.withLock { state in
            state.questions.append(question)
            return state.replies.isEmpty ? nil : state.replies.removeFirst()
        }
        switch reply {
        case .secret(let text): return .secret(SecretBytes(utf8: text).buffer)
        case .confirm: return .confirmed
        case .cancel: throw KeychainError(.userCanceled)
        case nil: throw KeychainError(.interactionNotAllowed)
        }
    }
}
