internal import Foundation
internal import PortableKeychain

/// Asks a keychain to have its user prove something, in the words of `LAContext`.
struct Evaluation: Sendable {
    let context: AuthenticationContext
    let keychain: Keychain

    /// Prepares to ask the current keychain.
    ///
    /// - Throws: ``LAError`` for a context that was given up, ``KeychainError`` where there is no
    ///   keychain.
    init(_ context: AuthenticationContext) throws {
        guard !context.isInvalidated else { throw LAError(.invalidContext) }
        self.context = context
        do throws(KeychainError) {
            keychain = try Keychain.current
        } catch {
            throw error.ofUnavailable
        }
    }

    /// The proof that a policy requires from the user of the keychain.
    ///
    /// - Throws: ``LAError`` for features that are not available here.
    static func constraints(of policy: LAPolicy) throws(LAError) -> AccessControl.Constraints {
        switch policy {
        case .deviceOwnerAuthentication, .deviceOwnerAuthenticationWithWristDetection:
            return .devicePasscode
        case .deviceOwnerAuthenticationWithBiometrics,
            .deviceOwnerAuthenticationWithBiometricsOrCompanion:
            throw LAError(.biometryNotAvailable)
        case .deviceOwnerAuthenticationWithCompanion:
            throw LAError(.companionNotAvailable)
        }
    }

    /// Whether the user could be asked.
    ///
    /// - Throws: ``LAError`` that says why not.
    func check(_ constraints: AccessControl.Constraints) throws {
        do throws(KeychainError) {
            try keychain.canAuthenticate(constraints, in: context)
        } catch {
            throw translated(error)
        }
    }

    /// Asks the user, unless an earlier proof still counts.
    ///
    /// - Throws: ``LAError`` that says why they did not prove it.
    func ask(for constraints: AccessControl.Constraints, reason: String) throws {
        do throws(KeychainError) {
            try keychain.authenticate(constraints, in: context, reason: reason)
        } catch {
            throw translated(error)
        }
    }

    /// A failure as an object, for callers that expect one.
    static func object(_ failure: any Error) -> NSError {
        switch failure {
        case let error as LAError:
            NSError(
                domain: LAError.errorDomain,
                code: error.errorCode,
                userInfo: error.errorUserInfo
            )
        case let error as KeychainError:
            NSError(
                domain: NSOSStatusErrorDomain,
                code: Int(error.status),
                userInfo: [NSLocalizedDescriptionKey: error.reason]
            )
        default: failure as NSError
        }
    }

    private func translated(_ error: KeychainError) -> any Error {
        // Given up from another thread, while the user was asked.
        guard !context.isInvalidated else { return LAError(.appCancel) }
        // A keeper that does not ask its user in advance is not interactive either.
        guard error.code != .unimplemented else { return LAError(.notInteractive) }
        return Self.inWordsOfItsDoor(error)
    }

    /// A failure as an ``LAError``, if there is one that says the same.
    static func inWordsOfItsDoor(_ failure: any Error) -> any Error {
        switch code(of: failure) {
        case .noPasscode: LAError(.passcodeNotSet)
        case .locked, .authenticationRequired, .interactionNotAllowed: LAError(.notInteractive)
        case .userCanceled: LAError(.userCancel)
        case .authenticationFailed: LAError(.authenticationFailed)
        default: failure
        }
    }

    /// The library's code of a failure; functions of keys report theirs in an object.
    private static func code(of failure: any Error) -> KeychainError.Code? {
        if let error = failure as? KeychainError { return error.code }
        let object = failure as NSError
        guard object.domain == NSOSStatusErrorDomain else { return nil }
        return Int32(exactly: object.code).map { .status($0) }
    }
}
