public import Foundation

/// A private key on P-256 that never leaves a Secure Enclave.
///
/// On Linux, the token of the keychain's configuration takes its place; without one, every way to
/// get such a key throws.
public protocol ECCSecureEnclaveKey: DefinesSecKeyClass {}

extension ECCSecureEnclaveKey {
    /// A private key on a curve.
    public static var secKeyClass: SecKeyClass { .private(.ellipticCurve) }
}

extension ECCSecureEnclaveKey where Self: ConvertibleToSecKey & CustomDebugStringConvertible {
    /// The type and size of the key.
    public var debugDescription: String { secKey.summary }
}

extension ECCSecureEnclaveKey where Self: ConvertibleToSecKey {
    /// The public half, as a type of the caller's choice.
    ///
    /// - Precondition: The type takes the public half of this key.
    public func publicKey<PK>() -> PK where PK: ECCPublicKey & CreateableFromSecKey {
        valid { try PK(secKey: secKey.publicKey()) }
    }

    /// Decrypts data that was encrypted to the public half; as
    /// ``AsymmetricPrivateKey/decrypt(_:using:)``.
    public func decrypt(
        _ cipherText: some DataProtocol,
        using algorithm: Crypto.ECC.EncryptionAlgorithm
    ) throws -> Data {
        try secKey.decrypt(cipherText, algorithm.secKeyAlgorithm)
    }

    /// Signs a message; as ``AsymmetricPrivateKey/signature(for:algorithm:)``.
    public func signature(
        for data: some DataProtocol,
        algorithm: Crypto.ECC.SignatureAlgorithm
    ) throws -> Data {
        try secKey.sign(data, algorithm.secKeyAlgorithm)
    }
}
