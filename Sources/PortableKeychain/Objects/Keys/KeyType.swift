/// The algorithm family of a key, by Apple's decimal name (`kSecAttrKeyType…`).
public struct KeyType: RawRepresentable, Hashable, Sendable {
    /// Apple's decimal number as text.
    public let rawValue: String

    /// Makes a type from its number, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// RSA (RFC 8017).
    public static let rsa = KeyType(rawValue: "42")
    /// The NIST curves P-256, P-384 and P-521 (SEC 1), for signatures and key agreement alike.
    public static let ellipticCurve = KeyType(rawValue: "73")
    /// Ed25519 signatures (RFC 8032).
    public static let ed25519 = KeyType(rawValue: "105")
    /// X25519 key agreement (RFC 7748).
    public static let x25519 = KeyType(rawValue: "106")
    /// ML-KEM key encapsulation (FIPS 203).
    public static let mlKEM = KeyType(rawValue: "110")
    /// ML-DSA signatures (FIPS 204).
    public static let mlDSA = KeyType(rawValue: "111")
}

/// Which half of a pair a key is, by Apple's decimal name (`kSecAttrKeyClass…`).
public enum KeyClass: String, Hashable, Sendable {
    /// The half that everybody may know.
    case publicKey = "0"
    /// The half to be kept.
    case privateKey = "1"
}
