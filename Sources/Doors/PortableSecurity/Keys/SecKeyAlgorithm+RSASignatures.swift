// RSA signatures (RFC 8017).

extension SecKeyAlgorithm {
    /// RSA without padding or digest: the caller pads.
    public static let rsaSignatureRaw = Self(name: "algid:sign:RSA:raw")
    /// RSA PKCS #1 v1.5 over bytes that name no digest.
    public static let rsaSignatureDigestPKCS1v15Raw = Self(name: "algid:sign:RSA:digest-PKCS1v15")
    /// RSA PKCS #1 v1.5 over a given SHA-1 digest.
    public static let rsaSignatureDigestPKCS1v15SHA1 =
        Self(name: "algid:sign:RSA:digest-PKCS1v15:SHA1")
    /// RSA PKCS #1 v1.5 over a given SHA-224 digest.
    public static let rsaSignatureDigestPKCS1v15SHA224 =
        Self(name: "algid:sign:RSA:digest-PKCS1v15:SHA224")
    /// RSA PKCS #1 v1.5 over a given SHA-256 digest.
    public static let rsaSignatureDigestPKCS1v15SHA256 =
        Self(name: "algid:sign:RSA:digest-PKCS1v15:SHA256")
    /// RSA PKCS #1 v1.5 over a given SHA-384 digest.
    public static let rsaSignatureDigestPKCS1v15SHA384 =
        Self(name: "algid:sign:RSA:digest-PKCS1v15:SHA384")
    /// RSA PKCS #1 v1.5 over a given SHA-512 digest.
    public static let rsaSignatureDigestPKCS1v15SHA512 =
        Self(name: "algid:sign:RSA:digest-PKCS1v15:SHA512")
    /// RSA PKCS #1 v1.5 over a message, hashed with SHA-1.
    public static let rsaSignatureMessagePKCS1v15SHA1 =
        Self(name: "algid:sign:RSA:message-PKCS1v15:SHA1")
    /// RSA PKCS #1 v1.5 over a message, hashed with SHA-224.
    public static let rsaSignatureMessagePKCS1v15SHA224 =
        Self(name: "algid:sign:RSA:message-PKCS1v15:SHA224")
    /// RSA PKCS #1 v1.5 over a message, hashed with SHA-256.
    public static let rsaSignatureMessagePKCS1v15SHA256 =
        Self(name: "algid:sign:RSA:message-PKCS1v15:SHA256")
    /// RSA PKCS #1 v1.5 over a message, hashed with SHA-384.
    public static let rsaSignatureMessagePKCS1v15SHA384 =
        Self(name: "algid:sign:RSA:message-PKCS1v15:SHA384")
    /// RSA PKCS #1 v1.5 over a message, hashed with SHA-512.
    public static let rsaSignatureMessagePKCS1v15SHA512 =
        Self(name: "algid:sign:RSA:message-PKCS1v15:SHA512")
    /// RSA PSS over a given SHA-1 digest.
    public static let rsaSignatureDigestPSSSHA1 =
        Self(name: "algid:sign:RSA:digest-PSS:SHA1:SHA1:20")
    /// RSA PSS over a given SHA-224 digest.
    public static let rsaSignatureDigestPSSSHA224 =
        Self(name: "algid:sign:RSA:digest-PSS:SHA224:SHA224:24")
    /// RSA PSS over a given SHA-256 digest.
    public static let rsaSignatureDigestPSSSHA256 =
        Self(name: "algid:sign:RSA:digest-PSS:SHA256:SHA256:32")
    /// RSA PSS over a given SHA-384 digest.
    public static let rsaSignatureDigestPSSSHA384 =
        Self(name: "algid:sign:RSA:digest-PSS:SHA384:SHA384:48")
    /// RSA PSS over a given SHA-512 digest.
    public static let rsaSignatureDigestPSSSHA512 =
        Self(name: "algid:sign:RSA:digest-PSS:SHA512:SHA512:64")
    /// RSA PSS over a message, hashed with SHA-1.
    public static let rsaSignatureMessagePSSSHA1 =
        Self(name: "algid:sign:RSA:message-PSS:SHA1:SHA1:20")
    /// RSA PSS over a message, hashed with SHA-224.
    public static let rsaSignatureMessagePSSSHA224 =
        Self(name: "algid:sign:RSA:message-PSS:SHA224:SHA224:24")
    /// RSA PSS over a message, hashed with SHA-256.
    public static let rsaSignatureMessagePSSSHA256 =
        Self(name: "algid:sign:RSA:message-PSS:SHA256:SHA256:32")
    /// RSA PSS over a message, hashed with SHA-384.
    public static let rsaSignatureMessagePSSSHA384 =
        Self(name: "algid:sign:RSA:message-PSS:SHA384:SHA384:48")
    /// RSA PSS over a message, hashed with SHA-512.
    public static let rsaSignatureMessagePSSSHA512 =
        Self(name: "algid:sign:RSA:message-PSS:SHA512:SHA512:64")
}
