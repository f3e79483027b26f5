public import AppleVocabulary

extension Crypto.ECC {
    /// A private key on a curve, in memory.
    public struct PrivateKey: ECCPrivateKey, X963Convertible, CustomDebugStringConvertible {
        /// The key as the Security framework has it.
        public let secKey: SecKey

        /// Creates a new key on a curve that every system has.
        ///
        /// - Parameter curve: The curve.
        public init(curve: CommonCurve) {
            secKey = valid { try .random(.ellipticCurve, bits: curve.curve.sizeInBits) }
        }

        /// Creates a new key.
        ///
        /// - Parameter curve: The curve.
        /// - Throws: An error with the code `errSecParam` for a curve that the system does not have, as
        ///   P-192 on Linux.
        @_disfavoredOverload
        public init(curve: EllipticCurve) throws {
            // A literal such as `.p256` means the other initializer, as in code that needs no `try`.
            secKey = try .random(.ellipticCurve, bits: curve.sizeInBits)
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
    /// - Parameter secKey: A private key on a curve, in memory.
    /// - Throws: ``Crypto/KeyError/invalidSecKey`` for any other, such as one in a Secure Enclave,
    ///   which has no bytes: that is a ``Crypto/ECC/SecureEnclaveKey``.
    public init(secKey: SecKey) throws {
        let key = try secKey.expecting(Self.secKeyClass)
        guard !key.isInSecureEnclave else { throw Crypto.KeyError.invalidSecKey }
        self.secKey = key
    }
}

// Keys of the Security framework do not change, and its functions may be called from any thread.
extension Crypto.ECC.PrivateKey: @unchecked Sendable {}
extension Crypto.ECC.PublicKey: @unchecked Sendable {}
