internal import Synchronization

/// The proofs of the user for several requests: given in advance by the program, or collected when
/// the user is first asked.
///
/// Requests with a context (``Keychain/authenticating(with:)``) use its proofs instead of asking
/// the user again, and add the proofs that they had to ask for. `LAContext` is Apple's name for it.
/// It is a class and safe to use from several threads, because requests share its state.
///
/// ```swift
/// let keychain = try Keychain.default
/// let context = AuthenticationContext()
/// context.reason = "Sign the release"
/// let asking = keychain.authenticating(with: context)
/// let key = try asking.keys.only(matching: .key(tag: "release"))      // asks the user
/// let same = try asking.keys.only(matching: .key(tag: "release"))     // does not ask again
/// context.invalidate()
/// ```
public final class AuthenticationContext: Sendable {
    /// An answer that a program can give instead of the user.
    @nonexhaustive public enum Credential: Hashable, Sendable {
        /// The passcode of the keychain.
        case passcode
        /// The password of items that have their own password.
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
        /// Whether the password in `credentials` is the user's last answer.
        var hasAnswer = false
        /// The answers that were right, by item: each item can have another password.
        var answers: [[UInt8]: SecretBytes] = [:]
        var proofs: [[UInt8]: any Sendable] = [:]
    }

    private let state = Mutex(State())

    /// The platform's object that this context represents: Apple's `LAContext`, which is safe to
    /// use from several threads.
    nonisolated(unsafe) let platformObject: AnyObject?

    /// Makes a context that allows interaction.
    public init() { platformObject = nil }

    /// Makes a context that represents one of the platform, for the platform's keychain.
    package init(standingFor object: AnyObject) { platformObject = object }

    /// Whether asking the user is forbidden: requests for items that need it fail instead.
    public var interactionNotAllowed: Bool {
        get { state.withLock { $0.interactionNotAllowed } }
        set { state.withLock { $0.interactionNotAllowed = newValue } }
    }

    /// The reason that is shown when the user is asked; empty by default.
    public var reason: String {
        get { state.withLock { $0.reason } }
        set { state.withLock { $0.reason = newValue } }
    }

    /// The title of the button that offers an alternative, or `nil` for the default one.
    public var fallbackTitle: String? {
        get { state.withLock { $0.fallbackTitle } }
        set { state.withLock { $0.fallbackTitle = newValue } }
    }

    /// The title of the button that cancels, or `nil` for the default one.
    public var cancelTitle: String? {
        get { state.withLock { $0.cancelTitle } }
        set { state.withLock { $0.cancelTitle = newValue } }
    }

    /// The time in seconds for which unlocking the device counts as a proof on Apple's devices.
    ///
    /// It is stored but has no effect here, because this library does not use biometry.
    public var reuseDuration: Double {
        get { state.withLock { $0.reuseDuration } }
        set { state.withLock { $0.reuseDuration = newValue } }
    }

    /// Sets the user's answer in advance.
    ///
    /// - Parameters:
    ///   - secret: The secret; `nil` removes it.
    ///   - credential: The kind of the secret.
    public func setCredential(_ secret: SecretBytes?, for credential: Credential) {
        state.withLock { state in
            guard !state.isInvalidated else { return }
            state.credentials[credential] = secret
            guard credential == .applicationPassword else { return }
            state.hasAnswer = false
            state.answers = [:]
        }
    }

    /// Whether the context contains a secret of this kind.
    public func isCredentialSet(_ credential: Credential) -> Bool {
        self.credential(credential) != nil
    }

    /// Invalidates the context: it drops all secrets and proofs, and every later use of it fails.
    public func invalidate() {
        state.withLock { state in
            state.isInvalidated = true
            state.credentials = [:]
            state.answers = [:]
            state.proofs = [:]
        }
    }

    /// Whether the context was invalidated.
    public var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

    /// The answer that the program set in advance, or the user's last answer.
    package func credential(_ credential: Credential) -> SecretBytes? {
        state.withLock { $0.credentials[credential] }
    }

    /// The passwords to try for an item: the one that was right before, then the program's or the
    /// user's last answer.
    func passwords(of item: [UInt8]) -> [SecretBytes] {
        state.withLock { state in
            let last = state.credentials[.applicationPassword]
            return [state.answers[item], last].compactMap { $0 }
        }
    }

    /// Whether the password is the user's answer, possibly for another item, and not the program's.
    var hasAnswer: Bool { state.withLock { $0.hasAnswer } }

    /// Stores the password that the user gave.
    func setAnswer(_ password: SecretBytes) {
        state.withLock { state in
            guard !state.isInvalidated else { return }
            state.credentials[.applicationPassword] = password
            state.hasAnswer = true
        }
    }

    /// Stores that an answer was right for an item; a password of the program is not stored.
    func confirm(_ password: SecretBytes, of item: [UInt8]) {
        state.withLock { if $0.hasAnswer { $0.answers[item] = password } }
    }

    /// Drops the user's answers for an item, which were wrong.
    func dropAnswers(of item: [UInt8]) {
        state.withLock { state in
            state.answers[item] = nil
            guard state.hasAnswer else { return }
            state.credentials[.applicationPassword] = nil
            state.hasAnswer = false
        }
    }

    /// The proof of the user's presence for a keychain.
    ///
    /// - Parameters:
    ///   - type: The type of the proof. The sealing layer defines it; a context only carries it.
    ///   - keychain: The identifier of the keychain.
    /// - Returns: The proof; `nil` if there is none of this type.
    package func proof<Proof: Sendable>(_ type: Proof.Type, towards keychain: [UInt8]) -> Proof? {
        state.withLock { $0.proofs[keychain] as? Proof }
    }

    /// Stores the proof for a keychain, unless the context was invalidated.
    package func setProof(_ proof: some Sendable, towards keychain: [UInt8]) {
        state.withLock { state in
            if !state.isInvalidated { state.proofs[keychain] = proof }
        }
    }
}

/// An object that represents a context, as `LAContext` does.
///
/// It lets two doors cooperate that do not import each other: the class of the one that creates
/// contexts conforms to it, and the one that receives them (`kSecUseAuthenticationContext`) reads
/// it.
package protocol AuthenticationContextHolder: AnyObject {
    /// The context.
    var authenticationContext: AuthenticationContext { get }
}
