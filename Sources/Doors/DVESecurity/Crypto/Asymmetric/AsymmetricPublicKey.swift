internal import AppleVocabulary
public import Foundation

/// A public key, which verifies and encrypts.
public protocol AsymmetricPublicKey: AsymmetricKey, DefinesSecKeyClass {}

extension AsymmetricPublicKey {
    /// A public key of the family.
    public static var secKeyClass: SecKeyClass { .public(Family.secKeyType) }
}

extension AsymmetricPublicKey where Self: ConvertibleToSecKey {
    /// Encrypts to the owner of the key.
    ///
    /// - Parameters:
    ///   - plainText: The data to encrypt.
    ///   - algorithm: The algorithm.
    /// - Returns: The ciphertext.
    /// - Throws: ``Crypto/RSAError/invalidDataLength`` for more than
    ///   ``AsymmetricKey/maxPlainTextLength(for:)``,
    ///   ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``.
    public func encrypt(
        _ plainText: some DataProtocol,
        using algorithm: Family.EncryptionAlgorithm
    ) throws -> Data {
        if let most = maxPlainTextLength(for: algorithm), plainText.count > most {
            throw Crypto.RSAError.invalidDataLength
        }
        return try secKey.encrypt(plainText, algorithm.secKeyAlgorithm)
    }
}

extension AsymmetricPublicKey where Self: CreateableFromSecKey {
    /// Takes the public half of a private key.
    ///
    /// - Parameter privateKey: The private key.
    /// - Throws: ``Crypto/KeyError/invalidSecKey`` when the key has another type.
    public init<PK>(privateKey: PK) throws
    where PK: AsymmetricPrivateKey & ConvertibleToSecKey, PK.Family == Family {
        try self.init(secKey: privateKey.secKey.publicKey())
    }
}
