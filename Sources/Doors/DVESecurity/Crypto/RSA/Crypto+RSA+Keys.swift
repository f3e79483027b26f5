public import AppleVocabulary

extension Crypto.RSA {
    /// A private RSA key in memory.
    public struct PrivateKey: RSAPrivateKey {
        /// The key as the Security framework has it.
        public let secKey: SecKey

        /// Creates a new key.
        ///
        /// - Parameter bitCount: The size in bits: 1024 to 8192, a multiple of 128; 2048 is the
        ///   least that is still recommended.
        /// - Throws: An error with the code `errSecParam` for another size.
        public init(bitCount: Int) throws { secKey = try .random(.rsa, bits: bitCount) }

        /// The public half.
        public func publicKey() -> PublicKey { valid { try PublicKey(secKey: secKey.publicKey()) } }
    }

    /// A public RSA key.
    public struct PublicKey: RSAPublicKey {
        /// The key as the Security framework has it.
        public let secKey: SecKey

        /// Takes a key of the Security framework.
        ///
        /// - Parameter secKey: A public RSA key.
        /// - Throws: ``Crypto/KeyError/invalidSecKey`` for any other.
        public init(secKey: SecKey) throws { self.secKey = try secKey.expecting(Self.secKeyClass) }
    }
}

extension Crypto.RSA.PrivateKey: PKCS1Convertible, SecKeyConvertible, CustomDebugStringConvertible {
    /// Takes a key of the Security framework.
    ///
    /// - Parameter secKey: A private RSA key.
    /// - Throws: ``Crypto/KeyError/invalidSecKey`` for any other.
    public init(secKey: SecKey) throws { self.secKey = try secKey.expecting(Self.secKeyClass) }
}

extension Crypto.RSA.PublicKey: PKCS1Convertible, X509Convertible, SecKeyConvertible,
    CustomDebugStringConvertible
{}

// Keys of the Security framework do not change, and its functions may be called from any thread.
extension Crypto.RSA.PrivateKey: @unchecked Sendable {}
extension Crypto.RSA.PublicKey: @unchecked Sendable {}
