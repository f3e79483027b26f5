/// Encryption by RSA (RFC 8017, 7) and to keys of curves (SEC 1, 5.1).
extension KeyAlgorithm {
    /// A block of the key without padding: a number in bytes, at most as long as the key.
    package static let rsaEncryptionRaw = Self("algid:encrypt:RSA:raw")
    /// PKCS #1 v1.5 padding, only for old protocols.
    package static let rsaEncryptionPKCS1 = Self("algid:encrypt:RSA:PKCS1")
    /// OAEP padding with SHA-1.
    package static let rsaEncryptionOAEPSHA1 = Self("algid:encrypt:RSA:OAEP:SHA1")
    /// OAEP padding with SHA-224.
    package static let rsaEncryptionOAEPSHA224 = Self("algid:encrypt:RSA:OAEP:SHA224")
    /// OAEP padding with SHA-256.
    package static let rsaEncryptionOAEPSHA256 = Self("algid:encrypt:RSA:OAEP:SHA256")
    /// OAEP padding with SHA-384.
    package static let rsaEncryptionOAEPSHA384 = Self("algid:encrypt:RSA:OAEP:SHA384")
    /// OAEP padding with SHA-512.
    package static let rsaEncryptionOAEPSHA512 = Self("algid:encrypt:RSA:OAEP:SHA512")
    /// Any length: AES-GCM under a key wrapped by OAEP with SHA-1.
    package static let rsaEncryptionOAEPSHA1AESGCM = Self("algid:encrypt:RSA:OAEP:SHA1:AESGCM")
    /// Any length: AES-GCM under a key wrapped by OAEP with SHA-224.
    package static let rsaEncryptionOAEPSHA224AESGCM = Self("algid:encrypt:RSA:OAEP:SHA224:AESGCM")
    /// Any length: AES-GCM under a key wrapped by OAEP with SHA-256.
    package static let rsaEncryptionOAEPSHA256AESGCM = Self("algid:encrypt:RSA:OAEP:SHA256:AESGCM")
    /// Any length: AES-GCM under a key wrapped by OAEP with SHA-384.
    package static let rsaEncryptionOAEPSHA384AESGCM = Self("algid:encrypt:RSA:OAEP:SHA384:AESGCM")
    /// Any length: AES-GCM under a key wrapped by OAEP with SHA-512.
    package static let rsaEncryptionOAEPSHA512AESGCM = Self("algid:encrypt:RSA:OAEP:SHA512:AESGCM")
    /// Any length: agreement, X9.63 with SHA-1, AES-GCM.
    package static let eciesEncryptionStandardX963SHA1AESGCM =
        Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM")
    /// Any length: agreement, X9.63 with SHA-224, AES-GCM.
    package static let eciesEncryptionStandardX963SHA224AESGCM =
        Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM")
    /// Any length: agreement, X9.63 with SHA-256, AES-GCM.
    package static let eciesEncryptionStandardX963SHA256AESGCM =
        Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM")
    /// Any length: agreement, X9.63 with SHA-384, AES-GCM.
    package static let eciesEncryptionStandardX963SHA384AESGCM =
        Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM")
    /// Any length: agreement, X9.63 with SHA-512, AES-GCM.
    package static let eciesEncryptionStandardX963SHA512AESGCM =
        Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM")
    /// The same, with a derived nonce.
    package static let eciesEncryptionStandardVariableIVX963SHA224AESGCM =
        Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV")
    /// The same, with a derived nonce.
    package static let eciesEncryptionStandardVariableIVX963SHA256AESGCM =
        Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV")
    /// The same, with a derived nonce.
    package static let eciesEncryptionStandardVariableIVX963SHA384AESGCM =
        Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV")
    /// The same, with a derived nonce.
    package static let eciesEncryptionStandardVariableIVX963SHA512AESGCM =
        Self("algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV")
    /// Any length: agreement with cofactor, X9.63 with SHA-1, AES-GCM.
    package static let eciesEncryptionCofactorX963SHA1AESGCM =
        Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM")
    /// Any length: agreement with cofactor, X9.63 with SHA-224, AES-GCM.
    package static let eciesEncryptionCofactorX963SHA224AESGCM =
        Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM")
    /// Any length: agreement with cofactor, X9.63 with SHA-256, AES-GCM.
    package static let eciesEncryptionCofactorX963SHA256AESGCM =
        Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM")
    /// Any length: agreement with cofactor, X9.63 with SHA-384, AES-GCM.
    package static let eciesEncryptionCofactorX963SHA384AESGCM =
        Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM")
    /// Any length: agreement with cofactor, X9.63 with SHA-512, AES-GCM.
    package static let eciesEncryptionCofactorX963SHA512AESGCM =
        Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM")
    /// The same, with a derived nonce.
    package static let eciesEncryptionCofactorVariableIVX963SHA224AESGCM =
        Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV")
    /// The same, with a derived nonce.
    package static let eciesEncryptionCofactorVariableIVX963SHA256AESGCM =
        Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV")
    /// The same, with a derived nonce.
    package static let eciesEncryptionCofactorVariableIVX963SHA384AESGCM =
        Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV")
    /// The same, with a derived nonce.
    package static let eciesEncryptionCofactorVariableIVX963SHA512AESGCM =
        Self("algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV")
}
