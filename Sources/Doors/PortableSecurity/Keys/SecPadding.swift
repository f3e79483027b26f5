internal import PortableKeychain

/// The padding of a block in the older functions of keys, such as ``SecKeyRawSign(_:_:_:_:_:_:)``.
///
/// The empty set means no padding. Values do not combine.
public struct SecPadding: OptionSet, Hashable, Sendable {
    /// Apple's number.
    public let rawValue: UInt32

    /// Makes a padding from its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// PKCS #1 v1.5: for signatures, of bytes that name no digest.
    public static let PKCS1 = SecPadding(rawValue: 0x0001)
    /// OAEP with SHA-1, for encryption.
    public static let OAEP = SecPadding(rawValue: 0x0002)
    /// An ECDSA signature as r and s in a row.
    public static let sigRaw = SecPadding(rawValue: 0x4000)
    /// PKCS #1 v1.5 over an MD2 digest; refused.
    public static let PKCS1MD2 = SecPadding(rawValue: 0x8000)
    /// PKCS #1 v1.5 over an MD5 digest; refused.
    public static let PKCS1MD5 = SecPadding(rawValue: 0x8001)
    /// PKCS #1 v1.5 over a SHA-1 digest.
    public static let PKCS1SHA1 = SecPadding(rawValue: 0x8002)
    /// PKCS #1 v1.5 over a SHA-224 digest.
    public static let PKCS1SHA224 = SecPadding(rawValue: 0x8003)
    /// PKCS #1 v1.5 over a SHA-256 digest.
    public static let PKCS1SHA256 = SecPadding(rawValue: 0x8004)
    /// PKCS #1 v1.5 over a SHA-384 digest.
    public static let PKCS1SHA384 = SecPadding(rawValue: 0x8005)
    /// PKCS #1 v1.5 over a SHA-512 digest.
    public static let PKCS1SHA512 = SecPadding(rawValue: 0x8006)
}

extension SecPadding {
    /// The algorithm of a signature with a key of a type (item-semantics.md §6.3, 9).
    func signature(_ type: KeyType) -> KeyAlgorithm? {
        switch type {
        case .rsa: Self.signatures[self]
        // Apple's takes every padding but the raw form for DER.
        case .ellipticCurve: self == .sigRaw ? .ecdsaSignatureRFC4754 : .ecdsaSignatureDigestX962
        default: nil
        }
    }

    /// The algorithm of an encryption with a key of a type.
    func encryption(_ type: KeyType) -> KeyAlgorithm? {
        type == .rsa ? Self.encryptions[self] : nil
    }

    private static let signatures: [SecPadding: KeyAlgorithm] = [
        []: .rsaSignatureRaw, .PKCS1: .rsaSignatureDigestPKCS1v15Raw,
        .PKCS1SHA1: .rsaSignatureDigestPKCS1v15SHA1,
        .PKCS1SHA224: .rsaSignatureDigestPKCS1v15SHA224,
        .PKCS1SHA256: .rsaSignatureDigestPKCS1v15SHA256,
        .PKCS1SHA384: .rsaSignatureDigestPKCS1v15SHA384,
        .PKCS1SHA512: .rsaSignatureDigestPKCS1v15SHA512,
    ]

    private static let encryptions: [SecPadding: KeyAlgorithm] = [
        []: .rsaEncryptionRaw, .PKCS1: .rsaEncryptionPKCS1, .OAEP: .rsaEncryptionOAEPSHA1,
    ]
}
