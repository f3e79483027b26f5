internal import Crypto

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A curve of FIPS 186-5.
///
/// The library's types for its curves are unrelated; the protocols here say what they have in
/// common, so that everything is written once.
protocol NISTCurve: Sendable {
    associatedtype SigningKey: NISTSigningKey
    associatedtype AgreementKey: NISTAgreementKey

    /// The size of the field in bits.
    static var sizeInBits: Int { get }
    /// The name in key files (RFC 5480).
    static var name: KeyAlgorithmIdentifier.Name { get }
}

/// A private key of a curve.
protocol NISTPrivateKey {
    associatedtype Public: NISTPublicKey

    init(compactRepresentable: Bool)
    init<Bytes: ContiguousBytes>(rawRepresentation: Bytes) throws
    var x963Representation: Data { get }
    var publicKey: Public { get }
}

/// A public key of a curve.
protocol NISTPublicKey {
    init<Bytes: ContiguousBytes>(x963Representation: Bytes) throws
    var x963Representation: Data { get }
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

extension P256.Signing.PrivateKey: NISTSigningKey {}
extension P256.Signing.PublicKey: NISTVerifyingKey {}
extension P256.Signing.ECDSASignature: NISTSignature {}
extension P256.KeyAgreement.PrivateKey: NISTAgreementKey {}
extension P256.KeyAgreement.PublicKey: NISTPublicKey {}
extension P384.Signing.PrivateKey: NISTSigningKey {}
extension P384.Signing.PublicKey: NISTVerifyingKey {}
extension P384.Signing.ECDSASignature: NISTSignature {}
extension P384.KeyAgreement.PrivateKey: NISTAgreementKey {}
extension P384.KeyAgreement.PublicKey: NISTPublicKey {}
extension P521.Signing.PrivateKey: NISTSigningKey {}
extension P521.Signing.PublicKey: NISTVerifyingKey {}
extension P521.Signing.ECDSASignature: NISTSignature {}
extension P521.KeyAgreement.PrivateKey: NISTAgreementKey {}
extension P521.KeyAgreement.PublicKey: NISTPublicKey {}
