public import AppleVocabulary
internal import Foundation

/// A private key on a curve, which signs and decrypts.
///
/// The private keys of `P256`, `P384` and `P521` conform to it.
public protocol ECCPrivateKey: ECCKey, AsymmetricPrivateKey {}

extension ECCPrivateKey where Self: SecKeyConvertible & X963Convertible {
    /// Takes a key of the Security framework, for types that are made of bytes.
    ///
    /// - Parameter secKey: A private key on the curve of this type.
    /// - Throws: ``Crypto/KeyError/invalidSecKey`` for any other.
    public init(secKey: SecKey) throws {
        let bytes = Crypto.KeyData(
            transferFrom: NSMutableData(
                data: try secKey.expecting(Self.secKeyClass).externalRepresentation()
            )
        )
        do { try self.init(x963Representation: bytes) } catch {
            throw Crypto.KeyError.invalidSecKey
        }
    }
}
