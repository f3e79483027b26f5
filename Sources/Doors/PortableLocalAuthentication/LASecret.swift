public import Foundation
internal import PortableKeychain

/// The secret of a right (``LAPersistedRight/secret``).
public final class LASecret: NSObject, Sendable {
    private let right: LAPersistedRight

    init(_ right: LAPersistedRight) { self.right = right }

    /// Reads the secret.
    ///
    /// - Parameter handler: Called once, on another thread: with the bytes, or with
    ///   ``LAError/Code/notInteractive`` when the right is not authorized, or with
    ///   `KeychainError.Code.itemNotFound` when it was saved without a secret.
    public func loadData(completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
        RightWork.run(handler) { [right] in
            let secret = try right.rights.secret(
                right.identifier,
                in: right.authenticationContext
            )
            return secret.withUnsafeBytes { Data($0) }
        }
    }

    /// The bytes.
    ///
    /// Reading them fails as ``loadData(completion:)`` does.
    public var rawData: Data {
        get async throws { try await RightWork.waiting { loadData(completion: $0) } }
    }
}
