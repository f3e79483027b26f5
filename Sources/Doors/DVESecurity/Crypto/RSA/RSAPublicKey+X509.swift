public import Foundation
internal import PortableKeychain

extension RSAPublicKey where Self: X509Convertible & PKCS1Convertible {
    /// The key as `SubjectPublicKeyInfo` in DER.
    ///
    /// - Precondition: ``PKCS1Convertible/pkcs1Representation`` is a public RSA key.
    public var x509Representation: Data {
        valid {
            let key = try KeyMaterial(
                externalRepresentation: SecretBytes(copying: pkcs1Representation),
                type: .rsa,
                keyClass: .publicKey
            )
            return Data(try key.subjectPublicKeyInfo())
        }
    }

    /// Reads a key in the form that certificates hold.
    ///
    /// - Parameter x509Representation: `SubjectPublicKeyInfo` in DER.
    /// - Throws: ``Crypto/KeyError/invalidSecKey`` for a key of another kind, another error when
    ///   the bytes are not a key.
    public init(x509Representation: some ContiguousBytes) throws {
        let key = try KeyMaterial(
            subjectPublicKeyInfo: x509Representation.withUnsafeBytes { Array($0) }
        )
        guard key.type == .rsa else { throw Crypto.KeyError.invalidSecKey }
        try self.init(pkcs1Representation: key.externalRepresentation.data())
    }
}
