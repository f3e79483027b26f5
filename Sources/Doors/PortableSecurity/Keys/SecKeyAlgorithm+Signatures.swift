// Signatures on curves (X9.62, RFC 4754, RFC 8032) and lattices (FIPS 204).

extension SecKeyAlgorithm {
    /// ECDSA over a digest of any kind, as r and s in a row; the older name.
    public static let ecdsaSignatureRFC4754 = Self(name: "algid:sign:ECDSA:RFC4754")
    /// ECDSA over a digest of any kind, as a DER sequence.
    public static let ecdsaSignatureDigestX962 = Self(name: "algid:sign:ECDSA:digest-X962")
    /// ECDSA over a given SHA-1 digest, as a DER sequence.
    public static let ecdsaSignatureDigestX962SHA1 = Self(name: "algid:sign:ECDSA:digest-X962:SHA1")
    /// ECDSA over a given SHA-224 digest, as a DER sequence.
    public static let ecdsaSignatureDigestX962SHA224 =
        Self(name: "algid:sign:ECDSA:digest-X962:SHA224")
    /// ECDSA over a given SHA-256 digest, as a DER sequence.
    public static let ecdsaSignatureDigestX962SHA256 =
        Self(name: "algid:sign:ECDSA:digest-X962:SHA256")
    /// ECDSA over a given SHA-384 digest, as a DER sequence.
    public static let ecdsaSignatureDigestX962SHA384 =
        Self(name: "algid:sign:ECDSA:digest-X962:SHA384")
    /// ECDSA over a given SHA-512 digest, as a DER sequence.
    public static let ecdsaSignatureDigestX962SHA512 =
        Self(name: "algid:sign:ECDSA:digest-X962:SHA512")
    /// ECDSA over a message, hashed with SHA-1, as a DER sequence.
    public static let ecdsaSignatureMessageX962SHA1 =
        Self(name: "algid:sign:ECDSA:message-X962:SHA1")
    /// ECDSA over a message, hashed with SHA-224, as a DER sequence.
    public static let ecdsaSignatureMessageX962SHA224 =
        Self(name: "algid:sign:ECDSA:message-X962:SHA224")
    /// ECDSA over a message, hashed with SHA-256, as a DER sequence.
    public static let ecdsaSignatureMessageX962SHA256 =
        Self(name: "algid:sign:ECDSA:message-X962:SHA256")
    /// ECDSA over a message, hashed with SHA-384, as a DER sequence.
    public static let ecdsaSignatureMessageX962SHA384 =
        Self(name: "algid:sign:ECDSA:message-X962:SHA384")
    /// ECDSA over a message, hashed with SHA-512, as a DER sequence.
    public static let ecdsaSignatureMessageX962SHA512 =
        Self(name: "algid:sign:ECDSA:message-X962:SHA512")
    /// ECDSA over a digest of any kind, as r and s in a row.
    public static let ecdsaSignatureDigestRFC4754 = Self(name: "algid:sign:ECDSA:digest-RFC4754")
    /// ECDSA over a given SHA-1 digest, as r and s in a row.
    public static let ecdsaSignatureDigestRFC4754SHA1 =
        Self(name: "algid:sign:ECDSA:digest-RFC4754:SHA1")
    /// ECDSA over a given SHA-224 digest, as r and s in a row.
    public static let ecdsaSignatureDigestRFC4754SHA224 =
        Self(name: "algid:sign:ECDSA:digest-RFC4754:SHA224")
    /// ECDSA over a given SHA-256 digest, as r and s in a row.
    public static let ecdsaSignatureDigestRFC4754SHA256 =
        Self(name: "algid:sign:ECDSA:digest-RFC4754:SHA256")
    /// ECDSA over a given SHA-384 digest, as r and s in a row.
    public static let ecdsaSignatureDigestRFC4754SHA384 =
        Self(name: "algid:sign:ECDSA:digest-RFC4754:SHA384")
    /// ECDSA over a given SHA-512 digest, as r and s in a row.
    public static let ecdsaSignatureDigestRFC4754SHA512 =
        Self(name: "algid:sign:ECDSA:digest-RFC4754:SHA512")
    /// ECDSA over a message, hashed with SHA-1, as r and s in a row.
    public static let ecdsaSignatureMessageRFC4754SHA1 =
        Self(name: "algid:sign:ECDSA:message-RFC4754:SHA1")
    /// ECDSA over a message, hashed with SHA-224, as r and s in a row.
    public static let ecdsaSignatureMessageRFC4754SHA224 =
        Self(name: "algid:sign:ECDSA:message-RFC4754:SHA224")
    /// ECDSA over a message, hashed with SHA-256, as r and s in a row.
    public static let ecdsaSignatureMessageRFC4754SHA256 =
        Self(name: "algid:sign:ECDSA:message-RFC4754:SHA256")
    /// ECDSA over a message, hashed with SHA-384, as r and s in a row.
    public static let ecdsaSignatureMessageRFC4754SHA384 =
        Self(name: "algid:sign:ECDSA:message-RFC4754:SHA384")
    /// ECDSA over a message, hashed with SHA-512, as r and s in a row.
    public static let ecdsaSignatureMessageRFC4754SHA512 =
        Self(name: "algid:sign:ECDSA:message-RFC4754:SHA512")
    /// Ed25519 over a message.
    public static let edDSASignatureMessageCurve25519SHA512 =
        Self(name: "algid:sign:EdDSA:message-Curve25519:SHA512")
    /// ML-DSA over a message.
    public static let mldsaSignatureMessage = Self(name: "algid:sign:ML-DSA:message")
}
