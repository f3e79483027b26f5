/// Agreement (SEC 1, 6.1; RFC 7748, 6) and encapsulation (FIPS 203).
extension KeyAlgorithm {
    /// Agreement, without derivation.
    package static let ecdhKeyExchangeStandard = Self("algid:keyexchange:ECDH")
    /// Agreement and X9.63 with SHA-1.
    package static let ecdhKeyExchangeStandardX963SHA1 = Self("algid:keyexchange:ECDH:KDFX963:SHA1")
    /// Agreement and X9.63 with SHA-224.
    package static let ecdhKeyExchangeStandardX963SHA224 =
        Self("algid:keyexchange:ECDH:KDFX963:SHA224")
    /// Agreement and X9.63 with SHA-256.
    package static let ecdhKeyExchangeStandardX963SHA256 =
        Self("algid:keyexchange:ECDH:KDFX963:SHA256")
    /// Agreement and X9.63 with SHA-384.
    package static let ecdhKeyExchangeStandardX963SHA384 =
        Self("algid:keyexchange:ECDH:KDFX963:SHA384")
    /// Agreement and X9.63 with SHA-512.
    package static let ecdhKeyExchangeStandardX963SHA512 =
        Self("algid:keyexchange:ECDH:KDFX963:SHA512")
    /// Agreement with cofactor, without derivation.
    package static let ecdhKeyExchangeCofactor = Self("algid:keyexchange:ECDHC")
    /// Agreement with cofactor and X9.63 with SHA-1.
    package static let ecdhKeyExchangeCofactorX963SHA1 =
        Self("algid:keyexchange:ECDHC:KDFX963:SHA1")
    /// Agreement with cofactor and X9.63 with SHA-224.
    package static let ecdhKeyExchangeCofactorX963SHA224 =
        Self("algid:keyexchange:ECDHC:KDFX963:SHA224")
    /// Agreement with cofactor and X9.63 with SHA-256.
    package static let ecdhKeyExchangeCofactorX963SHA256 =
        Self("algid:keyexchange:ECDHC:KDFX963:SHA256")
    /// Agreement with cofactor and X9.63 with SHA-384.
    package static let ecdhKeyExchangeCofactorX963SHA384 =
        Self("algid:keyexchange:ECDHC:KDFX963:SHA384")
    /// Agreement with cofactor and X9.63 with SHA-512.
    package static let ecdhKeyExchangeCofactorX963SHA512 =
        Self("algid:keyexchange:ECDHC:KDFX963:SHA512")
    /// Encapsulation by ML-KEM (FIPS 203).
    package static let kemMLKEM = Self("algid:kem:ML-KEM")
    /// Encapsulation by Kyber; no library here offers it.
    package static let kemKyber = Self("algid:kem:kyber")
}
