internal import AppleVocabulary
public import Foundation

/// A private key in memory, which signs and decrypts.
public protocol AsymmetricPrivateKey: AsymmetricKey, DefinesSecKeyClass {}

extension AsymmetricPrivateKey {
    /// A private key of the family.
    public static var secKeyClass: SecKeyClass { .private(Family.secKeyType) }
}

extension AsymmetricPrivateKey where Self: ConvertibleToSecKey {
    /// The public half, as a type of the caller's choice.
    ///
    /// - Precondition: The type takes the public half of this key.
    public func publicKey<PK>() -> PK
    where PK: AsymmetricPublicKey & CreateableFromSecKey, PK.Family == Family {
        valid { try PK(secKey: secKey.publicKey()) }
    }

    /// Decrypts data that was encrypted to the public half.
    ///
    /// - Parameters:
    ///   - cipherText: The ciphertext.
    ///   - algorithm: The algorithm with which it was encrypted.
    /// - Returns: The plaintext.
    /// - Throws: ``Crypto/RSAError/invalidDataLength`` for more than ``RSAKey/blockSize`` where
    ///   the plaintext has a limit,
    ///   ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``, or an error with the code
    ///   `errSecParam` for a ciphertext that was changed or made for another key.
    public func decrypt(
        _ cipherText: some DataProtocol,
        using algorithm: Family.EncryptionAlgorithm
    ) throws -> Data {
        if maxPlainTextLength(for: algorithm) != nil,
            cipherText.count > SecKeyGetBlockSize(secKey)
        {
            throw Crypto.RSAError.invalidDataLength
        }
        return try secKey.decrypt(cipherText, algorithm.secKeyAlgorithm)
    }

    /// Signs a message.
    ///
    /// - Parameters:
    ///   - data: The message, of any length.
    ///   - algorithm: The algorithm with which it is hashed and signed.
    /// - Returns: The signature: for RSA as long as the modulus, for curves in DER and another each
    ///   time.
    /// - Throws: ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``.
    public func signature(
        for data: some DataProtocol,
        algorithm: Family.MessageSignatureAlgorithm
    ) throws -> Data {
        try secKey.sign(data, algorithm.secKeyAlgorithm)
    }
}
