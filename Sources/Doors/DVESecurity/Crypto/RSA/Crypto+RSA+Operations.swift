public import Foundation

extension Crypto.RSA {
    /// Signs a digest; as ``RSAPrivateKey/digestSignature(for:algorithm:)``.
    public static func signDigest(
        _ digestData: some DataProtocol,
        withKey privateKey: some RSAPrivateKey & ConvertibleToSecKey,
        algorithm: DigestSignatureAlgorithm
    ) throws -> Data {
        try privateKey.digestSignature(for: digestData, algorithm: algorithm)
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
