package import PortableKeychain
internal import Synchronization

/// What a program arranges with its user before it asks the keychain for items.
///
/// Set ``interactionNotAllowed`` and pass the context under `kSecUseAuthenticationContext`: items
/// that need their user then fail with `errSecInteractionNotAllowed` instead of asking. One context
/// may be used from several threads.
open class LAContext: @unchecked Sendable {
    // Sendable: every stored value lies behind this lock, or is Sendable itself.
    private struct State {
        var localizedFallbackTitle: String?
        var localizedCancelTitle: String?
    }

    private let state = Mutex(State())
    package let authenticationContext = AuthenticationContext()

    /// Makes a context that allows interaction.
    public init() {}

    /// Whether the user may not be asked; `false` at first.
    open var interactionNotAllowed: Bool {
        get { authenticationContext.interactionNotAllowed }
        set { authenticationContext.interactionNotAllowed = newValue }
    }

    /// Why the user is asked, for the user; empty at first.
    open var localizedReason: String {
        get { authenticationContext.reason }
        set { authenticationContext.reason = newValue }
    }

    /// The title of the button that offers another way, or `nil` for the usual one.
    open var localizedFallbackTitle: String? {
        get { state.withLock { $0.localizedFallbackTitle } }
        set { state.withLock { $0.localizedFallbackTitle = newValue } }
    }

    /// The title of the button that gives up, or `nil` for the usual one.
    open var localizedCancelTitle: String? {
        get { state.withLock { $0.localizedCancelTitle } }
        set { state.withLock { $0.localizedCancelTitle = newValue } }
    }

    /// Gives the context up: every later use of it fails.
    open func invalidate() { authenticationContext.invalidate() }
}

extension LAContext: AuthenticationContextHolder {}
