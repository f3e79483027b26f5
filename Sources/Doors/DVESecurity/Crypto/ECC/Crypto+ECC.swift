public import AppleVocabulary

extension Crypto {
    /// Elliptic curves over prime fields (FIPS 186-5).
    public enum ECC: AsymmetricFamily {
        /// Messages and digests are signed by one set of algorithms.
        public typealias MessageSignatureAlgorithm = SignatureAlgorithm

        /// Elliptic curves.
        public static var secKeyType: SecKeyType { .ellipticCurve }
    }
}

extension Crypto.ECC {
    /// The curves, by the size of the field.
    public enum EllipticCurve: Sendable {
        /// P-192. Only Apple's systems may have it; keys on it cannot be made on others.
        case p192
        /// P-256.
        case p256
        /// P-384.
        case p384
        /// P-521.
        case p521

        var sizeInBits: Int {
            switch self {
            case .p192: 192
            case .p256: 256
            case .p384: 384
            case .p521: 521
            }
        }
    }

    /// The curves on which a key can always be made.
    public enum CommonCurve: CaseIterable, Sendable {
        /// P-256.
        case p256
        /// P-384.
        case p384
        /// P-521.
        case p521

        var curve: EllipticCurve {
            switch self {
            case .p256: .p256
            case .p384: .p384
            case .p521: .p521
            }
        }
    }

    /// The algorithms with which keys on curves encrypt: ECIES with X9.63 and AES-GCM, for any
    /// length.
    ///
    /// Key and vector are derived with the named hash. Standard and cofactor forms give the same on
    /// these curves. On Linux, SHA-224 needs OpenSSL 3: without it, it throws
    /// ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``.
    public enum EncryptionAlgorithm: CaseIterable, SecKeyAlgorithmConvertible {
        /// Standard Diffie-Hellman, SHA-224.
        case eciesStandardVariableIVX963SHA224AESGCM
        /// Standard Diffie-Hellman, SHA-256.
        case eciesStandardVariableIVX963SHA256AESGCM
        /// Standard Diffie-Hellman, SHA-384.
        case eciesStandardVariableIVX963SHA384AESGCM
        /// Standard Diffie-Hellman, SHA-512.
        case eciesStandardVariableIVX963SHA512AESGCM
        /// Cofactor Diffie-Hellman, SHA-224.
        case eciesCofactorVariableIVX963SHA224AESGCM
        /// Cofactor Diffie-Hellman, SHA-256.
        case eciesCofactorVariableIVX963SHA256AESGCM
        /// Cofactor Diffie-Hellman, SHA-384.
        case eciesCofactorVariableIVX963SHA384AESGCM
        /// Cofactor Diffie-Hellman, SHA-512.
        case eciesCofactorVariableIVX963SHA512AESGCM

        /// The name in the Security framework.
        public var secKeyAlgorithm: SecKeyAlgorithm {
            switch self {
            case .eciesStandardVariableIVX963SHA224AESGCM:
                .eciesEncryptionStandardVariableIVX963SHA224AESGCM
            case .eciesStandardVariableIVX963SHA256AESGCM:
                .eciesEncryptionStandardVariableIVX963SHA256AESGCM
            case .eciesStandardVariableIVX963SHA384AESGCM:
                .eciesEncryptionStandardVariableIVX963SHA384AESGCM
            case .eciesStandardVariableIVX963SHA512AESGCM:
                .eciesEncryptionStandardVariableIVX963SHA512AESGCM
            case .eciesCofactorVariableIVX963SHA224AESGCM:
                .eciesEncryptionCofactorVariableIVX963SHA224AESGCM
            case .eciesCofactorVariableIVX963SHA256AESGCM:
                .eciesEncryptionCofactorVariableIVX963SHA256AESGCM
            case .eciesCofactorVariableIVX963SHA384AESGCM:
                .eciesEncryptionCofactorVariableIVX963SHA384AESGCM
            case .eciesCofactorVariableIVX963SHA512AESGCM:
                .eciesEncryptionCofactorVariableIVX963SHA512AESGCM
            }
        }
    }

    /// The algorithms with which keys on curves sign: ECDSA, as a DER sequence (X9.62).
    ///
    /// On Linux, hashing messages with SHA-224 needs OpenSSL 3; without it, it throws
    /// ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``; digests of that kind are signed.
    public enum SignatureAlgorithm: CaseIterable, SecKeyAlgorithmConvertible {
        /// ECDSA with SHA-1.
        case ecdsaX962SHA1
        /// ECDSA with SHA-224.
        case ecdsaX962SHA224
        /// ECDSA with SHA-256.
        case ecdsaX962SHA256
        /// ECDSA with SHA-384.
        case ecdsaX962SHA384
        /// ECDSA with SHA-512.
        case ecdsaX962SHA512

        /// The name of the algorithm for a message.
        public var secKeyAlgorithm: SecKeyAlgorithm {
            switch self {
            case .ecdsaX962SHA1: .ecdsaSignatureMessageX962SHA1
            case .ecdsaX962SHA224: .ecdsaSignatureMessageX962SHA224
            case .ecdsaX962SHA256: .ecdsaSignatureMessageX962SHA256
            case .ecdsaX962SHA384: .ecdsaSignatureMessageX962SHA384
            case .ecdsaX962SHA512: .ecdsaSignatureMessageX962SHA512
            }
        }

        /// The name of the algorithm for a digest.
        var digestAlgorithm: SecKeyAlgorithm {
            switch self {
            case .ecdsaX962SHA1: .ecdsaSignatureDigestX962SHA1
            case .ecdsaX962SHA224: .ecdsaSignatureDigestX962SHA224
            case .ecdsaX962SHA256: .ecdsaSignatureDigestX962SHA256
            case .ecdsaX962SHA384: .ecdsaSignatureDigestX962SHA384
            case .ecdsaX962SHA512: .ecdsaSignatureDigestX962SHA512
            }
        }
    }
}
