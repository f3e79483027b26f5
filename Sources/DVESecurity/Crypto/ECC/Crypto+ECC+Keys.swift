public import AppleVocabulary

extension Crypto.ECC {
    /// A private key on a curve, in memory.
    public struct PrivateKey: ECCPrivateKey, X963Convertible, CustomDebugStringConvertible {
        /// The key as the Security framework has it.
        public let secKey: SecKey

        /// Creates a new key.
        ///
        /// - Parameter curve: The curve.
        /// - Precondition: The system has the curve: on Linux no library offers P-192, and this
        ///   initializer has no room for an error. The one that also stores the key has.
        public init(curve: EllipticCurve) {
            secKey = valid { try .random(.ellipticCurve, bits: curve.sizeInBits) }
        }

        /// The public half.
        public func publicKey() -> PublicKey { valid { try PublicKey(secKey: secKey.publicKey()) } }
    }

    /// A public key on a curve.
    public struct PublicKey: ECCPublicKey, SecKeyConvertible, CustomDebugStringConvertible {
        /// The key as the Security framework has it.
        public let secKey: SecKey

        /// Takes a key of the Security framework.
        ///
        /// - Parameter secKey: A public key on a curve.
        /// - Throws: ``Crypto/KeyError/invalidSecKey`` for any other.
        public init(secKey: SecKey) throws { self.secKey = try secKey.expecting(Self.secKeyClass) }
    }
}

extension Crypto.ECC.PrivateKey: SecKeyConvertible {
    /// Takes a key of the Security framework.
    ///
    /// - Parameter secKey: A private key on a curve.
    /// - Throws: ``Crypto/KeyError/invalidSecKey`` for any other.
    public init(secKey: SecKey) throws { self.secKey = try secKey.expecting(Self.secKeyClass) }
}

// Keys of the Security framework do not change, and its functions may be called from any thread.
extension Crypto.ECC.PrivateKey: @unchecked Sendable {}
extension Crypto.ECC.PublicKey: @unchecked Sendable {}
