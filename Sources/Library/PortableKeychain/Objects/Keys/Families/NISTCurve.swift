internal import Crypto
internal import KeychainEssentials

/// A curve of FIPS 186-5.
///
/// swift-crypto's types for its curves are unrelated to each other; the protocols here state what
/// they have in common, so that each algorithm is written once.
protocol NISTCurve: Sendable {
    associatedtype SigningKey: NISTSigningKey
    associatedtype AgreementKey: NISTAgreementKey

    /// The size of the field in bits.
    static var sizeInBits: Int { get }
    /// The name in key files (RFC 5480).
    static var name: KeyAlgorithmIdentifier.Name { get }
}

/// A key of a curve, of either half.
protocol NISTKey: RepresentedKey {
    associatedtype Curve: NISTCurve

    init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws
    var x963Representation: Data { get }
}

extension NISTKey {
    static var family: any KeyFamily { NISTKeys<Curve>() }

    init(externalRepresentation: UnsafeRawBufferPointer) throws {
        try self.init(x963Representation: externalRepresentation)
    }

    var externalRepresentation: Data { x963Representation }
}

/// A private key of a curve.
protocol NISTPrivateKey: NISTKey {
    associatedtype Public: NISTPublicKey

    init(compactRepresentable: Bool)
    init<Bytes: ContiguousBytes>(rawRepresentation: Bytes) throws
    var publicKey: Public { get }
}

extension NISTPrivateKey {
    static var keyClass: KeyClass { .privateKey }
}

/// A public key of a curve.
protocol NISTPublicKey: NISTKey {}

extension NISTPublicKey {
    static var keyClass: KeyClass { .publicKey }
}

/// A private key that signs.
protocol NISTSigningKey: NISTPrivateKey where Public: NISTVerifyingKey<Signature> {
    associatedtype Signature: NISTSignature

    func signature<D: Digest>(for digest: D) throws -> Signature
}

/// A public key that verifies.
protocol NISTVerifyingKey<Signature>: NISTPublicKey {
    associatedtype Signature: NISTSignature

    func isValidSignature<D: Digest>(_ signature: Signature, for digest: D) -> Bool
}

/// A signature of a curve.
protocol NISTSignature {
    init<D: DataProtocol>(rawRepresentation: D) throws
    init<D: DataProtocol>(derRepresentation: D) throws
    var rawRepresentation: Data { get }
    var derRepresentation: Data { get }
}

/// A private key that agrees on secrets.
protocol NISTAgreementKey: NISTPrivateKey {
    func sharedSecretFromKeyAgreement(with publicKeyShare: Public) throws -> SharedSecret
}

extension P256: NISTCurve {
    typealias SigningKey = Signing.PrivateKey
    typealias AgreementKey = KeyAgreement.PrivateKey
    static let sizeInBits = 256
    static let name = KeyAlgorithmIdentifier.Name.p256
}

extension P384: NISTCurve {
    typealias SigningKey = Signing.PrivateKey
    typealias AgreementKey = KeyAgreement.PrivateKey
    static let sizeInBits = 384
    static let name = KeyAlgorithmIdentifier.Name.p384
}

extension P521: NISTCurve {
    typealias SigningKey = Signing.PrivateKey
    typealias AgreementKey = KeyAgreement.PrivateKey
    static let sizeInBits = 521
    static let name = KeyAlgorithmIdentifier.Name.p521
}

extension P256.Signing.PrivateKey: NISTSigningKey { typealias Curve = P256 }
extension P256.Signing.PublicKey: NISTVerifyingKey { typealias Curve = P256 }
extension P256.Signing.ECDSASignature: NISTSignature {}
extension P256.KeyAgreement.PrivateKey: NISTAgreementKey { typealias Curve = P256 }
extension P256.KeyAgreement.PublicKey: NISTPublicKey { typealias Curve = P256 }
extension P384.Signing.PrivateKey: NISTSigningKey { typealias Curve = P384 }
extension P384.Signing.PublicKey: NISTVerifyingKey { typealias Curve = P384 }
extension P384.Signing.ECDSASignature: NISTSignature {}
extension P384.KeyAgreement.PrivateKey: NISTAgreementKey { typealias Curve = P384 }
extension P384.KeyAgreement.PublicKey: NISTPublicKey { typealias Curve = P384 }
extension P521.Signing.PrivateKey: NISTSigningKey { typealias Curve = P521 }
extension P521.Signing.PublicKey: NISTVerifyingKey { typealias Curve = P521 }
extension P521.Signing.ECDSASignature: NISTSignature {}
extension P521.KeyAgreement.PrivateKey: NISTAgreementKey { typealias Curve = P521 }
extension P521.KeyAgreement.PublicKey: NISTPublicKey { typealias Curve = P521 }
