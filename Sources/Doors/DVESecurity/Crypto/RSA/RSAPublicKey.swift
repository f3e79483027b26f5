public import Foundation

/// A public RSA key, which verifies and encrypts.
public protocol RSAPublicKey: RSAKey, AsymmetricPublicKey {}

extension RSAPublicKey where Self: ConvertibleToSecKey {
    /// Whether a signature fits a message.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - data: The message.
    ///   - algorithm: The algorithm with which it was signed.
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
    ///   - algorithm: The algorithm with which it was signed.
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
