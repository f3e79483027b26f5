public import Foundation

/// A public key on a curve, which verifies and encrypts.
///
/// The public keys of `P256`, `P384` and `P521` conform to it.
public protocol ECCPublicKey: ECCKey, X963Convertible, AsymmetricPublicKey {}

extension ECCPublicKey where Self: ConvertibleToSecKey {
    /// Whether a signature fits a message.
    ///
    /// - Parameters:
    ///   - signature: The signature in DER.
    ///   - data: The message.
    ///   - algorithm: The algorithm, which names the digest's hash function.
    /// - Returns: `false` also for a signature of wrong length or form.
    /// - Throws: ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``.
    public func isValidSignature(
        _ signature: Data,
        for data: some DataProtocol,
        algorithm: Crypto.ECC.SignatureAlgorithm
    ) throws -> Bool {
        try secKey.verify(signature, of: data, algorithm.secKeyAlgorithm)
    }
}

extension ECCPublicKey where Self: CreateableFromSecKey {
    /// Takes the public half of a key in a Secure Enclave.
    ///
    /// - Parameter secureEnclaveKey: The private key.
    /// - Throws: ``Crypto/AsymmetricCryptoError/failedToGetPublicKey``.
    public init(secureEnclaveKey: some ECCSecureEnclaveKey & ConvertibleToSecKey) throws {
        try self.init(secKey: secureEnclaveKey.secKey.publicKey())
    }
}
