public import Foundation

/// A key that is read from and written in the form of PKCS #1 (RFC 8017, appendix A.1).
public protocol PKCS1Convertible: SecKeyRepresentable {
    /// The key as `RSAPrivateKey` or `RSAPublicKey` in DER; bytes of a private key are a secret.
    var pkcs1Representation: Data { get }

    /// Reads a key.
    ///
    /// - Parameter pkcs1Representation: The DER.
    /// - Throws: An error if the bytes are not a valid key of this type.
    init<Bytes>(pkcs1Representation: Bytes) throws where Bytes: ContiguousBytes
}

extension PKCS1Convertible {
    /// The key in PKCS #1.
    public var secKeyRepresentation: Data { pkcs1Representation }
}
