public import Foundation

/// A public key that is read from and written in the form that certificates hold (RFC 5280, 4.1).
public protocol X509Convertible {
    /// The key as `SubjectPublicKeyInfo` in DER.
    var x509Representation: Data { get }

    /// Reads a key.
    ///
    /// - Parameter x509Representation: The DER.
    /// - Throws: An error if the bytes are not a valid key of this type.
    init<Bytes>(x509Representation: Bytes) throws where Bytes: ContiguousBytes
}
