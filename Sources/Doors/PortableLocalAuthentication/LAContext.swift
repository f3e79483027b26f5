public import Foundation
package import PortableKeychain

/// The place in which a function puts an error; `nil` if the caller does not want it.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// A context in which the user authenticates before the program requests items.
///
/// Evaluate a policy or a protection with it, and pass it under `kSecUseAuthenticationContext`:
/// what its user proved then counts for items as well. With ``interactionNotAllowed``, items that
/// need their user fail with `errSecInteractionNotAllowed` instead of asking. It works on the
/// current keychain, whose host decides how users are asked. One context may be used from several
/// threads.
open class LAContext: NSObject, @unchecked Sendable {
    // Sendable: the only stored value is, and it never changes.
    package let authenticationContext = AuthenticationContext()

    /// Creates a context that allows interaction.
    public override init() {}

    /// Whether the user may not be asked; `false` at first.
    open var interactionNotAllowed: Bool {
        get { authenticationContext.interactionNotAllowed }
        set { authenticationContext.interactionNotAllowed = newValue }
    }

    /// The reason, for the user, to ask; empty at first.
    open var localizedReason: String {
        get { authenticationContext.reason }
        set { authenticationContext.reason = newValue }
    }

    /// The title of the button that offers another way, or `nil` for the usual one.
    open var localizedFallbackTitle: String? {
        get { authenticationContext.fallbackTitle }
        set { authenticationContext.fallbackTitle = newValue }
    }

    /// The title of the button that gives up, or `nil` for the usual one.
    open var localizedCancelTitle: String? {
        get { authenticationContext.cancelTitle }
        set { authenticationContext.cancelTitle = newValue }
    }

    /// The time for which one proof counts again, in seconds: at most
    /// ``LATouchIDAuthenticationMaximumAllowableReuseDuration``, 0 at first.
    open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
        get { authenticationContext.reuseDuration }
        set {
            authenticationContext.reuseDuration = min(
                max(newValue, 0),
                LATouchIDAuthenticationMaximumAllowableReuseDuration
            )
        }
    }

    /// The biometry of the device: none.
    open var biometryType: LABiometryType { .none }

    /// The enrolled biometry: none.
    open var domainState: LADomainState { LADomainState() }

    /// Identifies the enrolled biometry: always `nil`, because biometry is not available.
    open var evaluatedPolicyDomainState: Data? { nil }

    /// Invalidates the context: every later use of it fails.
    open func invalidate() { authenticationContext.invalidate() }

    // MARK: - Policies

    /// Whether a policy can be evaluated now.
    ///
    /// - Parameters:
    ///   - policy: The required user authentication.
    ///   - error: Receives an ``LAError`` as an `NSError` when the answer is `false`; may be `nil`.
    /// - Returns: Whether the user has a passcode, and an authenticator can ask for it.
    open func canEvaluatePolicy(
        _ policy: LAPolicy,
        error: NSErrorPointer
    ) -> Bool {
        do {
            try check(policy)
            return true
        } catch let failure {
            error?.pointee = Evaluation.object(failure)
            return false
        }
    }

    /// Whether a policy can be evaluated now.
    ///
    /// - Throws: ``LAError`` that says why not.
    func check(_ policy: LAPolicy) throws {
        let evaluation = try Evaluation(authenticationContext)
        try evaluation.check(Evaluation.constraints(of: policy))
    }

    /// Asks the user to satisfy a policy.
    ///
    /// - Parameters:
    ///   - policy: The required user authentication.
    ///   - localizedReason: The reason, for the user.
    ///   - reply: Called once, on another thread: with `true`, or with `false` and an ``LAError``.
    open func evaluatePolicy(
        _ policy: LAPolicy,
        localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        evaluate(localizedReason, reply) { try Evaluation.constraints(of: policy) }
    }

    /// Asks the user to satisfy a policy.
    ///
    /// - Parameters:
    ///   - policy: The required user authentication.
    ///   - localizedReason: The reason, for the user.
    /// - Returns: `true`.
    /// - Throws: ``LAError`` that says why the user did not prove it.
    @discardableResult
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            evaluatePolicy(policy, localizedReason: localizedReason) { success, error in
                continuation.resume(with: error.map { .failure($0) } ?? .success(success))
            }
        }
    }

    // MARK: - Protections

    /// Asks the user for the proofs that a protection demands.
    ///
    /// - Parameters:
    ///   - accessControl: A `SecAccessControl`; for any other object the answer is
    ///     `KeychainError.Code.invalidParameter`.
    ///   - operation: The operation; all operations require the same authentication here.
    ///   - localizedReason: The reason, for the user.
    ///   - reply: Called once, on another thread: with `true`, or with `false` and an ``LAError``.
    open func evaluateAccessControl(
        _ accessControl: AnyObject,
        operation: LAAccessControlOperation,
        localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        // Not its class: any object may come, and the library names what is wanted of it.
        let control = (accessControl as? any AccessControlHolder)?.accessControl
        evaluate(localizedReason, reply) {
            guard let control else { throw KeychainError(.invalidParameter) }
            return control.constraints ?? []
        }
    }

    /// Asks the user for the proofs that a protection demands.
    ///
    /// - Parameters:
    ///   - accessControl: A `SecAccessControl`; for any other object the answer is
    ///     `KeychainError.Code.invalidParameter`.
    ///   - operation: The operation; all operations require the same authentication here.
    ///   - localizedReason: The reason, for the user.
    /// - Returns: `true`.
    /// - Throws: ``LAError`` that says why the user did not prove it.
    @discardableResult
    open func evaluateAccessControl(
        _ accessControl: any AnyObject & Sendable,
        operation: LAAccessControlOperation,
        localizedReason: String
    ) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            evaluateAccessControl(
                accessControl,
                operation: operation,
                localizedReason: localizedReason
            ) { success, error in
                continuation.resume(with: error.map { .failure($0) } ?? .success(success))
            }
        }
    }

    // MARK: - Credentials

    /// Provides the proof for which the user would otherwise be asked.
    ///
    /// - Parameters:
    ///   - credential: The bytes; `nil` takes them back.
    ///   - type: The type.
    /// - Returns: Whether the type is of use: a password of the application is.
    @discardableResult
    open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
        guard type == .applicationPassword else { return false }
        let secret = credential.map { SecretBytes(copying: $0) }
        authenticationContext.setCredential(secret, for: .applicationPassword)
        return true
    }

    /// Whether a credential was given.
    open func isCredentialSet(_ type: LACredentialType) -> Bool {
        type == .applicationPassword
            && authenticationContext.isCredentialSet(.applicationPassword)
    }

    private func evaluate(
        _ reason: String,
        _ reply: @escaping @Sendable (Bool, (any Error)?) -> Void,
        _ constraints: () throws -> AccessControl.Constraints
    ) {
        // The current keychain is that of the caller's task, so it is found before the thread
        // changes; the user is asked after, because they may take their time.
        let prepared = Result {
            (try Evaluation(authenticationContext), try constraints())
        }
        BackgroundThreads.shared.run {
            do {
                let (evaluation, constraints) = try prepared.get()
                try evaluation.ask(for: constraints, reason: reason)
                reply(true, nil)
            } catch {
                reply(false, error)
            }
        }
    }
}

extension LAContext: AuthenticationContextHolder {}
