public import Foundation

extension Crypto.ECC {
    /// Encrypts to the owner of a key; as ``ECCPublicKey/encrypt(_:using:)``.
    public static func encrypt(
        _ plainText: some DataProtocol,
        withKey publicKey: some ECCPublicKey & ConvertibleToSecKey,
        algorithm: EncryptionAlgorithm
    ) throws -> Data {
        try publicKey.encrypt(plainText, using: algorithm)
    }

    /// Decrypts what was encrypted to a key; as ``ECCPrivateKey/decrypt(_:using:)``.
    public static func decrypt(
        _ cipherText: some DataProtocol,
        withKey privateKey: some ECCPrivateKey & ConvertibleToSecKey,
        algorithm: EncryptionAlgorithm
    ) throws -> Data {
        try privateKey.decrypt(cipherText, using: algorithm)
    }

    /// Signs a message; as ``ECCPrivateKey/signature(for:algorithm:)``.
    public static func sign(
        _ data: some DataProtocol,
        withKey privateKey: some ECCPrivateKey & ConvertibleToSecKey,
        algorithm: SignatureAlgorithm
    ) throws -> Data {
        try privateKey.signature(for: data, algorithm: algorithm)
    }

    /// Signs a digest.
    ///
    /// - Parameters:
    ///   - digestData: The digest, of exactly the length of its kind.
    ///   - privateKey: The key.
    ///   - algorithm: How it was hashed.
    /// - Returns: The signature in DER; as one of the message.
    /// - Throws: An error with the code `errSecParam` for a digest of another length.
    public static func signDigest(
        _ digestData: Data,
        withKey privateKey: some ECCPrivateKey & ConvertibleToSecKey,
        algorithm: SignatureAlgorithm
    ) throws -> Data {
        try privateKey.secKey.sign(digestData, algorithm.digestAlgorithm)
    }

    /// Whether a signature fits a message; as ``ECCPublicKey/isValidSignature(_:for:algorithm:)``.
    public static func verifySignature(
        _ signature: Data,
        of signedData: some DataProtocol,
        withKey publicKey: some ECCPublicKey & ConvertibleToSecKey,
        algorithm: SignatureAlgorithm
    ) throws -> Bool {
        try publicKey.isValidSignature(signature, for: signedData, algorithm: algorithm)
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
