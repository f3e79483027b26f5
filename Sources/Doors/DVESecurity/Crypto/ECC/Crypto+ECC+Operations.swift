public import Foundation

extension Crypto.ECC {
    /// Signs a digest.
    ///
    /// - Parameters:
    ///   - digestData: The digest, of exactly the length of its kind.
    ///   - privateKey: The key.
    ///   - algorithm: The algorithm, which names the digest's hash function.
    /// - Returns: The signature in DER; as one of the message.
    /// - Throws: An error with the code `errSecParam` for a digest of another length.
    public static func signDigest(
        _ digestData: Data,
        withKey privateKey: some ECCPrivateKey & ConvertibleToSecKey,
        algorithm: SignatureAlgorithm
    ) throws -> Data {
        try privateKey.secKey.sign(digestData, algorithm.digestAlgorithm)
    }
}

extension Crypto.ECC {
    /// Decrypts with a key in a Secure Enclave; as ``ECCSecureEnclaveKey/decrypt(_:using:)``.
    public static func decrypt(
        _ cipherText: some DataProtocol,
        withKey key: some ECCSecureEnclaveKey & ConvertibleToSecKey,
        algorithm: EncryptionAlgorithm
    ) throws -> Data {
        try key.decrypt(cipherText, using: algorithm)
    }

    /// Signs a message with a key in a Secure Enclave; as
    /// ``ECCSecureEnclaveKey/signature(for:algorithm:)``.
    public static func sign(
        _ data: some DataProtocol,
        withKey key: some ECCSecureEnclaveKey & ConvertibleToSecKey,
        algorithm: SignatureAlgorithm
    ) throws -> Data {
        try key.signature(for: data, algorithm: algorithm)
    }

    /// Signs a digest with a key in a Secure Enclave.
    public static func signDigest(
        _ digestData: Data,
        withKey key: some ECCSecureEnclaveKey & ConvertibleToSecKey,
        algorithm: SignatureAlgorithm
    ) throws -> Data {
        try key.secKey.sign(digestData, algorithm.digestAlgorithm)
    }
}
