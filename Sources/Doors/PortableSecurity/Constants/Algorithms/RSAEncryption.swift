// RSA encryption (RFC 8017), under their names in C.

/// RSA without padding: the caller pads.
public let kSecKeyAlgorithmRSAEncryptionRaw: SecKeyAlgorithm = .rsaEncryptionRaw
/// RSA with PKCS #1 v1.5 padding.
public let kSecKeyAlgorithmRSAEncryptionPKCS1: SecKeyAlgorithm = .rsaEncryptionPKCS1
/// RSA OAEP with SHA-1.
public let kSecKeyAlgorithmRSAEncryptionOAEPSHA1: SecKeyAlgorithm = .rsaEncryptionOAEPSHA1
/// RSA OAEP with SHA-224.
public let kSecKeyAlgorithmRSAEncryptionOAEPSHA224: SecKeyAlgorithm = .rsaEncryptionOAEPSHA224
/// RSA OAEP with SHA-256.
public let kSecKeyAlgorithmRSAEncryptionOAEPSHA256: SecKeyAlgorithm = .rsaEncryptionOAEPSHA256
/// RSA OAEP with SHA-384.
public let kSecKeyAlgorithmRSAEncryptionOAEPSHA384: SecKeyAlgorithm = .rsaEncryptionOAEPSHA384
/// RSA OAEP with SHA-512.
public let kSecKeyAlgorithmRSAEncryptionOAEPSHA512: SecKeyAlgorithm = .rsaEncryptionOAEPSHA512
/// RSA OAEP with SHA-1 around a session key for AES-GCM: any length.
public let kSecKeyAlgorithmRSAEncryptionOAEPSHA1AESGCM: SecKeyAlgorithm =
    .rsaEncryptionOAEPSHA1AESGCM
/// RSA OAEP with SHA-224 around a session key for AES-GCM: any length.
public let kSecKeyAlgorithmRSAEncryptionOAEPSHA224AESGCM: SecKeyAlgorithm =
    .rsaEncryptionOAEPSHA224AESGCM
/// RSA OAEP with SHA-256 around a session key for AES-GCM: any length.
public let kSecKeyAlgorithmRSAEncryptionOAEPSHA256AESGCM: SecKeyAlgorithm =
    .rsaEncryptionOAEPSHA256AESGCM
/// RSA OAEP with SHA-384 around a session key for AES-GCM: any length.
public let kSecKeyAlgorithmRSAEncryptionOAEPSHA384AESGCM: SecKeyAlgorithm =
    .rsaEncryptionOAEPSHA384AESGCM
/// RSA OAEP with SHA-512 around a session key for AES-GCM: any length.
public let kSecKeyAlgorithmRSAEncryptionOAEPSHA512AESGCM: SecKeyAlgorithm =
    .rsaEncryptionOAEPSHA512AESGCM
