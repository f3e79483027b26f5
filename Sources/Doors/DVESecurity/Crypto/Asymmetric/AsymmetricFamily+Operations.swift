public import Foundation

extension AsymmetricFamily {
    /// Encrypts to the owner of a key; as ``AsymmetricPublicKey/encrypt(_:using:)``.
    public static func encrypt<PK>(
        _ plainText: some DataProtocol,
        withKey publicKey: PK,
        algorithm: EncryptionAlgorithm
    ) throws -> Data where PK: AsymmetricPublicKey & ConvertibleToSecKey, PK.Family == Self {
        try publicKey.encrypt(plainText, using: algorithm)
    }

    /// Decrypts data that was encrypted to a key; as ``AsymmetricPrivateKey/decrypt(_:using:)``.
    public static func decrypt<PK>(
        _ cipherText: some DataProtocol,
        withKey privateKey: PK,
        algorithm: EncryptionAlgorithm
    ) throws -> Data where PK: AsymmetricPrivateKey & ConvertibleToSecKey, PK.Family == Self {
        try privateKey.decrypt(cipherText, using: algorithm)
    }

    /// Signs a message; as ``AsymmetricPrivateKey/signature(for:algorithm:)``.
    public static func sign<PK>(
        _ data: some DataProtocol,
        withKey privateKey: PK,
        algorithm: MessageSignatureAlgorithm
    ) throws -> Data where PK: AsymmetricPrivateKey & ConvertibleToSecKey, PK.Family == Self {
        try privateKey.signature(for: data, algorithm: algorithm)
    }

    /// Whether a signature fits a message.
    ///
    /// - Parameters:
    ///   - signature: The signature, for curves in DER.
    ///   - signedData: The message.
    ///   - publicKey: The key.
    ///   - algorithm: The algorithm with which it was signed.
    /// - Returns: `false` also for a signature of wrong length or form.
    /// - Throws: ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``.
    public static func verifySignature<PK>(
        _ signature: Data,
        of signedData: some DataProtocol,
        withKey publicKey: PK,
        algorithm: MessageSignatureAlgorithm
    ) throws -> Bool where PK: AsymmetricPublicKey & ConvertibleToSecKey, PK.Family == Self {
        try publicKey.secKey.verify(signature, of: signedData, algorithm.secKeyAlgorithm)
    }
}
