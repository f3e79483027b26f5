// Encryption to a key on a curve (item-semantics.md §6.4).

extension SecKeyAlgorithm {
    /// ECIES with SHA-1 and AES-GCM under a zero vector.
    public static let eciesEncryptionStandardX963SHA1AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM")
    /// ECIES with SHA-224 and AES-GCM under a zero vector.
    public static let eciesEncryptionStandardX963SHA224AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM")
    /// ECIES with SHA-256 and AES-GCM under a zero vector.
    public static let eciesEncryptionStandardX963SHA256AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM")
    /// ECIES with SHA-384 and AES-GCM under a zero vector.
    public static let eciesEncryptionStandardX963SHA384AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM")
    /// ECIES with SHA-512 and AES-GCM under a zero vector.
    public static let eciesEncryptionStandardX963SHA512AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM")
    /// ECIES with SHA-224 and AES-GCM under a derived vector.
    public static let eciesEncryptionStandardVariableIVX963SHA224AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV")
    /// ECIES with SHA-256 and AES-GCM under a derived vector.
    public static let eciesEncryptionStandardVariableIVX963SHA256AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM-KDFIV")
    /// ECIES with SHA-384 and AES-GCM under a derived vector.
    public static let eciesEncryptionStandardVariableIVX963SHA384AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDH:KDFX963:SHA384:AESGCM-KDFIV")
    /// ECIES with SHA-512 and AES-GCM under a derived vector.
    public static let eciesEncryptionStandardVariableIVX963SHA512AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDH:KDFX963:SHA512:AESGCM-KDFIV")
    /// ECIES with SHA-1 and AES-GCM under a zero vector.
    public static let eciesEncryptionCofactorX963SHA1AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM")
    /// ECIES with SHA-224 and AES-GCM under a zero vector.
    public static let eciesEncryptionCofactorX963SHA224AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM")
    /// ECIES with SHA-256 and AES-GCM under a zero vector.
    public static let eciesEncryptionCofactorX963SHA256AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM")
    /// ECIES with SHA-384 and AES-GCM under a zero vector.
    public static let eciesEncryptionCofactorX963SHA384AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM")
    /// ECIES with SHA-512 and AES-GCM under a zero vector.
    public static let eciesEncryptionCofactorX963SHA512AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM")
    /// ECIES with SHA-224 and AES-GCM under a derived vector.
    public static let eciesEncryptionCofactorVariableIVX963SHA224AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDHC:KDFX963:SHA224:AESGCM-KDFIV")
    /// ECIES with SHA-256 and AES-GCM under a derived vector.
    public static let eciesEncryptionCofactorVariableIVX963SHA256AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDHC:KDFX963:SHA256:AESGCM-KDFIV")
    /// ECIES with SHA-384 and AES-GCM under a derived vector.
    public static let eciesEncryptionCofactorVariableIVX963SHA384AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDHC:KDFX963:SHA384:AESGCM-KDFIV")
    /// ECIES with SHA-512 and AES-GCM under a derived vector.
    public static let eciesEncryptionCofactorVariableIVX963SHA512AESGCM =
        Self(name: "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV")
}
