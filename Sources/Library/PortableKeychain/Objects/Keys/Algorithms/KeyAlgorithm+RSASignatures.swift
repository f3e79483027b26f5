/// RSA signatures (RFC 8017, 8).
extension KeyAlgorithm {
    /// A block of the key without padding: a number in bytes, at most as long as the key.
    public static let rsaSignatureRaw = Self("algid:sign:RSA:raw")
    /// Bytes with PKCS #1 v1.5 padding and no name of a hash.
    public static let rsaSignatureDigestPKCS1v15Raw = Self("algid:sign:RSA:digest-PKCS1v15")
    /// A digest of SHA-1, with PKCS #1 v1.5 padding.
    public static let rsaSignatureDigestPKCS1v15SHA1 = Self("algid:sign:RSA:digest-PKCS1v15:SHA1")
    /// A digest of SHA-224, with PKCS #1 v1.5 padding.
    public static let rsaSignatureDigestPKCS1v15SHA224 =
        Self("algid:sign:RSA:digest-PKCS1v15:SHA224")
    /// A digest of SHA-256, with PKCS #1 v1.5 padding.
    public static let rsaSignatureDigestPKCS1v15SHA256 =
        Self("algid:sign:RSA:digest-PKCS1v15:SHA256")
    /// A digest of SHA-384, with PKCS #1 v1.5 padding.
    public static let rsaSignatureDigestPKCS1v15SHA384 =
        Self("algid:sign:RSA:digest-PKCS1v15:SHA384")
    /// A digest of SHA-512, with PKCS #1 v1.5 padding.
    public static let rsaSignatureDigestPKCS1v15SHA512 =
        Self("algid:sign:RSA:digest-PKCS1v15:SHA512")
    /// A message hashed by SHA-1, with PKCS #1 v1.5 padding.
    public static let rsaSignatureMessagePKCS1v15SHA1 = Self("algid:sign:RSA:message-PKCS1v15:SHA1")
    /// A message hashed by SHA-224, with PKCS #1 v1.5 padding.
    public static let rsaSignatureMessagePKCS1v15SHA224 =
        Self("algid:sign:RSA:message-PKCS1v15:SHA224")
    /// A message hashed by SHA-256, with PKCS #1 v1.5 padding.
    public static let rsaSignatureMessagePKCS1v15SHA256 =
        Self("algid:sign:RSA:message-PKCS1v15:SHA256")
    /// A message hashed by SHA-384, with PKCS #1 v1.5 padding.
    public static let rsaSignatureMessagePKCS1v15SHA384 =
        Self("algid:sign:RSA:message-PKCS1v15:SHA384")
    /// A message hashed by SHA-512, with PKCS #1 v1.5 padding.
    public static let rsaSignatureMessagePKCS1v15SHA512 =
        Self("algid:sign:RSA:message-PKCS1v15:SHA512")
    /// A digest of SHA-1, with PSS padding.
    public static let rsaSignatureDigestPSSSHA1 = Self("algid:sign:RSA:digest-PSS:SHA1:SHA1:20")
    /// A digest of SHA-224, with PSS padding.
    public static let rsaSignatureDigestPSSSHA224 =
        Self("algid:sign:RSA:digest-PSS:SHA224:SHA224:28")
    /// A digest of SHA-256, with PSS padding.
    public static let rsaSignatureDigestPSSSHA256 =
        Self("algid:sign:RSA:digest-PSS:SHA256:SHA256:32")
    /// A digest of SHA-384, with PSS padding.
    public static let rsaSignatureDigestPSSSHA384 =
        Self("algid:sign:RSA:digest-PSS:SHA384:SHA384:48")
    /// A digest of SHA-512, with PSS padding.
    public static let rsaSignatureDigestPSSSHA512 =
        Self("algid:sign:RSA:digest-PSS:SHA512:SHA512:64")
    /// A message hashed by SHA-1, with PSS padding.
    public static let rsaSignatureMessagePSSSHA1 = Self("algid:sign:RSA:message-PSS:SHA1:SHA1:20")
    /// A message hashed by SHA-224, with PSS padding.
    public static let rsaSignatureMessagePSSSHA224 =
        Self("algid:sign:RSA:message-PSS:SHA224:SHA224:28")
    /// A message hashed by SHA-256, with PSS padding.
    public static let rsaSignatureMessagePSSSHA256 =
        Self("algid:sign:RSA:message-PSS:SHA256:SHA256:32")
    /// A message hashed by SHA-384, with PSS padding.
    public static let rsaSignatureMessagePSSSHA384 =
        Self("algid:sign:RSA:message-PSS:SHA384:SHA384:48")
    /// A message hashed by SHA-512, with PSS padding.
    public static let rsaSignatureMessagePSSSHA512 =
        Self("algid:sign:RSA:message-PSS:SHA512:SHA512:64")
}
