// Signatures on curves (X9.62, RFC 4754, RFC 8032) and lattices (FIPS 204), under their names in C.

/// ECDSA over a digest of any kind, as r and s in a row; the older name.
public let kSecKeyAlgorithmECDSASignatureRFC4754: SecKeyAlgorithm = .ecdsaSignatureRFC4754
/// ECDSA over a digest of any kind, as a DER sequence.
public let kSecKeyAlgorithmECDSASignatureDigestX962: SecKeyAlgorithm = .ecdsaSignatureDigestX962
/// ECDSA over a given SHA-1 digest, as a DER sequence.
public let kSecKeyAlgorithmECDSASignatureDigestX962SHA1: SecKeyAlgorithm =
    .ecdsaSignatureDigestX962SHA1
/// ECDSA over a given SHA-224 digest, as a DER sequence.
public let kSecKeyAlgorithmECDSASignatureDigestX962SHA224: SecKeyAlgorithm =
    .ecdsaSignatureDigestX962SHA224
/// ECDSA over a given SHA-256 digest, as a DER sequence.
public let kSecKeyAlgorithmECDSASignatureDigestX962SHA256: SecKeyAlgorithm =
    .ecdsaSignatureDigestX962SHA256
/// ECDSA over a given SHA-384 digest, as a DER sequence.
public let kSecKeyAlgorithmECDSASignatureDigestX962SHA384: SecKeyAlgorithm =
    .ecdsaSignatureDigestX962SHA384
/// ECDSA over a given SHA-512 digest, as a DER sequence.
public let kSecKeyAlgorithmECDSASignatureDigestX962SHA512: SecKeyAlgorithm =
    .ecdsaSignatureDigestX962SHA512
/// ECDSA over a message, hashed with SHA-1, as a DER sequence.
public let kSecKeyAlgorithmECDSASignatureMessageX962SHA1: SecKeyAlgorithm =
    .ecdsaSignatureMessageX962SHA1
/// ECDSA over a message, hashed with SHA-224, as a DER sequence.
public let kSecKeyAlgorithmECDSASignatureMessageX962SHA224: SecKeyAlgorithm =
    .ecdsaSignatureMessageX962SHA224
/// ECDSA over a message, hashed with SHA-256, as a DER sequence.
public let kSecKeyAlgorithmECDSASignatureMessageX962SHA256: SecKeyAlgorithm =
    .ecdsaSignatureMessageX962SHA256
/// ECDSA over a message, hashed with SHA-384, as a DER sequence.
public let kSecKeyAlgorithmECDSASignatureMessageX962SHA384: SecKeyAlgorithm =
    .ecdsaSignatureMessageX962SHA384
/// ECDSA over a message, hashed with SHA-512, as a DER sequence.
public let kSecKeyAlgorithmECDSASignatureMessageX962SHA512: SecKeyAlgorithm =
    .ecdsaSignatureMessageX962SHA512
/// ECDSA over a digest of any kind, as r and s in a row.
public let kSecKeyAlgorithmECDSASignatureDigestRFC4754: SecKeyAlgorithm =
    .ecdsaSignatureDigestRFC4754
/// ECDSA over a given SHA-1 digest, as r and s in a row.
public let kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA1: SecKeyAlgorithm =
    .ecdsaSignatureDigestRFC4754SHA1
/// ECDSA over a given SHA-224 digest, as r and s in a row.
public let kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA224: SecKeyAlgorithm =
    .ecdsaSignatureDigestRFC4754SHA224
/// ECDSA over a given SHA-256 digest, as r and s in a row.
public let kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA256: SecKeyAlgorithm =
    .ecdsaSignatureDigestRFC4754SHA256
/// ECDSA over a given SHA-384 digest, as r and s in a row.
public let kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA384: SecKeyAlgorithm =
    .ecdsaSignatureDigestRFC4754SHA384
/// ECDSA over a given SHA-512 digest, as r and s in a row.
public let kSecKeyAlgorithmECDSASignatureDigestRFC4754SHA512: SecKeyAlgorithm =
    .ecdsaSignatureDigestRFC4754SHA512
/// ECDSA over a message, hashed with SHA-1, as r and s in a row.
public let kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA1: SecKeyAlgorithm =
    .ecdsaSignatureMessageRFC4754SHA1
/// ECDSA over a message, hashed with SHA-224, as r and s in a row.
public let kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA224: SecKeyAlgorithm =
    .ecdsaSignatureMessageRFC4754SHA224
/// ECDSA over a message, hashed with SHA-256, as r and s in a row.
public let kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA256: SecKeyAlgorithm =
    .ecdsaSignatureMessageRFC4754SHA256
/// ECDSA over a message, hashed with SHA-384, as r and s in a row.
public let kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA384: SecKeyAlgorithm =
    .ecdsaSignatureMessageRFC4754SHA384
/// ECDSA over a message, hashed with SHA-512, as r and s in a row.
public let kSecKeyAlgorithmECDSASignatureMessageRFC4754SHA512: SecKeyAlgorithm =
    .ecdsaSignatureMessageRFC4754SHA512
/// Ed25519 over a message.
public let kSecKeyAlgorithmEdDSASignatureMessageCurve25519SHA512: SecKeyAlgorithm =
    .edDSASignatureMessageCurve25519SHA512
/// ML-DSA over a message.
public let kSecKeyAlgorithmMLDSASignatureMessage: SecKeyAlgorithm = .mldsaSignatureMessage
