// Encryption to a key on a curve (item-semantics.md §6.4), under their names in C.

/// ECIES with SHA-1 and AES-GCM under a zero vector.
public let kSecKeyAlgorithmECIESEncryptionStandardX963SHA1AESGCM: SecKeyAlgorithm =
    .eciesEncryptionStandardX963SHA1AESGCM
/// ECIES with SHA-224 and AES-GCM under a zero vector.
public let kSecKeyAlgorithmECIESEncryptionStandardX963SHA224AESGCM: SecKeyAlgorithm =
    .eciesEncryptionStandardX963SHA224AESGCM
/// ECIES with SHA-256 and AES-GCM under a zero vector.
public let kSecKeyAlgorithmECIESEncryptionStandardX963SHA256AESGCM: SecKeyAlgorithm =
    .eciesEncryptionStandardX963SHA256AESGCM
/// ECIES with SHA-384 and AES-GCM under a zero vector.
public let kSecKeyAlgorithmECIESEncryptionStandardX963SHA384AESGCM: SecKeyAlgorithm =
    .eciesEncryptionStandardX963SHA384AESGCM
/// ECIES with SHA-512 and AES-GCM under a zero vector.
public let kSecKeyAlgorithmECIESEncryptionStandardX963SHA512AESGCM: SecKeyAlgorithm =
    .eciesEncryptionStandardX963SHA512AESGCM
/// ECIES with SHA-224 and AES-GCM under a derived vector.
public let kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA224AESGCM: SecKeyAlgorithm =
    .eciesEncryptionStandardVariableIVX963SHA224AESGCM
/// ECIES with SHA-256 and AES-GCM under a derived vector.
public let kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA256AESGCM: SecKeyAlgorithm =
    .eciesEncryptionStandardVariableIVX963SHA256AESGCM
/// ECIES with SHA-384 and AES-GCM under a derived vector.
public let kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA384AESGCM: SecKeyAlgorithm =
    .eciesEncryptionStandardVariableIVX963SHA384AESGCM
/// ECIES with SHA-512 and AES-GCM under a derived vector.
public let kSecKeyAlgorithmECIESEncryptionStandardVariableIVX963SHA512AESGCM: SecKeyAlgorithm =
    .eciesEncryptionStandardVariableIVX963SHA512AESGCM
/// ECIES with SHA-1 and AES-GCM under a zero vector.
public let kSecKeyAlgorithmECIESEncryptionCofactorX963SHA1AESGCM: SecKeyAlgorithm =
    .eciesEncryptionCofactorX963SHA1AESGCM
/// ECIES with SHA-224 and AES-GCM under a zero vector.
public let kSecKeyAlgorithmECIESEncryptionCofactorX963SHA224AESGCM: SecKeyAlgorithm =
    .eciesEncryptionCofactorX963SHA224AESGCM
/// ECIES with SHA-256 and AES-GCM under a zero vector.
public let kSecKeyAlgorithmECIESEncryptionCofactorX963SHA256AESGCM: SecKeyAlgorithm =
    .eciesEncryptionCofactorX963SHA256AESGCM
/// ECIES with SHA-384 and AES-GCM under a zero vector.
public let kSecKeyAlgorithmECIESEncryptionCofactorX963SHA384AESGCM: SecKeyAlgorithm =
    .eciesEncryptionCofactorX963SHA384AESGCM
/// ECIES with SHA-512 and AES-GCM under a zero vector.
public let kSecKeyAlgorithmECIESEncryptionCofactorX963SHA512AESGCM: SecKeyAlgorithm =
    .eciesEncryptionCofactorX963SHA512AESGCM
/// ECIES with SHA-224 and AES-GCM under a derived vector.
public let kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA224AESGCM: SecKeyAlgorithm =
    .eciesEncryptionCofactorVariableIVX963SHA224AESGCM
/// ECIES with SHA-256 and AES-GCM under a derived vector.
public let kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA256AESGCM: SecKeyAlgorithm =
    .eciesEncryptionCofactorVariableIVX963SHA256AESGCM
/// ECIES with SHA-384 and AES-GCM under a derived vector.
public let kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA384AESGCM: SecKeyAlgorithm =
    .eciesEncryptionCofactorVariableIVX963SHA384AESGCM
/// ECIES with SHA-512 and AES-GCM under a derived vector.
public let kSecKeyAlgorithmECIESEncryptionCofactorVariableIVX963SHA512AESGCM: SecKeyAlgorithm =
    .eciesEncryptionCofactorVariableIVX963SHA512AESGCM
