public import Foundation

/// A public or private key in memory, of RSA or on a curve.
///
/// A key in a Secure Enclave does not conform: it is neither synchronizable nor made of bytes, so it
/// has verbs of its own (``ECCSecureEnclaveKey``).
public protocol AsymmetricKey {
    /// The family of the key.
    associatedtype Family: AsymmetricFamily

    /// The most plaintext that the key encrypts at once.
    ///
    /// - Parameter algorithm: The algorithm.
    /// - Returns: The length in bytes; `nil` for any length.
    func maxPlainTextLength(for algorithm: Family.EncryptionAlgorithm) -> Int?
}

extension AsymmetricKey where Self: ConvertibleToSecKey & CustomDebugStringConvertible {
    /// The type and size of the key, never its bytes.
    public var debugDescription: String { secKey.summary }
}

/// A key that gives the bytes that the Security framework reads keys from.
public protocol SecKeyRepresentable {
    /// The key in PKCS #1 for RSA, in X9.63 for curves; bytes of a private key are a secret.
    var secKeyRepresentation: Data { get }
}
