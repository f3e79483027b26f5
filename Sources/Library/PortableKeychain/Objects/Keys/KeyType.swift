/// The algorithm family of a key, by Apple's decimal name (`kSecAttrKeyType…`).
///
/// Use it to find keys and to distinguish them. It does not contain the size: to make a key, use a
/// ``KeySpecification``. A struct, because a keychain may hold keys of types that are not known
/// here.
public struct KeyType: RawRepresentable, Hashable, Sendable {
    /// Apple's decimal number as text.
    public let rawValue: String

    /// Makes a type from its number, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// RSA (RFC 8017), 512 to 8192 bits; keys of less than 1024 bits need the system's OpenSSL.
    public static let rsa = KeyType(rawValue: "42")
    /// The NIST curves P-256, P-384 and P-521 (SEC 1), for signatures and key agreement alike.
    public static let ellipticCurve = KeyType(rawValue: "73")
    /// Ed25519 signatures (RFC 8032).
    public static let ed25519 = KeyType(rawValue: "105")
    /// X25519 key agreement (RFC 7748).
    public static let x25519 = KeyType(rawValue: "106")
    /// ML-KEM key encapsulation (FIPS 203), of the sets 768 and 1024.
    public static let mlKEM = KeyType(rawValue: "110")
    /// ML-DSA signatures (FIPS 204), of the sets 65 and 87.
    public static let mlDSA = KeyType(rawValue: "111")

    /// The old number of elliptic curve keys, `kSecAttrKeyTypeECDSA`; such keys become
    /// ``ellipticCurve``.
    static let ecdsa = KeyType(rawValue: "43")

    /// The type under which keys are kept.
    var current: KeyType { self == .ecdsa ? .ellipticCurve : self }
}
