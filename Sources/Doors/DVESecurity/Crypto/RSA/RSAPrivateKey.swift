internal import AppleVocabulary
public import Foundation

/// A private RSA key, which signs and decrypts.
public protocol RSAPrivateKey: RSAKey, AsymmetricPrivateKey {
    /// Creates a new key.
    ///
    /// - Parameter bitCount: The size in bits: 1024 to 8192, a multiple of 128; 2048 is the least
    ///   that is still recommended.
    /// - Throws: An error with the code `errSecParam` for another size.
    init(bitCount: Int) throws
}

extension RSAPrivateKey where Self: PKCS1Convertible {
    /// The public half, as a type of the caller's choice.
    ///
    /// - Precondition: ``PKCS1Convertible/pkcs1Representation`` is a private RSA key, and the type
    ///   takes its public half.
    public func publicKey<PK>() -> PK where PK: RSAPublicKey & PKCS1Convertible {
        valid {
            let key = try privateSecKey().publicKey()
            return try PK(pkcs1Representation: key.externalRepresentation())
        }
    }

    /// The key as the Security framework has it.
    func privateSecKey() throws -> SecKey { try .reading(pkcs1Representation, .private(.rsa)) }
}

extension RSAPrivateKey where Self: ConvertibleToSecKey {
    /// Signs a digest.
    ///
    /// - Parameters:
    ///   - digestData: The digest, of exactly the length of its kind.
    ///   - algorithm: The algorithm with which it was hashed and is signed.
    /// - Returns: The signature, as long as the modulus.
    /// - Throws: ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``, or an error with the
    ///   code `errSecParam` for a digest of another length.
    public func digestSignature(
        for digestData: some DataProtocol,
        algorithm: Crypto.RSA.DigestSignatureAlgorithm
    ) throws -> Data {
        try secKey.sign(digestData, algorithm.secKeyAlgorithm)
    }
}
