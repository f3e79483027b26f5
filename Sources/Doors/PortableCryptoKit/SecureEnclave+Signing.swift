public import Crypto
public import KeychainEssentials
internal import PortableKeychain
public import PortableLocalAuthentication
public import PortableSecurity

extension SecureEnclave.P256.Signing {
    /// A private key that signs, and never leaves the token.
    public struct PrivateKey: Sendable {
        private let key: EnclaveKey
        /// The public half, which needs no token.
        public let publicKey: Crypto.P256.Signing.PublicKey

        /// Makes a key.
        ///
        /// - Parameters:
        ///   - compactRepresentable: Whether the public half must have a compact form; that takes two
        ///     attempts on average.
        ///   - accessControl: The condition under which the key can be used, and the proofs that it
        ///     requires. A key that requires a proof is stored as an item of the current keychain,
        ///     which enforces it. A key without such a requirement is not stored anywhere.
        ///   - authenticationContext: A context with the proofs that the user has given already.
        /// - Throws: `KeychainError`: `unimplemented` where the keychain has no token,
        ///   `notAvailable` when it cannot be used, and any error of storing an item.
        public init(
            compactRepresentable: Bool = true,
            accessControl: SecAccessControl? = nil,
            authenticationContext: LAContext? = nil
        ) throws {
            try self.init(
                EnclaveKey(
                    isCompact: compactRepresentable,
                    accessControl,
                    authenticationContext
                )
            )
        }

        /// Finds a key again.
        ///
        /// - Parameters:
        ///   - dataRepresentation: The value of ``dataRepresentation``.
        ///   - authenticationContext: A context with the proofs that the user has given already.
        /// - Throws: `KeychainError`: `undecodable` for other bytes, `itemNotFound` if the item of the
        ///   key was deleted, `unimplemented` where the keychain has no token. Whether the token has
        ///   made the key shows at its first use.
        public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
            try self.init(EnclaveKey(dataRepresentation, authenticationContext))
        }

        private init(_ key: EnclaveKey) throws {
            self.key = key
            publicKey = try EnclaveKey.publicHalf(of: key.material)
        }

        /// The bytes by which the key is found again, on this machine only.
        ///
        /// They are a secret of a key that is not stored: a program with them and the token can use the
        /// key. Keep them in the keychain, as a password.
        public var dataRepresentation: Data { key.dataRepresentation }

        /// Signs a message, hashed with SHA-256.
        ///
        /// - Parameter data: The message.
        /// - Returns: The signature.
        /// - Throws: The same errors as ``signature(for:)-(Digest)``.
        public func signature(
            for data: some DataProtocol
        ) throws -> Crypto.P256.Signing.ECDSASignature {
            try signature(for: SHA256.hash(data: data))
        }

        /// Signs a digest.
        ///
        /// - Parameter digest: The digest.
        /// - Returns: The signature.
        /// - Throws: `KeychainError`: `notAvailable` or `corrupt` without the token that made the
        ///   key, and any error of reading an item that requires its user.
        public func signature(
            for digest: some Digest
        ) throws -> Crypto.P256.Signing.ECDSASignature {
            try Crypto.P256.Signing.ECDSASignature(
                derRepresentation: Data(
                    key.material.sign(Array(digest), .ecdsaSignatureDigestX962)
                )
            )
        }
    }
}
