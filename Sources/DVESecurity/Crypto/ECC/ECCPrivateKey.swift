public import AppleVocabulary
public import Foundation

/// A private key on a curve, which signs and decrypts.
///
/// The private keys of `P256`, `P384` and `P521` conform to it.
public protocol ECCPrivateKey: ECCKey, DefinesSecKeyClass {}

extension ECCPrivateKey {
    /// A private key on a curve.
    public static var secKeyClass: SecKeyClass { .private(.ellipticCurve) }
}

extension ECCPrivateKey where Self: ConvertibleToSecKey {
    /// The public half, as a type of the caller's choice.
    ///
    /// - Precondition: The type takes the public half of this key.
    public func publicKey<PK>() -> PK where PK: ECCPublicKey & CreateableFromSecKey {
        valid { try PK(secKey: secKey.publicKey()) }
    }

    /// Decrypts what was encrypted to the public half.
    ///
    /// - Parameters:
    ///   - cipherText: The ciphertext.
    ///   - algorithm: How it was encrypted.
    /// - Returns: The plaintext.
    /// - Throws: ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``, or an error with the
    ///   code `errSecParam` for a ciphertext that was changed or made for another key.
    public func decrypt(
        _ cipherText: some DataProtocol,
        using algorithm: Crypto.ECC.EncryptionAlgorithm
    ) throws -> Data {
        try secKey.decrypt(cipherText, algorithm.secKeyAlgorithm)
    }

    /// Signs a message.
    ///
    /// - Parameters:
    ///   - data: The message, of any length.
    ///   - algorithm: How it is hashed.
    /// - Returns: The signature in DER, which is another each time.
    /// - Throws: ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``.
    public func signature(
        for data: some DataProtocol,
        algorithm: Crypto.ECC.SignatureAlgorithm
    ) throws -> Data {
        try secKey.sign(data, algorithm.messageAlgorithm)
    }
}

extension ECCPrivateKey where Self: SecKeyConvertible & X963Convertible {
    /// Takes a key of the Security framework, for types that are made of bytes.
    ///
    /// - Parameter secKey: A private key on the curve of this type.
    /// - Throws: ``Crypto/KeyError/invalidSecKey`` for any other.
    public init(secKey: SecKey) throws {
        let bytes = Crypto.KeyData(
            transferFrom: NSMutableData(
                data: try secKey.expecting(Self.secKeyClass).externalRepresentation()
            )
        )
        do { try self.init(x963Representation: bytes) } catch {
            throw Crypto.KeyError.invalidSecKey
        }
    }
}
