public import AppleVocabulary

extension Crypto.RSA {
    /// The algorithms with which RSA keys sign messages, which are hashed first.
    ///
    /// PSS uses a salt as long as the digest. On Linux, SHA-224 needs OpenSSL 3: without it, it throws
    /// ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``.
    public enum MessageSignatureAlgorithm: CaseIterable, SecKeyAlgorithmConvertible {
        /// PKCS #1 v1.5 with SHA-1.
        case pkcs1v15SHA1
        /// PKCS #1 v1.5 with SHA-224.
        case pkcs1v15SHA224
        /// PKCS #1 v1.5 with SHA-256.
        case pkcs1v15SHA256
        /// PKCS #1 v1.5 with SHA-384.
        case pkcs1v15SHA384
        /// PKCS #1 v1.5 with SHA-512.
        case pkcs1v15SHA512
        /// PSS with SHA-1.
        case pssSHA1
        /// PSS with SHA-224.
        case pssSHA224
        /// PSS with SHA-256.
        case pssSHA256
        /// PSS with SHA-384.
        case pssSHA384
        /// PSS with SHA-512.
        case pssSHA512

        /// The name in the Security framework.
        public var secKeyAlgorithm: SecKeyAlgorithm {
            switch self {
            case .pkcs1v15SHA1: .rsaSignatureMessagePKCS1v15SHA1
            case .pkcs1v15SHA224: .rsaSignatureMessagePKCS1v15SHA224
            case .pkcs1v15SHA256: .rsaSignatureMessagePKCS1v15SHA256
            case .pkcs1v15SHA384: .rsaSignatureMessagePKCS1v15SHA384
            case .pkcs1v15SHA512: .rsaSignatureMessagePKCS1v15SHA512
            case .pssSHA1: .rsaSignatureMessagePSSSHA1
            case .pssSHA224: .rsaSignatureMessagePSSSHA224
            case .pssSHA256: .rsaSignatureMessagePSSSHA256
            case .pssSHA384: .rsaSignatureMessagePSSSHA384
            case .pssSHA512: .rsaSignatureMessagePSSSHA512
            }
        }
    }

    /// The algorithms with which RSA keys sign digests, which have exactly the length of their
    /// kind.
    ///
    /// On Linux, ``pkcs1v15Raw`` and SHA-224 need OpenSSL 3: without it they throw
    /// ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``.
    public enum DigestSignatureAlgorithm: CaseIterable, SecKeyAlgorithmConvertible {
        /// PKCS #1 v1.5 over bytes that already name their digest.
        case pkcs1v15Raw
        /// PKCS #1 v1.5 with SHA-1.
        case pkcs1v15SHA1
        /// PKCS #1 v1.5 with SHA-224.
        case pkcs1v15SHA224
        /// PKCS #1 v1.5 with SHA-256.
        case pkcs1v15SHA256
        /// PKCS #1 v1.5 with SHA-384.
        case pkcs1v15SHA384
        /// PKCS #1 v1.5 with SHA-512.
        case pkcs1v15SHA512
        /// PSS with SHA-1.
        case pssSHA1
        /// PSS with SHA-224.
        case pssSHA224
        /// PSS with SHA-256.
        case pssSHA256
        /// PSS with SHA-384.
        case pssSHA384
        /// PSS with SHA-512.
        case pssSHA512

        /// The name in the Security framework.
        public var secKeyAlgorithm: SecKeyAlgorithm {
            switch self {
            case .pkcs1v15Raw: .rsaSignatureDigestPKCS1v15Raw
            case .pkcs1v15SHA1: .rsaSignatureDigestPKCS1v15SHA1
            case .pkcs1v15SHA224: .rsaSignatureDigestPKCS1v15SHA224
            case .pkcs1v15SHA256: .rsaSignatureDigestPKCS1v15SHA256
            case .pkcs1v15SHA384: .rsaSignatureDigestPKCS1v15SHA384
            case .pkcs1v15SHA512: .rsaSignatureDigestPKCS1v15SHA512
            case .pssSHA1: .rsaSignatureDigestPSSSHA1
            case .pssSHA224: .rsaSignatureDigestPSSSHA224
            case .pssSHA256: .rsaSignatureDigestPSSSHA256
            case .pssSHA384: .rsaSignatureDigestPSSSHA384
            case .pssSHA512: .rsaSignatureDigestPSSSHA512
            }
        }
    }
}
