public import Foundation
package import PortableKeychain
internal import Synchronization

/// A permission that its user gives and takes back, such as to see a part of a program.
///
/// ``authorize(localizedReason:)`` asks the user for the passcode of the current keychain, as
/// ``LAContext`` does. A right that is saved in ``LARightStore`` also keeps a key and a secret. One
/// right may be used from several threads.
open class LARight: NSObject, @unchecked Sendable {
    // Sendable: the stored values that change are behind a lock.

    /// Whether a right is given.
    public enum State: Int, Sendable {
        /// The right was not asked for yet.
        case unknown = 0
        /// The user is being asked.
        case authorizing = 1
        /// The right is given.
        case authorized = 2
        /// The right was refused, or taken back.
        case notAuthorized = 3
    }

    private struct Progress {
        var state = State.unknown
        var context = LAContext()
        var tag = 0
    }

    private let progress = Mutex(Progress())
    /// The authentication that the right requires.
    let requirement: LAAuthenticationRequirement

    /// Creates a right for which its user authenticates.
    public override init() { requirement = .default }

    /// Creates a right with a requirement.
    ///
    /// - Parameter requirement: The requirement that authorizes the right.
    public init(requirement: LAAuthenticationRequirement) { self.requirement = requirement }

    /// Whether the right is given.
    open var state: State { progress.withLock { $0.state } }

    /// A number for the program's own use; 0 at first.
    open var tag: Int {
        get { progress.withLock { $0.tag } }
        set { progress.withLock { $0.tag = newValue } }
    }

    /// The context in which the user has proved their identity.
    package var authenticationContext: AuthenticationContext { context.authenticationContext }

    private var context: LAContext { progress.withLock { $0.context } }

    /// Calls code on the keychain whose user is asked.
    func onItsKeychain<R>(_ body: () -> R) -> R { body() }

    /// Asks the user for the right, unless it is given already.
    ///
    /// - Parameters:
    ///   - localizedReason: The reason, for the user.
    ///   - handler: Called once, on another thread, with an ``LAError`` if the right is not given.
    open func authorize(
        localizedReason: String,
        completion handler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let context = progress.withLock { progress in
            progress.state = .authorizing
            return progress.context
        }
        onItsKeychain {
            context.evaluatePolicy(requirement.policy, localizedReason: localizedReason) {
                _,
                error in
                handler(self.end(context, error))
            }
        }
    }

    /// Notes the answer of the user, unless the right was taken back meanwhile.
    private func end(_ context: LAContext, _ error: (any Error)?) -> (any Error)? {
        progress.withLock { progress in
            guard progress.context === context else { return LAError(.appCancel) }
            progress.state = error == nil ? .authorized : .notAuthorized
            return error
        }
    }

    /// Checks that the user could be asked, without asking.
    ///
    /// - Parameter handler: Called once, with an ``LAError`` if the right cannot be given.
    open func checkCanAuthorize(completion handler: @escaping @Sendable ((any Error)?) -> Void) {
        let result = onItsKeychain { Result { try context.check(requirement.policy) } }
        if case .failure(let error) = result { handler(error) } else { handler(nil) }
    }

    /// Takes the right back: earlier proofs of its user no longer count.
    ///
    /// - Parameter handler: Called once, when the right is ``State/notAuthorized``.
    open func deauthorize(completion handler: @escaping @Sendable () -> Void) {
        let spent = progress.withLock { progress in
            let spent = progress.context
            progress.context = LAContext()
            progress.state = .notAuthorized
            return spent
        }
        spent.invalidate()
        handler()
    }
}

extension LARight {
    /// Asks the user for the right, unless it is given already.
    ///
    /// - Parameter localizedReason: The reason, for the user.
    /// - Throws: ``LAError`` that says why the right is not given.
    public func authorize(localizedReason: String) async throws {
        try await RightWork.waiting { handler in
            authorize(localizedReason: localizedReason) { handler((), $0) }
        }
    }

    /// Checks that the user could be asked, without asking.
    ///
    /// - Throws: ``LAError`` that says why the right cannot be given.
    public func checkCanAuthorize() async throws {
        try await RightWork.waiting { handler in checkCanAuthorize { handler((), $0) } }
    }

    /// Takes the right back: earlier proofs of its user no longer count.
    public func deauthorize() async {
        await withCheckedContinuation { continuation in
            deauthorize { continuation.resume() }
        }
    }
}
