public import AppleVocabulary

/// A family of keys that come in pairs: RSA, or elliptic curves.
///
/// ``Crypto/RSA`` and ``Crypto/ECC`` conform to it. Code that serves both families is generic over
/// the keys (``AsymmetricPrivateKey``, ``AsymmetricPublicKey``); the compiler keeps the families
/// apart, because each key names its ``AsymmetricKey/Family``.
public protocol AsymmetricFamily {
    /// The algorithms with which keys of the family encrypt.
    associatedtype EncryptionAlgorithm: SecKeyAlgorithmConvertible
    /// The algorithms with which keys of the family sign messages, which are hashed first.
    associatedtype MessageSignatureAlgorithm: SecKeyAlgorithmConvertible

    /// The algorithm that the keychain files such keys under.
    static var secKeyType: SecKeyType { get }
}

/// An algorithm that the Security framework has a name for.
public protocol SecKeyAlgorithmConvertible: Sendable {
    /// The framework's name for the algorithm.
    var secKeyAlgorithm: SecKeyAlgorithm { get }
}
