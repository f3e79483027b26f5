// RSA signatures (RFC 8017), under their names in C.

/// RSA without padding or digest: the caller pads.
public let kSecKeyAlgorithmRSASignatureRaw: SecKeyAlgorithm = .rsaSignatureRaw
/// RSA PKCS #1 v1.5 over bytes that name no digest.
public let kSecKeyAlgorithmRSASignatureDigestPKCS1v15Raw: SecKeyAlgorithm =
    .rsaSignatureDigestPKCS1v15Raw
/// RSA PKCS #1 v1.5 over a given SHA-1 digest.
public let kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA1: SecKeyAlgorithm =
    .rsaSignatureDigestPKCS1v15SHA1
/// RSA PKCS #1 v1.5 over a given SHA-224 digest.
public let kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA224: SecKeyAlgorithm =
    .rsaSignatureDigestPKCS1v15SHA224
/// RSA PKCS #1 v1.5 over a given SHA-256 digest.
public let kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA256: SecKeyAlgorithm =
    .rsaSignatureDigestPKCS1v15SHA256
/// RSA PKCS #1 v1.5 over a given SHA-384 digest.
public let kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA384: SecKeyAlgorithm =
    .rsaSignatureDigestPKCS1v15SHA384
/// RSA PKCS #1 v1.5 over a given SHA-512 digest.
public let kSecKeyAlgorithmRSASignatureDigestPKCS1v15SHA512: SecKeyAlgorithm =
    .rsaSignatureDigestPKCS1v15SHA512
/// RSA PKCS #1 v1.5 over a message, hashed with SHA-1.
public let kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA1: SecKeyAlgorithm =
    .rsaSignatureMessagePKCS1v15SHA1
/// RSA PKCS #1 v1.5 over a message, hashed with SHA-224.
public let kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA224: SecKeyAlgorithm =
    .rsaSignatureMessagePKCS1v15SHA224
/// RSA PKCS #1 v1.5 over a message, hashed with SHA-256.
public let kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA256: SecKeyAlgorithm =
    .rsaSignatureMessagePKCS1v15SHA256
/// RSA PKCS #1 v1.5 over a message, hashed with SHA-384.
public let kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA384: SecKeyAlgorithm =
    .rsaSignatureMessagePKCS1v15SHA384
/// RSA PKCS #1 v1.5 over a message, hashed with SHA-512.
public let kSecKeyAlgorithmRSASignatureMessagePKCS1v15SHA512: SecKeyAlgorithm =
    .rsaSignatureMessagePKCS1v15SHA512
/// RSA PSS over a given SHA-1 digest.
public let kSecKeyAlgorithmRSASignatureDigestPSSSHA1: SecKeyAlgorithm = .rsaSignatureDigestPSSSHA1
/// RSA PSS over a given SHA-224 digest.
public let kSecKeyAlgorithmRSASignatureDigestPSSSHA224: SecKeyAlgorithm =
    .rsaSignatureDigestPSSSHA224
/// RSA PSS over a given SHA-256 digest.
public let kSecKeyAlgorithmRSASignatureDigestPSSSHA256: SecKeyAlgorithm =
    .rsaSignatureDigestPSSSHA256
/// RSA PSS over a given SHA-384 digest.
public let kSecKeyAlgorithmRSASignatureDigestPSSSHA384: SecKeyAlgorithm =
    .rsaSignatureDigestPSSSHA384
/// RSA PSS over a given SHA-512 digest.
public let kSecKeyAlgorithmRSASignatureDigestPSSSHA512: SecKeyAlgorithm =
    .rsaSignatureDigestPSSSHA512
/// RSA PSS over a message, hashed with SHA-1.
public let kSecKeyAlgorithmRSASignatureMessagePSSSHA1: SecKeyAlgorithm = .rsaSignatureMessagePSSSHA1
/// RSA PSS over a message, hashed with SHA-224.
public let kSecKeyAlgorithmRSASignatureMessagePSSSHA224: SecKeyAlgorithm =
    .rsaSignatureMessagePSSSHA224
/// RSA PSS over a message, hashed with SHA-256.
public let kSecKeyAlgorithmRSASignatureMessagePSSSHA256: SecKeyAlgorithm =
    .rsaSignatureMessagePSSSHA256
/// RSA PSS over a message, hashed with SHA-384.
public let kSecKeyAlgorithmRSASignatureMessagePSSSHA384: SecKeyAlgorithm =
    .rsaSignatureMessagePSSSHA384
/// RSA PSS over a message, hashed with SHA-512.
public let kSecKeyAlgorithmRSASignatureMessagePSSSHA512: SecKeyAlgorithm =
    .rsaSignatureMessagePSSSHA512
