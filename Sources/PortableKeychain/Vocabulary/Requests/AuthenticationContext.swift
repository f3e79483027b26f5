internal import Synchronization

/// What a user proved or arranged before items are asked for.
///
/// Requests that carry one (``Keychain/authenticating(with:)``) use its proofs instead of asking,
/// and leave in it what they had to ask for. `LAContext` is this under Apple's name.
public final class AuthenticationContext: Sendable {
    /// What a program can give in place of the user.
    public enum Credential: Hashable, Sendable {
        /// The passcode of the keychain.
        case passcode
        /// The password of items that have one.
        case applicationPassword
    }

    private struct State {
        var interactionNotAllowed = false
        var reason = ""
        var fallbackTitle: String?
        var cancelTitle: String?
        var reuseDuration = 0.0
        var isInvalidated = false
        var credentials: [Credential: SecretBytes] = [:]
        var proofs: [[UInt8]: any Sendable] = [:]
    }

    private let state = Mutex(State())

    /// The object of the platform's own that this stands for: Apple's `LAContext`, which is safe to
    /// use on several threads.
    nonisolated(unsafe) let platformObject: AnyObject?

    /// Makes a context that allows interaction.
    public init() { platformObject = nil }

    /// Makes a context that stands for one of the platform's own, for a keychain of the platform's.
    package init(standingFor object: AnyObject) { platformObject = object }

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

    /// The title of what offers another way, or `nil` for the usual one.
    public var fallbackTitle: String? {
        get { state.withLock { $0.fallbackTitle } }
        set { state.withLock { $0.fallbackTitle = newValue } }
    }

    /// The title of what declines, or `nil` for the usual one.
    public var cancelTitle: String? {
        get { state.withLock { $0.cancelTitle } }
        set { state.withLock { $0.cancelTitle = newValue } }
    }

    /// For how many seconds the unlocking of the device would count as a proof, as on Apple's
    /// devices; kept and without effect, because no device is unlocked by biometry here.
    public var reuseDuration: Double {
        get { state.withLock { $0.reuseDuration } }
        set { state.withLock { $0.reuseDuration = newValue } }
    }

    /// Gives the user's answer beforehand.
    ///
    /// - Parameters:
    ///   - secret: The secret; `nil` takes it back.
    ///   - credential: What it is.
    public func setCredential(_ secret: SecretBytes?, for credential: Credential) {
        state.withLock { state in
            if !state.isInvalidated { state.credentials[credential] = secret }
        }
    }

    /// Whether an answer was given beforehand.
    public func isCredentialSet(_ credential: Credential) -> Bool {
        self.credential(credential) != nil
    }

    /// Gives the context up: it forgets everything, and every later use of it fails.
    public func invalidate() {
        state.withLock { state in
            state.isInvalidated = true
            state.credentials = [:]
            state.proofs = [:]
        }
    }

    /// Whether the context was given up.
    public var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

    func credential(_ credential: Credential) -> SecretBytes? {
        state.withLock { $0.credentials[credential] }
    }

    /// What the user proved towards a keychain.
    ///
    /// - Parameters:
    ///   - type: What a proof is: sealing decides that, and a context only carries it.
    ///   - keychain: The identifier of the keychain.
    /// - Returns: The proof; `nil` when there is none of this type.
    func proof<Proof: Sendable>(_ type: Proof.Type, towards keychain: [UInt8]) -> Proof? {
        state.withLock { $0.proofs[keychain] as? Proof }
    }

    /// Remembers what the user proved towards a keychain, unless the context was given up.
    func setProof(_ proof: some Sendable, towards keychain: [UInt8]) {
        state.withLock { state in
            if !state.isInvalidated { state.proofs[keychain] = proof }
        }
    }
}

/// An object that stands for a context, as `LAContext` does.
///
/// The one thing that two doors share: the one that makes contexts conforms to it, and the one that
/// is handed them (`kSecUseAuthenticationContext`) reads it, so that neither imports the other.
package protocol AuthenticationContextHolder: AnyObject {
    /// The context.
    var authenticationContext: AuthenticationContext { get }
}
