public import Foundation
internal import PortableKeychain

/// Keeps rights in the current keychain, each with a key and possibly a secret.
///
/// ```swift
/// import Foundation
///
/// let right = try await LARightStore.shared.saveRight(
///     LARight(),
///     identifier: "access-token",
///     secret: Data("s3cret".utf8)
/// )
/// try await right.authorize(localizedReason: "to reach the server")
/// let secret = try await right.secret.rawData
/// ```
public final class LARightStore: NSObject, Sendable {
    /// The store, which uses the keychain that is current at each call.
    public static let shared = LARightStore()

    private override init() {}

    /// Does work on the rights of the keychain that is current for the caller.
    private func run<R>(
        _ handler: @escaping RightWork.Handler<R>,
        _ body: @escaping @Sendable (KeychainRights) throws -> R
    ) {
        let keychain = Result { try Keychain.current }
        RightWork.run(handler) { try body(KeychainRights(keychain.get())) }
    }

    // MARK: - Finding

    /// Finds a right, without asking the user.
    ///
    /// - Parameters:
    ///   - identifier: The name of the right.
    ///   - handler: Called once, on another thread: with the right, which is not authorized, or with
    ///     `KeychainError.Code.itemNotFound`.
    public func right(
        forIdentifier identifier: String,
        completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
    ) {
        run(handler) { try LAPersistedRight(identifier, of: $0) }
    }

    /// Finds a right, without asking the user.
    ///
    /// - Parameter identifier: The name of the right.
    /// - Returns: The right, which is not authorized.
    /// - Throws: `KeychainError.Code.itemNotFound` when there is none of this name.
    public func right(forIdentifier identifier: String) async throws -> LAPersistedRight {
        try await RightWork.waiting { right(forIdentifier: identifier, completion: $0) }
    }

    // MARK: - Saving

    /// Saves a right with a new key.
    ///
    /// - Parameters:
    ///   - right: The right, whose requirement the new one has.
    ///   - identifier: The name of the right.
    ///   - handler: Called once, on another thread: with the saved right, which is not authorized, or
    ///     with `KeychainError.Code.duplicateItem` when there is one of this name, or with
    ///     ``LAError/Code/biometryNotAvailable`` for a right that demands biometry, or with
    ///     ``LAError/Code/passcodeNotSet`` in a keychain without a passcode.
    public func saveRight(
        _ right: LARight,
        identifier: String,
        completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
    ) {
        save(right, identifier, nil, handler)
    }

    /// Saves a right with a new key.
    ///
    /// - Parameters:
    ///   - right: The right, whose requirement the new one has.
    ///   - identifier: The name of the right.
    /// - Returns: The saved right, which is not authorized.
    /// - Throws: `KeychainError.Code.duplicateItem` when there is a right of this name,
    ///   ``LAError/Code/biometryNotAvailable`` for a right that demands biometry,
    ///   ``LAError/Code/passcodeNotSet`` in a keychain without a passcode.
    public func saveRight(_ right: LARight, identifier: String) async throws -> LAPersistedRight {
        try await RightWork.waiting { save(right, identifier, nil, $0) }
    }

    /// Saves a right with a new key and a secret.
    ///
    /// - Parameters:
    ///   - right: The right, whose requirement the new one has.
    ///   - identifier: The name of the right.
    ///   - secret: The secret.
    ///   - handler: The same as for ``saveRight(_:identifier:completion:)``.
    public func saveRight(
        _ right: LARight,
        identifier: String,
        secret: Data,
        completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
    ) {
        save(right, identifier, secret, handler)
    }

    /// Saves a right with a new key and a secret.
    ///
    /// - Parameters:
    ///   - right: The right, whose requirement the new one has.
    ///   - identifier: The name of the right.
    ///   - secret: The secret.
    /// - Returns: The saved right, which is not authorized.
    /// - Throws: The same errors as ``saveRight(_:identifier:)``.
    public func saveRight(
        _ right: LARight,
        identifier: String,
        secret: Data
    ) async throws -> LAPersistedRight {
        try await RightWork.waiting { save(right, identifier, secret, $0) }
    }

    private func save(
        _ right: LARight,
        _ identifier: String,
        _ secret: Data?,
        _ handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
    ) {
        let bytes = secret.map { SecretBytes(copying: $0) }
        let requirement = right.requirement
        run(handler) { rights in
            // A right that could never be authorized is not saved.
            _ = try Evaluation.constraints(of: requirement.policy)
            try rights.save(identifier, secret: bytes)
            return try LAPersistedRight(identifier, of: rights)
        }
    }

    // MARK: - Removing

    /// Removes a right with its key and its secret.
    ///
    /// - Parameters:
    ///   - right: The right.
    ///   - handler: Called once, on another thread, with an error unless the right was removed.
    public func removeRight(
        _ right: LAPersistedRight,
        completion handler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        RightWork.run({ handler($1) }) { try right.rights.remove(right.identifier) }
    }

    /// Removes a right with its key and its secret.
    ///
    /// - Parameter right: The right.
    /// - Throws: `KeychainError.Code.itemNotFound` when it is no longer there.
    public func removeRight(_ right: LAPersistedRight) async throws {
        try await RightWork.waiting { handler in removeRight(right) { handler((), $0) } }
    }

    /// Removes a right with its key and its secret.
    ///
    /// - Parameters:
    ///   - identifier: The name of the right.
    ///   - handler: Called once, on another thread, with an error unless the right was removed.
    public func removeRight(
        forIdentifier identifier: String,
        completion handler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        run({ handler($1) }) { try $0.remove(identifier) }
    }

    /// Removes a right with its key and its secret.
    ///
    /// - Parameter identifier: The name of the right.
    /// - Throws: `KeychainError.Code.itemNotFound` when there is none of this name.
    public func removeRight(forIdentifier identifier: String) async throws {
        try await RightWork.waiting { handler in
            removeRight(forIdentifier: identifier) { handler((), $0) }
        }
    }

    /// Removes all rights that the program saved.
    ///
    /// - Parameter handler: Called once, on another thread, with an error unless all were removed.
    public func removeAllRights(completion handler: @escaping @Sendable ((any Error)?) -> Void) {
        run({ handler($1) }) { try $0.removeAll() }
    }

    /// Removes all rights that the program saved; there may be none.
    ///
    /// - Throws: An error unless all were removed.
    public func removeAllRights() async throws {
        try await RightWork.waiting { handler in removeAllRights { handler((), $0) } }
    }
}
