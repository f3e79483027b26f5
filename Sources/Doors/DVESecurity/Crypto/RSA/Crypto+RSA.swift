public import AppleVocabulary

extension Crypto {
    /// RSA (RFC 8017).
    public enum RSA: AsymmetricFamily {
        /// RSA.
        public static var secKeyType: SecKeyType { .rsa }
    }
}

extension Crypto.RSA {
    /// The algorithms with which RSA keys encrypt.
    ///
    /// Those without `AESGCM` take little more than a key (`maxPlainTextLength(for:)`). On
    /// Linux, ``raw``, and OAEP with SHA-224, SHA-384 and SHA-512, need OpenSSL 3: without it they throw
    /// ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``.
    public enum EncryptionAlgorithm: CaseIterable, SecKeyAlgorithmConvertible {
        /// Without padding, which is weak: the caller pads.
        case raw
        /// The padding of PKCS #1 v1.5, for programs that already use it.
        case pkcs1
        /// OAEP with SHA-1.
        case oaepSHA1
        /// OAEP with SHA-224.
        case oaepSHA224
        /// OAEP with SHA-256.
        case oaepSHA256
        /// OAEP with SHA-384.
        case oaepSHA384
        /// OAEP with SHA-512.
        case oaepSHA512
        /// OAEP with SHA-1 around a session key for AES-GCM: any length.
        case oaepSHA1AESGCM
        /// OAEP with SHA-224 around a session key for AES-GCM: any length.
        case oaepSHA224AESGCM
        /// OAEP with SHA-256 around a session key for AES-GCM: any length.
        case oaepSHA256AESGCM
        /// OAEP with SHA-384 around a session key for AES-GCM: any length.
        case oaepSHA384AESGCM
        /// OAEP with SHA-512 around a session key for AES-GCM: any length.
        case oaepSHA512AESGCM

        /// The name in the Security framework.
        public var secKeyAlgorithm: SecKeyAlgorithm {
            switch self {
            case .raw: .rsaEncryptionRaw
            case .pkcs1: .rsaEncryptionPKCS1
            case .oaepSHA1: .rsaEncryptionOAEPSHA1
            case .oaepSHA224: .rsaEncryptionOAEPSHA224
            case .oaepSHA256: .rsaEncryptionOAEPSHA256
            case .oaepSHA384: .rsaEncryptionOAEPSHA384
            case .oaepSHA512: .rsaEncryptionOAEPSHA512
            case .oaepSHA1AESGCM: .rsaEncryptionOAEPSHA1AESGCM
            case .oaepSHA224AESGCM: .rsaEncryptionOAEPSHA224AESGCM
            case .oaepSHA256AESGCM: .rsaEncryptionOAEPSHA256AESGCM
            case .oaepSHA384AESGCM: .rsaEncryptionOAEPSHA384AESGCM
            case .oaepSHA512AESGCM: .rsaEncryptionOAEPSHA512AESGCM
            }
        }

        /// The number of bytes of a block that the padding takes (RFC 8017, 7.1.1 and 7.2.1); `nil`
        /// if the plaintext is not in the block.
        private var overhead: Int? {
            switch self {
            case .raw: 0
            case .pkcs1: 11
            case .oaepSHA1: 2 * 20 + 2
            case .oaepSHA224: 2 * 28 + 2
            case .oaepSHA256: 2 * 32 + 2
            case .oaepSHA384: 2 * 48 + 2
            case .oaepSHA512: 2 * 64 + 2
            case .oaepSHA1AESGCM, .oaepSHA224AESGCM, .oaepSHA256AESGCM, .oaepSHA384AESGCM,
                .oaepSHA512AESGCM:
                nil
            }
        }

        /// The maximum length of plaintext for a block of a given length.
        func capacity(ofBlock size: Int) -> Int? { overhead.map { max(size - $0, 0) } }

        /// The most plaintext that a key encrypts in this way.
        ///
        /// - Parameter rsaKey: The key.
        /// - Returns: The length in bytes; `nil` for any length.
        public func maxPlainTextLength(for rsaKey: any RSAKey) -> Int? {
            rsaKey.maxPlainTextLength(for: self)
        }
    }
}
