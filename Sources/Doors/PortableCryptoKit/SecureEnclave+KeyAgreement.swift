public import Crypto
public import KeychainEssentials
internal import PortableKeychain
public import PortableLocalAuthentication
public import PortableSecurity

extension SecureEnclave.P256.KeyAgreement {
    /// A private key that agrees on secrets, and never leaves the token.
    public struct PrivateKey: HPKEDiffieHellmanPrivateKey {
        private let key: EnclaveKey
        /// The public half, which needs no token.
        public let publicKey: Crypto.P256.KeyAgreement.PublicKey

        /// Makes a key; as ``SecureEnclave/P256/Signing/PrivateKey``.
        ///
        /// - Parameters:
        ///   - compactRepresentable: Whether the public half must have a compact form.
        ///   - accessControl: The condition under which the key can be used, and the proofs that it
        ///     requires.
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

        /// Finds a key again; as ``SecureEnclave/P256/Signing/PrivateKey``.
        ///
        /// - Parameters:
        ///   - dataRepresentation: The value of ``dataRepresentation``.
        ///   - authenticationContext: A context with the proofs that the user has given already.
        /// - Throws: `KeychainError`: `undecodable` for other bytes, `itemNotFound` if the item of the
        ///   key was deleted, `unimplemented` where the keychain has no token.
        public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
            try self.init(EnclaveKey(dataRepresentation, authenticationContext))
        }

        private init(_ key: EnclaveKey) throws {
            self.key = key
            publicKey = try Crypto.P256.KeyAgreement.PublicKey(
                x963Representation: EnclaveKey.publicHalf(of: key.material).x963Representation
            )
        }

        /// The bytes by which the key is found again, on this machine only; a secret, as those of
        /// ``SecureEnclave/P256/Signing/PrivateKey``.
        public var dataRepresentation: Data { key.dataRepresentation }

        /// Agrees on a secret.
        ///
        /// - Parameter publicKeyShare: The public key of the other side.
        /// - Returns: The secret, to derive keys from.
        /// - Throws: `KeychainError`: `notAvailable` or `corrupt` without the token that made the
        ///   key, and any error of reading an item that requires its user.
        public func sharedSecretFromKeyAgreement(
            with publicKeyShare: Crypto.P256.KeyAgreement.PublicKey
        ) throws -> SharedSecret {
            let peer = try KeyMaterial(
                externalRepresentation: SecretBytes(publicKeyShare.x963Representation),
                type: .ellipticCurve,
                keyClass: .publicKey
            )
            return try SharedSecret(
                coordinate: key.material.keyExchange(.ecdhKeyExchangeStandard, with: peer)
            )
        }
    }
}

extension SharedSecret {
    /// The secret of the agreement whose point has an x coordinate.
    ///
    /// swift-crypto makes a secret by an agreement only. That of the private key 1 and of a point is
    /// the point itself, so the agreement with either point of this coordinate is the secret.
    ///
    /// - Parameter coordinate: 32 bytes, the x coordinate of a point on P-256.
    /// - Throws: `CryptoKitError` for bytes that are not a coordinate.
    fileprivate init(coordinate: SecretBytes) throws {
        var one = Data(count: 32)
        one[31] = 1
        let compressed = SecretBytes(count: 33) { room in
            room[0] = 2
            let rest = UnsafeMutableRawBufferPointer(rebasing: room[1...])
            coordinate.withUnsafeBytes { rest.copyMemory(from: $0) }
        }
        let point = try compressed.withUnsafeBytes { bytes in
            try Crypto.P256.KeyAgreement.PublicKey(compressedRepresentation: bytes)
        }
        self = try Crypto.P256.KeyAgreement.PrivateKey(rawRepresentation: one)
            .sharedSecretFromKeyAgreement(with: point)
    }
}
