/// Signatures of curves (FIPS 186-5) and lattices (FIPS 204).
extension KeyAlgorithm {
    /// The old name of `ecdsaSignatureDigestRFC4754`.
    package static let ecdsaSignatureRFC4754 = Self("algid:sign:ECDSA:RFC4754")
    /// A digest of any length, cut to the order of the curve; as `r ‖ s`.
    package static let ecdsaSignatureDigestRFC4754 = Self("algid:sign:ECDSA:digest-RFC4754")
    /// A digest of SHA-1; as `r ‖ s`.
    package static let ecdsaSignatureDigestRFC4754SHA1 =
        Self("algid:sign:ECDSA:digest-RFC4754:SHA1")
    /// A digest of SHA-224; as `r ‖ s`.
    package static let ecdsaSignatureDigestRFC4754SHA224 =
        Self("algid:sign:ECDSA:digest-RFC4754:SHA224")
    /// A digest of SHA-256; as `r ‖ s`.
    package static let ecdsaSignatureDigestRFC4754SHA256 =
        Self("algid:sign:ECDSA:digest-RFC4754:SHA256")
    /// A digest of SHA-384; as `r ‖ s`.
    package static let ecdsaSignatureDigestRFC4754SHA384 =
        Self("algid:sign:ECDSA:digest-RFC4754:SHA384")
    /// A digest of SHA-512; as `r ‖ s`.
    package static let ecdsaSignatureDigestRFC4754SHA512 =
        Self("algid:sign:ECDSA:digest-RFC4754:SHA512")
    /// A message hashed by SHA-1; as `r ‖ s`.
    package static let ecdsaSignatureMessageRFC4754SHA1 =
        Self("algid:sign:ECDSA:message-RFC4754:SHA1")
    /// A message hashed by SHA-224; as `r ‖ s`.
    package static let ecdsaSignatureMessageRFC4754SHA224 =
        Self("algid:sign:ECDSA:message-RFC4754:SHA224")
    /// A message hashed by SHA-256; as `r ‖ s`.
    package static let ecdsaSignatureMessageRFC4754SHA256 =
        Self("algid:sign:ECDSA:message-RFC4754:SHA256")
    /// A message hashed by SHA-384; as `r ‖ s`.
    package static let ecdsaSignatureMessageRFC4754SHA384 =
        Self("algid:sign:ECDSA:message-RFC4754:SHA384")
    /// A message hashed by SHA-512; as `r ‖ s`.
    package static let ecdsaSignatureMessageRFC4754SHA512 =
        Self("algid:sign:ECDSA:message-RFC4754:SHA512")
    /// A digest of any length, cut to the order of the curve; in DER.
    package static let ecdsaSignatureDigestX962 = Self("algid:sign:ECDSA:digest-X962")
    /// A digest of SHA-1; in DER.
    package static let ecdsaSignatureDigestX962SHA1 = Self("algid:sign:ECDSA:digest-X962:SHA1")
    /// A digest of SHA-224; in DER.
    package static let ecdsaSignatureDigestX962SHA224 = Self("algid:sign:ECDSA:digest-X962:SHA224")
    /// A digest of SHA-256; in DER.
    package static let ecdsaSignatureDigestX962SHA256 = Self("algid:sign:ECDSA:digest-X962:SHA256")
    /// A digest of SHA-384; in DER.
    package static let ecdsaSignatureDigestX962SHA384 = Self("algid:sign:ECDSA:digest-X962:SHA384")
    /// A digest of SHA-512; in DER.
    package static let ecdsaSignatureDigestX962SHA512 = Self("algid:sign:ECDSA:digest-X962:SHA512")
    /// A message hashed by SHA-1; in DER.
    package static let ecdsaSignatureMessageX962SHA1 = Self("algid:sign:ECDSA:message-X962:SHA1")
    /// A message hashed by SHA-224; in DER.
    package static let ecdsaSignatureMessageX962SHA224 =
        Self("algid:sign:ECDSA:message-X962:SHA224")
    /// A message hashed by SHA-256; in DER.
    package static let ecdsaSignatureMessageX962SHA256 =
        Self("algid:sign:ECDSA:message-X962:SHA256")
    /// A message hashed by SHA-384; in DER.
    package static let ecdsaSignatureMessageX962SHA384 =
        Self("algid:sign:ECDSA:message-X962:SHA384")
    /// A message hashed by SHA-512; in DER.
    package static let ecdsaSignatureMessageX962SHA512 =
        Self("algid:sign:ECDSA:message-X962:SHA512")
    /// A message, by Ed25519 (RFC 8032).
    package static let edDSASignatureMessageCurve25519SHA512 =
        Self("algid:sign:EdDSA:message-Curve25519:SHA512")
    /// A message, by Ed448; no library here offers it.
    package static let edDSASignatureMessageCurve448SHAKE256 =
        Self("algid:sign:EdDSA:message-Curve448:SHAKE256")
    /// A message, by ML-DSA with an empty context (FIPS 204).
    package static let mldsaSignatureMessage = Self("algid:sign:ML-DSA:message")
}
