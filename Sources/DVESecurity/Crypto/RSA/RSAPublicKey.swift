public import Foundation

/// A public RSA key, which verifies and encrypts.
public protocol RSAPublicKey: RSAKey, DefinesSecKeyClass {}

extension RSAPublicKey {
    /// A public RSA key.
    public static var secKeyClass: SecKeyClass { .public(.rsa) }
}

extension RSAPublicKey where Self: ConvertibleToSecKey {
    /// Encrypts to the owner of the key.
    ///
    /// - Parameters:
    ///   - plainText: What only the owner shall read.
    ///   - algorithm: How.
    /// - Returns: The ciphertext.
    /// - Throws: ``Crypto/RSAError/invalidDataLength`` for more than
    ///   ``RSAKey/maxPlainTextLength(for:)``,
    ///   ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``.
    public func encrypt(
        _ plainText: some DataProtocol,
        using algorithm: Crypto.RSA.EncryptionAlgorithm
    ) throws -> Data {
        if let most = maxPlainTextLength(for: algorithm), plainText.count > most {
            throw Crypto.RSAError.invalidDataLength
        }
        return try secKey.encrypt(plainText, algorithm.secKeyAlgorithm)
    }

    /// Whether a signature fits a message.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - data: The message.
    ///   - algorithm: How it was signed.
    /// - Returns: `false` also for a signature of wrong length or form.
    /// - Throws: ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``.
    public func isValidSignature(
        _ signature: Data,
        of data: some DataProtocol,
        algorithm: Crypto.RSA.MessageSignatureAlgorithm
    ) throws -> Bool {
        try secKey.verify(signature, of: data, algorithm.secKeyAlgorithm)
    }

    /// Whether a signature fits a digest.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - digest: The digest, of exactly the length of its kind.
    ///   - algorithm: How it was signed.
    /// - Returns: `false` also for a signature of wrong length or form.
    /// - Throws: ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``, or an error with the
    ///   code `errSecParam` for a digest of another length.
    public func isValidDigestSignature(
        _ signature: Data,
        digest: some DataProtocol,
        algorithm: Crypto.RSA.DigestSignatureAlgorithm
    ) throws -> Bool {
        try secKey.verify(signature, of: digest, algorithm.secKeyAlgorithm)
    }
}

extension RSAPublicKey where Self: CreateableFromSecKey {
    /// Takes the public half of a private key.
    ///
    /// - Parameter privateKey: The private key.
    /// - Throws: ``Crypto/KeyError/invalidSecKey`` when the key is not what its type says.
    public init(privateKey: some RSAPrivateKey & ConvertibleToSecKey) throws {
        try self.init(secKey: privateKey.secKey.publicKey())
    }
}
