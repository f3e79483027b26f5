public import Foundation

extension Crypto.RSA {
    /// Encrypts to the owner of a key; as ``RSAPublicKey/encrypt(_:using:)``.
    public static func encrypt(
        _ plainText: some DataProtocol,
        withKey publicKey: some RSAPublicKey & ConvertibleToSecKey,
        algorithm: EncryptionAlgorithm
    ) throws -> Data {
        try publicKey.encrypt(plainText, using: algorithm)
    }

    /// Decrypts what was encrypted to a key; as ``RSAPrivateKey/decrypt(_:using:)``.
    public static func decrypt(
        _ cipherText: some DataProtocol,
        withKey privateKey: some RSAPrivateKey & ConvertibleToSecKey,
        algorithm: EncryptionAlgorithm
    ) throws -> Data {
        try privateKey.decrypt(cipherText, using: algorithm)
    }

    /// Signs a message; as ``RSAPrivateKey/signature(for:algorithm:)``.
    public static func sign(
        _ data: some DataProtocol,
        withKey privateKey: some RSAPrivateKey & ConvertibleToSecKey,
        algorithm: MessageSignatureAlgorithm
    ) throws -> Data {
        try privateKey.signature(for: data, algorithm: algorithm)
    }

    /// Signs a digest; as ``RSAPrivateKey/digestSignature(for:algorithm:)``.
    public static func signDigest(
        _ digestData: some DataProtocol,
        withKey privateKey: some RSAPrivateKey & ConvertibleToSecKey,
        algorithm: DigestSignatureAlgorithm
    ) throws -> Data {
        try privateKey.digestSignature(for: digestData, algorithm: algorithm)
    }

    /// Whether a signature fits a message; as ``RSAPublicKey/isValidSignature(_:of:algorithm:)``.
    public static func verifySignature(
        _ signature: Data,
        of signedData: some DataProtocol,
        withKey publicKey: some RSAPublicKey & ConvertibleToSecKey,
        algorithm: MessageSignatureAlgorithm
    ) throws -> Bool {
        try publicKey.isValidSignature(signature, of: signedData, algorithm: algorithm)
    }

    /// Whether a signature fits a digest; as
    /// ``RSAPublicKey/isValidDigestSignature(_:digest:algorithm:)``.
    public static func verifyDigestSignature(
        _ signature: Data,
        of signedDigestData: some DataProtocol,
        withKey publicKey: some RSAPublicKey & ConvertibleToSecKey,
        algorithm: DigestSignatureAlgorithm
    ) throws -> Bool {
        try publicKey.isValidDigestSignature(
            signature,
            digest: signedDigestData,
            algorithm: algorithm
        )
    }
}
