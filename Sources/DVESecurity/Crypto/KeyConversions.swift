public import Foundation

/// A key that is read from and written in the form of PKCS #1 (RFC 8017, appendix A.1).
public protocol PKCS1Convertible {
    /// The key as `RSAPrivateKey` or `RSAPublicKey` in DER; bytes of a private key are a secret.
    var pkcs1Representation: Data { get }

    /// Reads a key.
    ///
    /// - Parameter pkcs1Representation: The DER.
    /// - Throws: An error when the bytes are no such key.
    init<Bytes>(pkcs1Representation: Bytes) throws where Bytes: ContiguousBytes
}

/// A public key that is read from and written in the form that certificates hold (RFC 5280, 4.1).
public protocol X509Convertible {
    /// The key as `SubjectPublicKeyInfo` in DER.
    var x509Representation: Data { get }

    /// Reads a key.
    ///
    /// - Parameter x509Representation: The DER.
    /// - Throws: An error when the bytes are no such key.
    init<Bytes>(x509Representation: Bytes) throws where Bytes: ContiguousBytes
}

/// A key on a curve that is read from and written in the form of ANSI X9.63.
public protocol X963Convertible {
    /// The point as `04 ‖ X ‖ Y`, for a private key followed by the scalar, which is a secret.
    var x963Representation: Data { get }

    /// Reads a key.
    ///
    /// - Parameter x963Representation: The bytes; their length tells the curve.
    /// - Throws: An error when the bytes are no such key.
    init<Bytes>(x963Representation: Bytes) throws where Bytes: ContiguousBytes
}
