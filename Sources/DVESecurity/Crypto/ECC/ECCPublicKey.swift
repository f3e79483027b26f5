public import Foundation

/// A public key on a curve, which verifies and encrypts.
///
/// The public keys of `P256`, `P384` and `P521` conform to it.
public protocol ECCPublicKey: ECCKey, X963Convertible, DefinesSecKeyClass {}

extension ECCPublicKey {
    /// A public key on a curve.
    public static var secKeyClass: SecKeyClass { .public(.ellipticCurve) }
}

extension ECCPublicKey where Self: ConvertibleToSecKey {
    /// Encrypts to the owner of the key.
    ///
    /// - Parameters:
    ///   - plainText: What only the owner shall read, of any length.
    ///   - algorithm: How.
    /// - Returns: The ciphertext.
    /// - Throws: ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``.
    public func encrypt(
        _ plainText: some DataProtocol,
        using algorithm: Crypto.ECC.EncryptionAlgorithm
    ) throws -> Data {
        try secKey.encrypt(plainText, algorithm.secKeyAlgorithm)
    }

    /// Whether a signature fits a message.
    ///
    /// - Parameters:
    ///   - signature: The signature in DER.
    ///   - data: The message.
    ///   - algorithm: How it was hashed.
    /// - Returns: `false` also for a signature of wrong length or form.
    /// - Throws: ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``.
    public func isValidSignature(
        _ signature: Data,
        for data: some DataProtocol,
        algorithm: Crypto.ECC.SignatureAlgorithm
    ) throws -> Bool {
        try secKey.verify(signature, of: data, algorithm.messageAlgorithm)
    }
}

extension ECCPublicKey where Self: CreateableFromSecKey {
    /// Takes the public half of a private key.
    ///
    /// - Parameter privateKey: The private key.
    /// - Throws: ``Crypto/KeyError/invalidSecKey`` when the key is not what its type says.
    public init(privateKey: some ECCPrivateKey & ConvertibleToSecKey) throws {
        try self.init(secKey: privateKey.secKey.publicKey())
    }

    /// Takes the public half of a key in a Secure Enclave.
    ///
    /// - Parameter secureEnclaveKey: The private key.
    /// - Throws: ``Crypto/AsymmetricCryptoError/failedToGetPublicKey``.
    public init(secureEnclaveKey: some ECCSecureEnclaveKey & ConvertibleToSecKey) throws {
        try self.init(secKey: secureEnclaveKey.secKey.publicKey())
    }
}
