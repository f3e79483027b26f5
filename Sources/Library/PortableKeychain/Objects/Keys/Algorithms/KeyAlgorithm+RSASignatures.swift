/// RSA signatures (RFC 8017, 8).
extension KeyAlgorithm {
    /// A block of the key without padding: a number in bytes, at most as long as the key.
    package static let rsaSignatureRaw = Self("algid:sign:RSA:raw")
    /// Bytes with PKCS #1 v1.5 padding and no name of a hash.
    package static let rsaSignatureDigestPKCS1v15Raw = Self("algid:sign:RSA:digest-PKCS1v15")
    /// A digest of SHA-1, with PKCS #1 v1.5 padding.
    package static let rsaSignatureDigestPKCS1v15SHA1 = rsaPKCS1(.sha1, of: .digest)
    /// A digest of SHA-224, with PKCS #1 v1.5 padding.
    package static let rsaSignatureDigestPKCS1v15SHA224 = rsaPKCS1(.sha224, of: .digest)
    /// A digest of SHA-256, with PKCS #1 v1.5 padding.
    package static let rsaSignatureDigestPKCS1v15SHA256 = rsaPKCS1(.sha256, of: .digest)
    /// A digest of SHA-384, with PKCS #1 v1.5 padding.
    package static let rsaSignatureDigestPKCS1v15SHA384 = rsaPKCS1(.sha384, of: .digest)
    /// A digest of SHA-512, with PKCS #1 v1.5 padding.
    package static let rsaSignatureDigestPKCS1v15SHA512 = rsaPKCS1(.sha512, of: .digest)
    /// A message hashed by SHA-1, with PKCS #1 v1.5 padding.
    package static let rsaSignatureMessagePKCS1v15SHA1 = rsaPKCS1(.sha1)
    /// A message hashed by SHA-224, with PKCS #1 v1.5 padding.
    package static let rsaSignatureMessagePKCS1v15SHA224 = rsaPKCS1(.sha224)
    /// A message hashed by SHA-256, with PKCS #1 v1.5 padding.
    package static let rsaSignatureMessagePKCS1v15SHA256 = rsaPKCS1(.sha256)
    /// A message hashed by SHA-384, with PKCS #1 v1.5 padding.
    package static let rsaSignatureMessagePKCS1v15SHA384 = rsaPKCS1(.sha384)
    /// A message hashed by SHA-512, with PKCS #1 v1.5 padding.
    package static let rsaSignatureMessagePKCS1v15SHA512 = rsaPKCS1(.sha512)
    /// A digest of SHA-1, with PSS padding.
    package static let rsaSignatureDigestPSSSHA1 = rsaPSS(.sha1, of: .digest)
    /// A digest of SHA-224, with PSS padding.
    package static let rsaSignatureDigestPSSSHA224 = rsaPSS(.sha224, of: .digest)
    /// A digest of SHA-256, with PSS padding.
    package static let rsaSignatureDigestPSSSHA256 = rsaPSS(.sha256, of: .digest)
    /// A digest of SHA-384, with PSS padding.
    package static let rsaSignatureDigestPSSSHA384 = rsaPSS(.sha384, of: .digest)
    /// A digest of SHA-512, with PSS padding.
    package static let rsaSignatureDigestPSSSHA512 = rsaPSS(.sha512, of: .digest)
    /// A message hashed by SHA-1, with PSS padding.
    package static let rsaSignatureMessagePSSSHA1 = rsaPSS(.sha1)
    /// A message hashed by SHA-224, with PSS padding.
    package static let rsaSignatureMessagePSSSHA224 = rsaPSS(.sha224)
    /// A message hashed by SHA-256, with PSS padding.
    package static let rsaSignatureMessagePSSSHA256 = rsaPSS(.sha256)
    /// A message hashed by SHA-384, with PSS padding.
    package static let rsaSignatureMessagePSSSHA384 = rsaPSS(.sha384)
    /// A message hashed by SHA-512, with PSS padding.
    package static let rsaSignatureMessagePSSSHA512 = rsaPSS(.sha512)
}
