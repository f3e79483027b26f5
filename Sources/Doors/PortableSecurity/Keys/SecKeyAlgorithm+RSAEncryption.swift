// RSA encryption (RFC 8017).

extension SecKeyAlgorithm {
    /// RSA without padding: the caller pads.
    public static let rsaEncryptionRaw = Self(name: "algid:encrypt:RSA:raw")
    /// RSA with PKCS #1 v1.5 padding.
    public static let rsaEncryptionPKCS1 = Self(name: "algid:encrypt:RSA:PKCS1")
    /// RSA OAEP with SHA-1.
    public static let rsaEncryptionOAEPSHA1 = Self(name: "algid:encrypt:RSA:OAEP:SHA1")
    /// RSA OAEP with SHA-224.
    public static let rsaEncryptionOAEPSHA224 = Self(name: "algid:encrypt:RSA:OAEP:SHA224")
    /// RSA OAEP with SHA-256.
    public static let rsaEncryptionOAEPSHA256 = Self(name: "algid:encrypt:RSA:OAEP:SHA256")
    /// RSA OAEP with SHA-384.
    public static let rsaEncryptionOAEPSHA384 = Self(name: "algid:encrypt:RSA:OAEP:SHA384")
    /// RSA OAEP with SHA-512.
    public static let rsaEncryptionOAEPSHA512 = Self(name: "algid:encrypt:RSA:OAEP:SHA512")
    /// RSA OAEP with SHA-1 around a session key for AES-GCM: any length.
    public static let rsaEncryptionOAEPSHA1AESGCM = Self(name: "algid:encrypt:RSA:OAEP:SHA1:AESGCM")
    /// RSA OAEP with SHA-224 around a session key for AES-GCM: any length.
    public static let rsaEncryptionOAEPSHA224AESGCM =
        Self(name: "algid:encrypt:RSA:OAEP:SHA224:AESGCM")
    /// RSA OAEP with SHA-256 around a session key for AES-GCM: any length.
    public static let rsaEncryptionOAEPSHA256AESGCM =
        Self(name: "algid:encrypt:RSA:OAEP:SHA256:AESGCM")
    /// RSA OAEP with SHA-384 around a session key for AES-GCM: any length.
    public static let rsaEncryptionOAEPSHA384AESGCM =
        Self(name: "algid:encrypt:RSA:OAEP:SHA384:AESGCM")
    /// RSA OAEP with SHA-512 around a session key for AES-GCM: any length.
    public static let rsaEncryptionOAEPSHA512AESGCM =
        Self(name: "algid:encrypt:RSA:OAEP:SHA512:AESGCM")
}
