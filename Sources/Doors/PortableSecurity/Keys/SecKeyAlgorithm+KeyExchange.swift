// Key agreement on curves (SP 800-56A, X9.63).

extension SecKeyAlgorithm {
    /// ECDH: the shared coordinate itself.
    public static let ecdhKeyExchangeStandard = Self(name: "algid:keyexchange:ECDH")
    /// ECDH with the X9.63 derivation over SHA-1.
    public static let ecdhKeyExchangeStandardX963SHA1 =
        Self(name: "algid:keyexchange:ECDH:KDFX963:SHA1")
    /// ECDH with the X9.63 derivation over SHA-224.
    public static let ecdhKeyExchangeStandardX963SHA224 =
        Self(name: "algid:keyexchange:ECDH:KDFX963:SHA224")
    /// ECDH with the X9.63 derivation over SHA-256.
    public static let ecdhKeyExchangeStandardX963SHA256 =
        Self(name: "algid:keyexchange:ECDH:KDFX963:SHA256")
    /// ECDH with the X9.63 derivation over SHA-384.
    public static let ecdhKeyExchangeStandardX963SHA384 =
        Self(name: "algid:keyexchange:ECDH:KDFX963:SHA384")
    /// ECDH with the X9.63 derivation over SHA-512.
    public static let ecdhKeyExchangeStandardX963SHA512 =
        Self(name: "algid:keyexchange:ECDH:KDFX963:SHA512")
    /// ECDH: the shared coordinate itself.
    public static let ecdhKeyExchangeCofactor = Self(name: "algid:keyexchange:ECDHC")
    /// ECDH with the X9.63 derivation over SHA-1.
    public static let ecdhKeyExchangeCofactorX963SHA1 =
        Self(name: "algid:keyexchange:ECDHC:KDFX963:SHA1")
    /// ECDH with the X9.63 derivation over SHA-224.
    public static let ecdhKeyExchangeCofactorX963SHA224 =
        Self(name: "algid:keyexchange:ECDHC:KDFX963:SHA224")
    /// ECDH with the X9.63 derivation over SHA-256.
    public static let ecdhKeyExchangeCofactorX963SHA256 =
        Self(name: "algid:keyexchange:ECDHC:KDFX963:SHA256")
    /// ECDH with the X9.63 derivation over SHA-384.
    public static let ecdhKeyExchangeCofactorX963SHA384 =
        Self(name: "algid:keyexchange:ECDHC:KDFX963:SHA384")
    /// ECDH with the X9.63 derivation over SHA-512.
    public static let ecdhKeyExchangeCofactorX963SHA512 =
        Self(name: "algid:keyexchange:ECDHC:KDFX963:SHA512")
}
