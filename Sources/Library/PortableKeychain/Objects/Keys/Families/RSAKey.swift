internal import Crypto
internal import CryptoExtras
internal import KeychainEssentials

/// A key of swift-crypto in the form of PKCS #1, of either half.
///
/// The library names its RSA types after their use, signing or encryption, but one key does both.
protocol RSAKey: RepresentedKey {
    init<Bytes: DataProtocol>(unsafeDERRepresentation: Bytes) throws
}

extension RSAKey {
    static var family: any KeyFamily { RSAKeys() }

    // "Unsafe" allows keys of 1024 bits, which keychains hold too.
    init(externalRepresentation: UnsafeRawBufferPointer) throws {
        try self.init(unsafeDERRepresentation: externalRepresentation)
    }
}

/// A private RSA key.
protocol RSAPrivateKey: RSAKey {
    var derRepresentation: Data { get }
}

extension RSAPrivateKey {
    static var keyClass: KeyClass { .privateKey }
    var externalRepresentation: Data { derRepresentation }
}

/// A public RSA key.
protocol RSAPublicKey: RSAKey {
    var pkcs1DERRepresentation: Data { get }
}

extension RSAPublicKey {
    static var keyClass: KeyClass { .publicKey }
    var externalRepresentation: Data { pkcs1DERRepresentation }
}

extension _RSA.Signing.PrivateKey: RSAPrivateKey {}
extension _RSA.Signing.PublicKey: RSAPublicKey {}
extension _RSA.Encryption.PrivateKey: RSAPrivateKey {}
extension _RSA.Encryption.PublicKey: RSAPublicKey {}
