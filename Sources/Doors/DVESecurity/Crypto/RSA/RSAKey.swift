internal import AppleVocabulary
public import Foundation

/// A public or private RSA key.
public protocol RSAKey: AsymmetricKey where Family == Crypto.RSA {
    /// The length of the modulus in bytes.
    var blockSize: Int { get }
}

extension RSAKey where Self: ConvertibleToSecKey {
    /// The length of the modulus in bytes.
    public var blockSize: Int { SecKeyGetBlockSize(secKey) }

    /// The key in PKCS #1; a copy, which nothing zeroes.
    ///
    /// - Precondition: The key is in memory, not in hardware.
    public var pkcs1Representation: Data { valid { try secKeyExternalRepresentation() } }

    /// The most plaintext that the key encrypts at once; `nil` for any length.
    public func maxPlainTextLength(for algorithm: Crypto.RSA.EncryptionAlgorithm) -> Int? {
        algorithm.capacity(ofBlock: blockSize)
    }
}

extension RSAKey where Self: CreateableFromSecKey & DefinesSecKeyClass {
    /// Reads a key in PKCS #1.
    ///
    /// - Parameter pkcs1Representation: The DER.
    /// - Throws: An error with the code `errSecParam` if the bytes are not a valid key of this
    ///   type.
    public init(pkcs1Representation: some ContiguousBytes) throws {
        try self.init(secKey: .reading(pkcs1Representation, Self.secKeyClass))
    }
}
