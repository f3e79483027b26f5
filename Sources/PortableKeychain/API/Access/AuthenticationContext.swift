internal import Synchronization

/// What a user proved or arranged before items are asked for.
///
/// `LAContext` is this under Apple's name.
public final class AuthenticationContext: Sendable {
    private struct State {
        var interactionNotAllowed = false
        var reason = ""
        var isInvalidated = false
    }

    private let state = Mutex(State())

    /// Makes a context that allows interaction.
    public init() {}

    /// Whether the user may not be asked: items that need it fail instead.
    public var interactionNotAllowed: Bool {
        get { state.withLock { $0.interactionNotAllowed } }
        set { state.withLock { $0.interactionNotAllowed = newValue } }
    }

    /// Why the user is asked, for the user; empty at first.
    public var reason: String {
        get { state.withLock { $0.reason } }
        set { state.withLock { $0.reason = newValue } }
    }

    /// Gives the context up: every later use of it fails.
    public func invalidate() { state.withLock { $0.isInvalidated = true } }

    /// Whether the context was given up.
    public var isInvalidated: Bool { state.withLock { $0.isInvalidated } }
}

/// An object that stands for a context, as `LAContext` does.
///
/// The one thing that two doors share: the one that makes contexts conforms to it, and the one that
/// is handed them (`kSecUseAuthenticationContext`) reads it, so that neither imports the other.
package protocol AuthenticationContextHolder: AnyObject {
    /// The context.
    var authenticationContext: AuthenticationContext { get }
}
